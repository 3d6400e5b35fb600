/* What a Word file has that a draft does not show, gathered while its body is read, so that it is said once. */

type Attribute = (name: string) => string | undefined;

/** By the element, where its presence says enough. */
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

/** Fields that are kept as what they are; others stay as the words they show. */
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

  /** What does not come along, and what is seen now and was not before. Of what is named first the words are there. */
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
