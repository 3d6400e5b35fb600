/*
 * Tracked changes beyond words within a paragraph: paragraph marks, rows, the whole text. Those
 * that can be expressed as text changes are converted; others are already applied in the text, and
 * counted.
 */
import type { WordBlock, WordParagraph, WordRun } from "./word-types.ts";

/** Rejoins paragraphs split by an inserted paragraph mark; the break becomes an insertion. */
export function joinedSplits(blocks: readonly WordBlock[]): WordBlock[] {
  const joined: WordBlock[] = [];
  /** The last paragraph's runs once it was joined: a copy that can grow. */
  let runs: WordRun[] | null = null;
  let numbers: number[] = [];
  let hasWords = false;
  for (const block of blocks) {
    const last = joined.at(-1);
    const isSplit = last?.kind === "paragraph" && last.mark?.kind === "ins" && hasWords;
    if (block.kind === "paragraph" && isSplit && last.mark) {
      if (runs === null) [runs, numbers] = [[...last.runs], [...last.numbers]];
      runs.push({ text: "\n\n", marks: [], change: { ...last.mark } });
      for (const run of block.runs) runs.push(run);
      for (const number of block.numbers) numbers.push(number);
      const { mark, ...rest } = block;
      joined[joined.length - 1] = { ...rest, ...placeOf(last), runs, numbers, ...(mark && { mark }) };
    } else {
      joined.push(block);
      [runs, hasWords] = [null, hadWords([block])];
    }
  }
  return joined;
}

/** Position and references, which come from the first paragraph. */
function placeOf({ bookmarks, style, level, numId, depth, indent, align, startsPage }: WordParagraph) {
  return {
    bookmarks,
    style,
    depth,
    indent,
    align,
    startsPage,
    ...(level !== undefined && { level }),
    ...(numId !== undefined && { numId }),
  };
}

/** Before the changes. */
export function hadWords(blocks: readonly WordBlock[]): boolean {
  return blocks.some((block) =>
    block.kind === "table"
      ? block.rows.some((row) => row.change?.kind !== "ins" && row.cells.some((cell) => hadWords(cell.blocks)))
      : block.runs.some(({ text, change, note, picture }) => change?.kind !== "ins" && (text.trim() !== "" || note || picture)),
  );
}

/** Insertions applied as text, because there is nothing to show them against. */
export class TakenInsertions {
  #authors = new Map<string, number>();

  /** The blocks with insertions applied. */
  take(blocks: readonly WordBlock[]): WordBlock[] {
    return blocks.map((block): WordBlock => {
      if (block.kind === "table")
        return {
          ...block,
          rows: block.rows.map(({ isHeader, cells }) => ({
            isHeader,
            cells: cells.map(({ span, resumes, blocks: inside }) => ({ span, resumes, blocks: this.take(inside) })),
          })),
        };
      const { mark, ...rest } = block;
      const runs = block.runs.map((run) => this.#taken(run));
      return mark?.kind === "del" ? { ...rest, runs, mark } : { ...rest, runs };
    });
  }

  #taken(run: WordRun): WordRun {
    if (run.change?.kind !== "ins") return run;
    if (run.text.trim() !== "") this.#authors.set(run.change.author, (this.#authors.get(run.change.author) ?? 0) + 1);
    return { ...run, change: null };
  }

  get sentences(): string[] {
    return [...this.#authors].map(
      ([author, count]) =>
        `${count} tracked insertion${count === 1 ? "" : "s"} of whole rows, cells or texts${author && ` by ${author}`} ${count === 1 ? "is" : "are"} in the text already.`,
    );
  }
}
