/*
 * Word files with tracked changes of many kinds beside and within each other, each by an author of its own; what a file
 * says once each is accepted, rejected or open, worked out from its paragraphs and not by our reader; and a reader of the
 * XML for the same.
 */
import { receivedParts } from "./received-file.ts";
import { zipOf } from "./documents.ts";

export type State = { kind: "same" } | { kind: "ins" | "del"; by: string } | { kind: "both"; by: string; del: string };
type Run = { text: string; state: State; color: string };
/** `mark`: of its break. */
type Paragraph = { runs: Run[]; mark: State };
type Row = { cells: Paragraph[][]; state: State };
export type Block = { paragraph: Paragraph } | { rows: Row[] };
/** Whether this author's changes are accepted. */
type IsAccepted = (by: string) => boolean;

const same: State = { kind: "same" };
const words =
  "the Seller shall pay 1,050 EUR within thirty days of delivery and the Buyer may terminate under clause 4.2 – save as “agreed” in writing, not liable for indirect loss".split(
    " ",
  );

class Author {
  #pick: (below: number) => number;
  #count = 0;
  /** What follows a deleted break has no mark of its own: of two such breaks, which one goes first decides. */
  #wasDeleted = false;

  constructor(pick: (below: number) => number) {
    this.#pick = pick;
  }

  #by = () => `A${this.#count++}`;
  #words = 0;
  /** No word is there twice: of two equal ones beside each other nobody can say which was inserted. */
  #word = () => words[this.#pick(words.length)]!.replace(/(?<=\p{L}{2})(?=\P{L}*$)/u, String(++this.#words));
  #text = () => Array.from({ length: 1 + this.#pick(5) }, this.#word).join(" ");

  blocks(hasTables: boolean): Block[] {
    const made: Block[] = [];
    for (let left = 2 + this.#pick(6); left > 0; left--)
      made.push(hasTables && this.#pick(4) === 0 ? { rows: this.#rows() } : { paragraph: this.#paragraph() });
    return [...made, { paragraph: { runs: [{ text: "In witness whereof.", state: same, color: "" }], mark: same } }];
  }

  #rows(): Row[] {
    const columns = 1 + this.#pick(3);
    const row = (state: State, cell: () => Paragraph) => ({ state, cells: Array.from({ length: columns }, () => [cell()]) });
    const rows = [row(same, () => ({ runs: this.#runs(), mark: same }))];
    for (let left = 1 + this.#pick(3); left > 0; left--) {
      const state = this.#rowState();
      rows.push(row(state, () => ({ runs: state === same ? this.#runs() : [this.#run(state)], mark: same })));
    }
    return rows;
  }

  #rowState(): State {
    const kind = this.#pick(6);
    return kind > 1 ? same : { kind: kind === 0 ? "ins" : "del", by: this.#by() };
  }

  #run(state: State, text = this.#text()): Run {
    return { text, state, color: this.#pick(3) > 0 ? "" : String(100_000 + this.#pick(899_999)) };
  }

  #runs(): Run[] {
    const runs = Array.from({ length: 1 + this.#pick(4) }, () => this.#some()).flat();
    return [...runs, this.#run(same)].filter(({ text }) => text !== "");
  }

  #some(): Run[] {
    const plain = this.#run(same, `${this.#text()}${this.#pick(4) > 0 ? " " : ""}`);
    const kind = this.#pick(10);
    const state = (one: "ins" | "del", by: string): State => ({ kind: one, by });
    if (kind < 5) return [plain];
    const by = this.#by();
    if (kind === 5 || kind === 6) return [plain, this.#run(state(kind === 5 ? "ins" : "del", by), `${this.#text()} `)];
    if (kind === 7) return [plain, this.#run(state("del", by)), this.#run(state("ins", by), `${this.#text()} `)];
    if (kind === 9) return [plain, this.#run({ kind: "both", by, del: this.#by() })];
    const at = this.#pick(plain.text.length);
    const gone = this.#pick(2) === 0 ? [] : [this.#run(state("del", by), plain.text.slice(at, at + 1))];
    const rest = { ...plain, text: plain.text.slice(at + 1) };
    return [{ ...plain, text: plain.text.slice(0, at) }, ...gone, this.#run(state("ins", by), String(this.#pick(10))), rest];
  }

  #paragraph(): Paragraph {
    const kind = this.#wasDeleted ? 12 : this.#pick(12);
    this.#wasDeleted = kind === 1 || kind === 3;
    if (kind > 3) return { runs: this.#runs(), mark: same };
    const mark: State = { kind: kind % 2 === 0 ? "ins" : "del", by: this.#by() };
    return { runs: kind < 2 ? [this.#run(mark)] : this.#runs(), mark };
  }
}

export const trackedBlocks = (pick: (below: number) => number, hasTables: boolean): Block[] => new Author(pick).blocks(hasTables);

let id = 0;
const stamp = (by: string) => `w:id="${++id}" w:author="${by}" w:date="2026-11-03T09:00:00Z"`;
const open = (state: State) => (state.kind === "ins" || state.kind === "del" ? `<w:${state.kind} ${stamp(state.by)}/>` : "");

function runXml({ text, state, color }: Run): string {
  const look = color === "" ? "" : `<w:rPr><w:color w:val="${color}"/></w:rPr>`;
  const run = (tag: string) => `<w:r>${look}<w:${tag} xml:space="preserve">${text}</w:${tag}></w:r>`;
  if (state.kind === "same") return run("t");
  const inner =
    state.kind === "both" ? `<w:del ${stamp(state.del)}>${run("delText")}</w:del>` : run(state.kind === "ins" ? "t" : "delText");
  const kind = state.kind === "del" ? "del" : "ins";
  return `<w:${kind} ${stamp(state.by)}>${inner}</w:${kind}>`;
}

const paragraphXml = ({ runs, mark }: Paragraph) =>
  `<w:p>${mark === same ? "" : `<w:pPr><w:rPr>${open(mark)}</w:rPr></w:pPr>`}${runs.map(runXml).join("")}</w:p>`;
const cellXml = (cell: Paragraph[]) =>
  `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${cell.map(paragraphXml).join("")}</w:tc>`;
const rowXml = ({ cells, state }: Row) =>
  `<w:tr>${state === same ? "" : `<w:trPr>${open(state)}</w:trPr>`}${cells.map(cellXml).join("")}</w:tr>`;

export function trackedFile(blocks: readonly Block[]): Buffer {
  const part = receivedParts["word/document.xml"]!;
  const head = part.slice(0, part.indexOf("<w:body>"));
  const body = blocks.map((block) =>
    "paragraph" in block
      ? paragraphXml(block.paragraph)
      : `<w:tbl><w:tblPr/><w:tblGrid/>${block.rows.map(rowXml).join("")}</w:tbl>`,
  );
  const parts = { ...receivedParts, "word/document.xml": `${head}<w:body>${body.join("")}</w:body></w:document>` };
  return zipOf(Object.entries(parts).map(([name, data]) => ({ name, data })));
}

function isThere(state: State, accepts: IsAccepted): boolean {
  if (state.kind === "both") return accepts(state.by) && !accepts(state.del);
  return state.kind === "same" || accepts(state.by) === (state.kind === "ins");
}

/** Its lines, without those that have no words; each character but white space with its color, if asked for. */
export function linesOf(blocks: readonly Block[], accepts: IsAccepted, { hasColors = true } = {}): string[] {
  const lines: string[] = [];
  const add = (paragraphs: readonly Paragraph[]) => {
    let line = "";
    for (const { runs, mark } of paragraphs) {
      for (const { text, state, color } of runs)
        if (isThere(state, accepts))
          line += [...text].map((one) => (one.trim() === "" ? " " : one + (hasColors ? color : ""))).join("");
      if (!isThere(mark, accepts)) continue;
      lines.push(line);
      line = "";
    }
    lines.push(line);
  };
  let together: Paragraph[] = [];
  for (const block of blocks) {
    if ("paragraph" in block) together.push(block.paragraph);
    else {
      add(together.splice(0));
      for (const { cells, state } of block.rows) if (isThere(state, accepts)) for (const cell of cells) add(cell);
    }
  }
  add(together);
  return lines.map((line) => line.replaceAll(/\s+/g, " ").trim()).filter((line) => line !== "");
}

export function authorsOf(blocks: readonly Block[]): Set<string> {
  return new Set([...JSON.stringify(blocks).matchAll(/"(?:by|del)":"(A\d+)"/g)].map(([, by]) => by!));
}

/** Authors of what one inserted and another deleted: no change of the draft, and kept in the file. */
export function nestedIn(blocks: readonly Block[]): Set<string> {
  return new Set(
    [...JSON.stringify(blocks).matchAll(/"kind":"both","by":"(A\d+)","del":"(A\d+)"/g)].flatMap(([, ...both]) => both),
  );
}

/** Authors of what changes nothing that a draft has: a break before a table, and words put back as they were. */
export function unshownIn(blocks: readonly Block[]): Set<string> {
  const found = new Set<string>();
  const paragraphs = blocks.flatMap((block) =>
    "paragraph" in block ? [block.paragraph] : block.rows.flatMap(({ cells }) => cells.flat()),
  );
  for (const { runs } of paragraphs)
    for (const [i, { state, text }] of runs.entries()) {
      const next = runs[i + 1];
      if (state.kind === "del" && next?.state.kind === "ins" && next.state.by === state.by && next.text === text)
        found.add(state.by);
    }
  for (const [i, block] of blocks.entries()) {
    if (!("paragraph" in block) || !("rows" in (blocks[i + 1] ?? {}))) continue;
    const { mark, runs } = block.paragraph;
    // With all of its words, a paragraph is one change.
    if ((mark.kind === "ins" || mark.kind === "del") && runs.some(({ state }) => state.kind === "same")) found.add(mark.by);
  }
  return found;
}

/** Authors of paragraphs above a first table: with nothing to be shown beside, they are in the text already. */
export function takenIn(blocks: readonly Block[]): Set<string> {
  const isInserted = (block: Block) => "paragraph" in block && block.paragraph.runs.every(({ state }) => state.kind === "ins");
  const first = blocks.findIndex((block) => !isInserted(block));
  if (!("rows" in blocks[first]!)) return new Set();
  return authorsOf(blocks.slice(0, first));
}

/** The paragraphs and rows of a written file, read by other means than ours. */
export function blocksIn(xml: string): Block[] {
  return new BlockReader().read(xml.slice(xml.indexOf("<w:body"), xml.indexOf("</w:body>")));
}

class BlockReader {
  #blocks: Block[] = [];
  #rows: Row[] | null = null;
  #cell: Paragraph[] | null = null;
  #paragraph: Paragraph = { runs: [], mark: same };
  #run: Run = { text: "", state: same, color: "" };
  #names: string[] = [];
  #marks: State[] = [];
  #takesText = false;

  read(xml: string): Block[] {
    for (const [, close, name, attributes, empty, text] of xml.matchAll(/<(\/?)([\w:]+)((?:\s[^>]*?)?)(\/?)>|([^<]+)/g)) {
      if (text !== undefined) this.#run.text += this.#takesText ? text : "";
      else if (close) this.#close(name!);
      else {
        this.#open(name!, attributes!, empty === "/");
        if (empty === "") this.#names.push(name!);
      }
    }
    return this.#blocks;
  }

  #open(name: string, attributes: string, isEmpty: boolean): void {
    const valueOf = (key: string) => new RegExp(`w:${key}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    if (name === "w:ins" || name === "w:del") {
      const state: State = { kind: name === "w:ins" ? "ins" : "del", by: valueOf("author") };
      const within = this.#names.at(-1);
      if (within === "w:trPr") this.#rows!.at(-1)!.state = state;
      else if (within === "w:rPr") this.#paragraph.mark = state;
      else if (!isEmpty) this.#marks.push(state);
    } else if (name === "w:p") {
      this.#paragraph = { runs: [], mark: same };
      if (isEmpty) this.#end();
    } else if (name === "w:r") this.#run = { text: "", state: this.#state(), color: "" };
    else if (name === "w:color") this.#run.color = valueOf("val");
    else if (name === "w:t" || name === "w:delText") this.#takesText = !isEmpty;
    else if (name === "w:tbl") this.#rows = [];
    else if (name === "w:tr") this.#rows!.push({ cells: [], state: same });
    else if (name === "w:tc") this.#cell = [];
  }

  #state(): State {
    const [outer, inner] = this.#marks;
    if (outer?.kind === "ins" && inner?.kind === "del") return { kind: "both", by: outer.by, del: inner.by };
    return outer ?? same;
  }

  #close(name: string): void {
    this.#names.pop();
    if (name === "w:p") this.#end();
    else if (name === "w:r") this.#paragraph.runs.push(this.#run);
    else if (name === "w:t" || name === "w:delText") this.#takesText = false;
    else if (name === "w:ins" || name === "w:del") this.#marks.pop();
    else if (name === "w:tc") {
      this.#rows!.at(-1)!.cells.push(this.#cell!);
      this.#cell = null;
    } else if (name === "w:tbl") {
      this.#blocks.push({ rows: this.#rows! });
      this.#rows = null;
    }
  }

  #end(): void {
    if (this.#cell) this.#cell.push(this.#paragraph);
    else this.#blocks.push({ paragraph: this.#paragraph });
  }
}
