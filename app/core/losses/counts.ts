/*
 * What a document holds, in numbers that no reader or writer may lower: `countDocument` counts ours, and for every
 * foreign form a counter counts what its file says (server/files/counters), knowing nothing of the conversion.
 */
import type { Node } from "prosemirror-model";

export type Counts = {
  /** Of the text before tracked changes. Cross-references don't count: each program words them. */
  letters: number;
  digits: number;
  /** Letters and digits once all tracked changes are accepted; null if the file's can't be compared. */
  settled: number | null;
  notes: number;
  links: number;
  pictures: number;
  comments: number;
  /** Letters with formatting of their own, and digits. */
  formatted: number;
  formattedDigits: number;
};

/** For what a form of file can't hold or isn't asked about: more than any document has. */
export const notAsked = {
  notes: Infinity,
  links: Infinity,
  pictures: Infinity,
  comments: Infinity,
  formatted: Infinity,
  formattedDigits: Infinity,
  settled: null,
};

/** `link` is an address; null outside of links. */
type Said = { link?: string | null; isFormatted?: boolean; isInserted?: boolean; isDeleted?: boolean };

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const lettersIn = (text: string) => countOf(text, /\p{L}/gu);
const digitsIn = (text: string) => countOf(text, /\p{N}/gu);

/** Adds up what is written, in the order of the text. */
export class Tally {
  readonly counts: Counts = {
    letters: 0,
    digits: 0,
    settled: 0,
    notes: 0,
    links: 0,
    pictures: 0,
    comments: 0,
    formatted: 0,
    formattedDigits: 0,
  };
  #link: string | null = null;

  write(text: string, { link = null, isFormatted = false, isInserted = false, isDeleted = false }: Said = {}): void {
    // Inserted by one person and deleted by another: neither before nor after.
    if (text === "" || (isInserted && isDeleted)) return;
    const [letters, digits] = [lettersIn(text), digitsIn(text)];
    if (!isInserted) {
      this.counts.letters += letters;
      this.counts.digits += digits;
      if (isFormatted) this.counts.formatted += letters;
      if (isFormatted) this.counts.formattedDigits += digits;
    }
    if (!isDeleted && this.counts.settled !== null) this.counts.settled += letters + digits;
    // A link may be several runs of text.
    if (link !== null && link !== this.#link && text.trim() !== "") this.counts.links++;
    if (text.trim() !== "") this.#link = link;
  }

  /** Two links beside each other in different blocks are two. */
  endBlock(): void {
    this.#link = null;
  }

  add(what: "notes" | "pictures" | "comments", count = 1): void {
    this.counts[what] += count;
  }
}

/** What stands beside a document's text. */
type Beside = {
  changes?: readonly { original: string; replacement: string }[];
  comments?: readonly { comments: readonly unknown[] }[];
};

export function countDocument(document: Node, { changes = [], comments = [] }: Beside = {}): Counts {
  const tally = new Tally();
  countBlocks(document, tally);
  for (const thread of comments) tally.add("comments", thread.comments.length);
  const { counts } = tally;
  const written = (text: string) => lettersIn(text) + digitsIn(text);
  const changed = changes.reduce((sum, one) => sum + written(one.replacement) - written(one.original), 0);
  return { ...counts, settled: (counts.settled ?? 0) + changed };
}

function countBlocks(parent: Node, tally: Tally): void {
  parent.forEach((node) => {
    if (node.type.name === "image") {
      tally.add("pictures");
      tally.write(String(node.attrs["caption"]));
    } else if (node.isTextblock) countWords(node, tally);
    else countBlocks(node, tally);
  });
}

function countWords(block: Node, tally: Tally): void {
  const notes: Node[] = [];
  tally.endBlock();
  block.forEach((node) => {
    if (node.type.name === "footnote") notes.push(node);
    else if (node.isText) {
      const link = node.marks.find(({ type }) => type.name === "link");
      const isFormatted = block.type.spec.code === true || node.marks.some(({ type }) => type.name !== "link");
      tally.write(node.text!, { link: link === undefined ? null : String(link.attrs["href"]), isFormatted });
    }
  });
  for (const note of notes) {
    tally.add("notes");
    countWords(note, tally);
  }
}
