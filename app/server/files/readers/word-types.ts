/* What a Word document's body is read as (word-blocks.ts), and an ODT or RTF file's as well. */
import type { Alignment } from "#core/document/document-attributes.ts";
import type { Highlight } from "#core/document/document-schema.ts";
import type { MarkName } from "./word-numbering.ts";

export type WordChange = { kind: "ins" | "del"; author: string; date: string };

export type WordRun = {
  text: string;
  marks: MarkName[];
  /** In a monospaced font. */
  isMono?: boolean;
  /** The highlight color of the mark with this name. */
  highlight?: Highlight;
  change: WordChange | null;
  /** A relationship id. */
  link?: WordLink;
  /** A comment's range starts or ends here. */
  comment?: { id: string; isStart: boolean };
  /** The footnote or endnote referenced here: its kind and id. */
  note?: string;
  /** Bookmarks around the note's mark. */
  bookmarks?: string[];
  picture?: WordPicture;
  /** The words are the result of a cross-reference field. */
  field?: WordField;
  /** The formatting before a tracked formatting change. */
  looked?: WordFormatting;
};
/** A relationship name and the anchor in its target. */
export type WordLink = { relation: string; anchor: string };
export type WordFormatting = { marks: MarkName[]; author: string; date: string };
/** The file's relationship, its alternative text, and its width in English Metric Units (0 if none). */
export type WordPicture = {
  relation: string;
  alt: string;
  width: number;
  /** Among all drawings of the part, in the order in which they begin. */
  number: number;
};
export type WordParagraph = {
  kind: "paragraph";
  style: string;
  level?: number;
  numId?: string;
  depth: number;
  /** Twips from the margin. */
  indent: number;
  hasRule: boolean;
  align: Alignment | null;
  /** It begins a page, or what follows it does. */
  startsPage: boolean;
  endsPage?: boolean;
  /** Bookmarks that start in it. */
  bookmarks: string[];
  /** Its heading level and alignment before a tracked change. */
  looked?: { level: number | undefined; align: Alignment | null; author: string; date: string };
  /** The paragraph break after it was inserted or deleted. */
  mark?: WordChange;
  /** Its number among the paragraphs of the part, in the order in which they begin; several if they were rejoined. */
  numbers: number[];
  runs: WordRun[];
};
type WordCell = { span: number; resumes: boolean; blocks: WordBlock[] };
export type WordRow = { isHeader: boolean; cells: WordCell[]; change?: WordChange };
export type WordBlock = WordParagraph | { kind: "table"; rows: WordRow[] };

export type WordField = { kind: "REF" | "NOTEREF"; bookmark: string; isNumber: boolean };
