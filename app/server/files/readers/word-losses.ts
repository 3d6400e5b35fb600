/* What a draft can't represent of a Word file, collected while reading so that each loss is reported once. */

type Attribute = (name: string) => string | undefined;

/** Elements whose presence is enough. */
const always: Record<string, string> = {
  sdt: "content controls",
  txbxContent: "text boxes",
  object: "embedded objects",
  chart: "charts",
  relIds: "diagrams",
  framePr: "frames",
  ruby: "ruby text",
  altChunk: "inserted files",
};

/** Fields that are preserved; others become the text they display. */
const keptFields = /^\s*(?:REF|NOTEREF|HYPERLINK|PAGE|NUMPAGES)\b/i;
const isOff = (value: string | undefined) => /^(?:0|false|off|none)$/.test(value ?? "");

export class WordLosses {
  #lost = new Set<string>();
  #hasHidden = false;
  #hasFormulas = false;

  see(name: string, attribute: Attribute): void {
    if (name === "oMath") this.#hasFormulas = true;
    else if (Object.hasOwn(always, name)) this.#lost.add(always[name]!);
    else if (name === "color" && !/^(?:auto|0{6}|)$/i.test(attribute("val") ?? "")) this.#lost.add("colours");
    else if (name === "cols" && Number(attribute("num") ?? 1) > 1) this.#lost.add("columns");
    else if (name === "vanish" && !isOff(attribute("val"))) this.#hasHidden = true;
    else if (name === "fldSimple") this.field(attribute("instr") ?? "");
  }

  field(instruction: string): void {
    if (instruction.trim() !== "" && !keptFields.test(instruction)) this.#lost.add("fields that update themselves");
  }

  /** What is dropped, and what is visible now but wasn't before. For the former, the words are kept. */
  get sentences(): string[] {
    const lost = [...this.#lost].toSorted();
    const last = lost.pop();
    return [
      ...(last === undefined ? [] : [`Not kept: ${lost.length > 0 ? `${lost.join(", ")} and ` : ""}${last}.`]),
      ...(this.#hasFormulas ? ["Formulas were left out."] : []),
      ...(this.#hasHidden ? ["Hidden text is shown."] : []),
    ];
  }
}
