/*
 * Tracked rows of a table. An inserted one is not in the text before the changes, so it is a change beside the row above
 * it, below it, or beside the block above its table; a deleted one is a change of the whole row.
 */
import { textOfRow, type InsertedCell } from "#core/changes/inserted-rows.ts";
import type { WordBlock, WordChange, WordRow } from "./word-types.ts";
import type { TextChange } from "./word-changes.ts";

type Range = { start: number; end: number };
type Inserted = { cells: InsertedCell[]; paragraphs: number[][] };

/** Null for any other row, and for one that holds more than words: that is in the text already. */
export function insertedRow({ change, cells }: WordRow): Inserted | null {
  if (change?.kind !== "ins" || cells.every(({ resumes }) => resumes)) return null;
  const made: Inserted = { cells: [], paragraphs: [] };
  for (const { span, resumes, blocks } of cells) {
    if (resumes) {
      made.cells.push({ span, paragraphs: [], resumes });
      continue;
    }
    const lines = linesOf(blocks);
    if (lines === null) return null;
    const worded = lines.filter(({ text }) => text !== "");
    const taken = worded.length > 0 ? worded : lines.slice(0, 1);
    made.cells.push({ span, paragraphs: worded.map(({ text }) => text) });
    made.paragraphs.push(...taken.map(({ numbers }) => numbers));
  }
  return made;
}

/** Whether its inserted rows have a row, or a block above the table, to be beside. */
export function mayBeBeside(rows: readonly WordRow[], above: Range | null): boolean {
  const present = rows.filter(({ change }) => change?.kind !== "ins");
  return present.length > 0 ? present.some(({ cells }) => hasText(cells)) : above !== null;
}

function hasText(cells: WordRow["cells"]): boolean {
  return cells.some(({ blocks }) =>
    blocks.some((block) =>
      block.kind === "table"
        ? block.rows.some((row) => hasText(row.cells))
        : block.runs.some(({ text, change }) => change?.kind !== "ins" && text.trim() !== ""),
    ),
  );
}

function linesOf(blocks: readonly WordBlock[]): { text: string; numbers: number[] }[] | null {
  const lines = [];
  for (const block of blocks) {
    if (block.kind === "table" || block.mark?.kind === "del") return null;
    if (block.runs.some(({ note, picture, field }) => note !== undefined || picture || field)) return null;
    const text = block.runs.map((run) => (run.change?.kind === "del" ? "" : run.text)).join("");
    lines.push({ text: text.trim() === "" ? "" : text, numbers: block.numbers });
  }
  return lines;
}

/** Its words before the changes, as a row of the draft has them. */
function wordsOf(cells: WordRow["cells"]): string {
  const lines = (blocks: readonly WordBlock[]): string[] =>
    blocks.flatMap((block) => {
      if (block.kind === "table") return block.rows.flatMap((row) => row.cells.flatMap((cell) => lines(cell.blocks)));
      const text = block.runs.map((run) => (run.change?.kind === "ins" ? "" : run.text)).join("");
      return text.trim() === "" ? [] : [text];
    });
  return cells.map(({ blocks }) => lines(blocks).join("\n\n")).join("\n\n");
}

/** Before the first row that stays; `beyond`: the rows between it and that one. */
type Waiting = Inserted & { change: WordChange; beyond: string[] };

export class TrackedRows {
  readonly changes: TextChange[] = [];
  #depth: number;
  /** A row that may be deleted is nothing to be beside, if there is another. */
  #last: Range | null = null;
  #lastDeleted: Range | null = null;
  #beyond: string[] = [];
  #waiting: Waiting[] = [];

  /** `depth`: how many cells are around the table. */
  constructor(depth: number) {
    this.#depth = depth;
  }

  insert(row: Inserted, change: WordChange): void {
    const words = textOfRow(row.cells);
    if (this.#last === null) {
      for (const { beyond } of this.#waiting) beyond.push(words);
      return void this.#waiting.push({ ...row, change, beyond: [] });
    }
    const last = this.changes.at(-1);
    const isNext = last?.rows?.at === "behind the row" && textOfRow(last.rows.rows.at(-1)!) === this.#beyond.at(-1);
    if (isNext && last.start === this.#last.start && isBy(last, change)) join(last, row);
    else this.#add(this.#last, [row], { at: "behind the row", change, beyond: [...this.#beyond] });
    this.#beyond.push(words);
  }

  /** A row that is there before the changes; `within`: the changes in it. */
  pass({ change, cells }: WordRow, range: Range, within: TextChange[]): TextChange[] {
    if (!hasText(cells)) {
      this.#passBy("\n\n".repeat(cells.length - 1));
      return within;
    }
    if (change?.kind === "del") {
      this.#passBy(wordsOf(cells));
      this.#lastDeleted = range;
      const { author, date } = change;
      this.changes.push({ ...range, text: "", author, date, rows: { rows: [], at: "instead of the row", depth: this.#depth } });
      return [];
    }
    this.#place(range, "before the row");
    this.#last = range;
    this.#beyond = [];
    return within;
  }

  #passBy(words: string): void {
    this.#beyond.push(words);
    for (const { beyond } of this.#waiting) beyond.push(words);
  }

  /** `block`: the last one before the table. */
  end(block: Range | null): void {
    if (this.#lastDeleted) this.#replace(this.#lastDeleted);
    else if (block) this.#place(block, "behind the block");
  }

  /** With every row deleted, the new ones are in place of the last. */
  #replace({ start }: Range): void {
    const waiting = this.#waiting.splice(0);
    const deleted = this.changes.find((one) => one.start === start && one.rows?.at === "instead of the row");
    if (waiting.length === 0 || !deleted?.rows) return;
    const { end, author, date } = deleted;
    const added = waiting.map(({ cells, change }): TextChange => {
      return { start: end, end, text: `\n\n${textOfRow(cells)}`, author: change.author, date: change.date };
    });
    deleted.parts = [{ start, end, text: "", author, date }, ...added];
    deleted.rows = { ...deleted.rows, rows: waiting.map(({ cells }) => cells) };
    deleted.paragraphs = waiting.flatMap(({ paragraphs }) => paragraphs);
  }

  #place(range: Range, at: "before the row" | "behind the block"): void {
    const waiting = this.#waiting.splice(0);
    const isTable = at === "behind the block";
    for (let i = 0; i < waiting.length;) {
      const { change } = waiting[i]!;
      const isSame = (one: Waiting, j: number) => isTable || (isBy(change, one.change) && isNext(waiting[j - 1]!, one));
      let end = i + 1;
      while (end < waiting.length && isSame(waiting[end]!, end)) end++;
      const beyond = at === "before the row" ? waiting[end - 1]!.beyond : [];
      this.#add(range, waiting.slice(i, end), { at, change, beyond });
      i = end;
    }
  }

  #add(
    { start, end }: Range,
    rows: readonly Inserted[],
    {
      at,
      change,
      beyond = [],
    }: { at: "behind the row" | "before the row" | "behind the block"; change: WordChange; beyond?: string[] },
  ): void {
    const { author, date } = change;
    this.changes.push({
      start,
      end,
      text: "",
      author,
      date,
      rows: { rows: rows.map(({ cells }) => cells), at, depth: this.#depth, ...(beyond.length > 0 && { beyond }) },
      paragraphs: rows.flatMap(({ paragraphs }) => paragraphs),
    });
  }
}

function join(change: TextChange, { cells, paragraphs }: Inserted): void {
  change.rows!.rows.push(cells);
  change.paragraphs!.push(...paragraphs);
}

/** Whether nothing is between them. */
const isNext = (one: Waiting, next: Waiting) => one.beyond.length === next.beyond.length + 1;

function isBy({ author, date }: Pick<TextChange, "author" | "date">, change: WordChange): boolean {
  return author === change.author && date === change.date;
}
