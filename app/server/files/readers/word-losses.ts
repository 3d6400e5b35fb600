/* What a draft can't show of a Word file besides what is counted (core/losses): it is named while reading. */
import { label, plain, type Loss, type LossLabel } from "#core/losses/loss-sentence.ts";

type Attribute = (name: string) => string | undefined;

/** Elements whose presence is enough. */
const always: Record<string, LossLabel> = {
  sdt: label("content control"),
  txbxContent: label("text box", "text boxes"),
  object: label("embedded object"),
  chart: label("chart"),
  relIds: label("diagram"),
  framePr: label("frame"),
  ruby: plain("ruby text"),
  altChunk: label("inserted file"),
  oMath: label("formula"),
};
/** Of formatting that a draft doesn't have, of sections and tables: they can't be decided there. */
export const unshown = label("tracked change that a draft can’t show", "tracked changes that a draft can’t show");
const [colours, columns] = [plain("colours"), plain("columns")];
export const headersAndFooters: Loss = { ...plain("headers and footers"), count: 1 };
const fields = { one: "1 field that updates itself", many: "fields that update themselves" };

/** Fields that are preserved; others become the text they display. */
const keptFields = /^\s*(?:REF|NOTEREF|HYPERLINK|PAGE|NUMPAGES)\b/i;
const isOff = (value: string | undefined) => /^(?:0|false|off|none)$/.test(value ?? "");

/** A cell that was inserted, deleted, merged or split: a draft's table has the cell either way. */
function cellChange(name: string, attribute: Attribute): LossLabel {
  const kinds: Record<string, string> = { cellIns: "inserted", cellDel: "deleted" };
  const kind = kinds[name] ?? (attribute("vMerge") === undefined ? "split" : "merged");
  const author = attribute("author") || null;
  const time = Date.parse(attribute("date") ?? "");
  const day = Number.isNaN(time) ? null : days.format(time);
  const by = [author === null ? "" : ` by ${author}`, day === null ? "" : ` on ${day}`].join("");
  return label(`cell ${kind}${by}`, `cells ${kind}${by}`);
}

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export class WordLosses {
  #lost = new Map<LossLabel, number>();
  /** Each kind of change of cells, by who made it and when. */
  #cells = new Map<string, LossLabel>();
  hasHidden = false;

  see(name: string, attribute: Attribute): void {
    if (Object.hasOwn(always, name)) this.#count(always[name]!);
    else if (name === "color" && !/^(?:auto|0{6}|)$/i.test(attribute("val") ?? "")) this.#count(colours);
    else if (name === "cols" && Number(attribute("num") ?? 1) > 1) this.#count(columns);
    else if (name === "vanish" && !isOff(attribute("val"))) this.hasHidden = true;
    else if (/^cell(?:Ins|Del|Merge)$/.test(name)) this.#cellChange(cellChange(name, attribute));
    else if (name === "fldSimple") this.field(attribute("instr") ?? "");
  }

  unshownChange(): void {
    this.#count(unshown);
  }

  field(instruction: string): void {
    if (instruction.trim() !== "" && !keptFields.test(instruction)) this.#count(fields);
  }

  get all(): Loss[] {
    return [...this.#lost].map(([{ one, many }, count]) => ({ one, many, count }));
  }

  #cellChange(said: LossLabel): void {
    const known = this.#cells.get(said.many) ?? said;
    this.#cells.set(said.many, known);
    this.#count(known);
  }

  #count(lost: LossLabel): void {
    this.#lost.set(lost, (this.#lost.get(lost) ?? 0) + 1);
  }
}
