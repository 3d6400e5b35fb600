/*
 * What a draft can't show of a Word file, counted while reading and said in one sentence: it is kept in the file that is
 * sent back, or not kept at all.
 */

type Attribute = (name: string) => string | undefined;
type Label = { one: string; many: string };

const label = (one: string): Label => ({ one: `1 ${one}`, many: `${one}s` });
/** What nobody counts. */
const plain = (many: string): Label => ({ one: many, many });

/** Elements whose presence is enough. */
const always: Record<string, Label> = {
  sdt: label("content control"),
  txbxContent: label("text box"),
  object: label("embedded object"),
  chart: label("chart"),
  relIds: label("diagram"),
  framePr: label("frame"),
  ruby: plain("ruby text"),
  altChunk: label("inserted file"),
  oMath: label("formula"),
};
always["txbxContent"]!.many = "text boxes";
const [colours, columns, headers] = [plain("colours"), plain("columns"), plain("headers and footers")];
const fields = { one: "1 field that updates itself", many: "fields that update themselves" };
const pictures = { one: "1 picture that a draft can’t show", many: "pictures that a draft can’t show" };

/** Fields that are preserved; others become the text they display. */
const keptFields = /^\s*(?:REF|NOTEREF|HYPERLINK|PAGE|NUMPAGES)\b/i;
const isOff = (value: string | undefined) => /^(?:0|false|off|none)$/.test(value ?? "");

export class WordLosses {
  #lost = new Map<Label, number>();
  #hasHidden = false;

  see(name: string, attribute: Attribute): void {
    if (Object.hasOwn(always, name)) this.#count(always[name]!);
    else if (name === "color" && !/^(?:auto|0{6}|)$/i.test(attribute("val") ?? "")) this.#count(colours);
    else if (name === "cols" && Number(attribute("num") ?? 1) > 1) this.#count(columns);
    else if (name === "vanish" && !isOff(attribute("val"))) this.#hasHidden = true;
    else if (name === "fldSimple") this.field(attribute("instr") ?? "");
  }

  field(instruction: string): void {
    if (instruction.trim() !== "" && !keptFields.test(instruction)) this.#count(fields);
  }

  #count(lost: Label, count = 1): void {
    if (count > 0) this.#lost.set(lost, (this.#lost.get(lost) ?? 0) + count);
  }

  /** `isKept`: the file goes back with what is not shown. Words are always kept; hidden ones are visible now. */
  sentences(found: { isKept: boolean; hasHeaders: boolean; lostPictures: number }): string[] {
    this.#count(headers, found.hasHeaders ? 1 : 0);
    this.#count(pictures, found.lostPictures);
    const ordered = [...this.#lost].toSorted(([a], [b]) => (a.many < b.many ? -1 : 1));
    const lost = ordered.map(([{ one, many }, count]) => (count === 1 ? one : one === many ? many : `${count} ${many}`));
    const last = lost.pop();
    const all = `${lost.length > 0 ? `${lost.join(", ")} and ` : ""}${last}`;
    return [
      ...(last === undefined ? [] : [`${found.isKept ? "Kept as they are in the Word file" : "Not kept"}: ${all}.`]),
      ...(this.#hasHidden ? ["Hidden text is shown."] : []),
    ];
  }
}
