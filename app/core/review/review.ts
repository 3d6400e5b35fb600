/*
 * A review: documents of a project and questions about them, as a table. A cell keeps what was found in the document,
 * with the words it stands on, apart from what a person holds it to be: no run overwrites a person's word.
 */
import type { CitedWords } from "../sources/source.ts";
import type { LawOfRow } from "./frozen.ts";

export const columnFormats = ["text", "clause", "list", "date", "period", "amount", "number", "yes-no", "choice"] as const;
export type ColumnFormat = (typeof columnFormats)[number];

export const reviewLimits = {
  documents: 10_000,
  columns: 50,
  choices: 30,
  name: 200,
  label: 80,
  question: 2000,
  instructions: 8000,
  answer: 8000,
  quotations: 8,
  /** The rows of a table that are sent at once. */
  rowsAtOnce: 100,
  /** The cells that are changed at once. */
  cellsAtOnce: 1000,
  comment: 4000,
  /** Documents of a collection that become rows at once: a text file is written of each that is no file of the project. */
  collectedAtOnce: 200,
  /** Sections of law that become rows at once. */
  lawAtOnce: 500,
} as const;

/** Of columns that are proposed from documents. */
export const suggestionLimits = {
  fewest: 5,
  most: 12,
  documents: 2,
  /** Of all documents together. */
  characters: 80_000,
} as const;

export type ReviewColumn = {
  id: string;
  label: string;
  question: string;
  format: ColumnFormat;
  /** What may be chosen, if the format is "choice". */
  choices: readonly string[];
  /** Counts the changes of what is asked: answers to an earlier version are outdated. */
  version: number;
};
export type NewColumn = Pick<ReviewColumn, "label" | "question" | "format" | "choices">;

/** Columns that were proposed from documents, and where they come from. */
export type SuggestedColumns = {
  columns: NewColumn[];
  /** What was read, and whether that was all of it. */
  documents: { name: string; isWhole: boolean }[];
  by:
    | { kind: "model"; name: string; /** US dollars; null if no price is known. */ cost: number | null }
    | { kind: "library"; sets: string[] };
};

/** Words of the document that an answer stands on. Without offsets, they were not found there. */
export type CellSource = Pick<CitedWords, "verdict" | "start" | "end" | "words" | "difference"> & {
  /** As the model quoted them. */
  quoted: string;
  page?: number;
};

/** `not-present` is a finding: the whole document was read for it. */
export const cellStates = ["found", "not-present", "unclear", "failed"] as const;
export type CellState = (typeof cellStates)[number];

/** What a model, or the built-in editor, found. */
export type CellFinding = {
  state: CellState;
  answer: string;
  /** In a form that can be sorted and counted: an ISO date, "EUR 1200", a number, days; null for words. */
  value: string | null;
  sources: CellSource[];
  /** Why it is unclear or has failed; of what is not there, how much was read. */
  note: string | null;
};

export type Usage = {
  inputTokens: number;
  outputTokens: number;
  /** US dollars; null if no price is known. */ cost: number | null;
};

/** What a person verified or corrected. */
export type HeldAnswer = { answer: string; value: string | null; sources: CellSource[]; isCorrected: boolean };

/** Whose a cell is, and until which day. */
export type Assigned = { to: string; name: string; due: string | null };

/** Taken over from where the same was asked of the same document. `review` is null for those who do not see it. */
export type ReusedAnswer = { review: { id: string; name: string } | null; /** When a model was asked. */ at: string };

export type ReviewCell = {
  columnId: string;
  /** Null if nothing was asked yet. */
  found: (CellFinding & { model: string; at: string; isOutdated: boolean; reused: ReusedAnswer | null }) | null;
  held: (HeldAnswer & { by: string | null; at: string }) | null;
  /** Waits for a run that is at work or paused. */
  isQueued: boolean;
  isFlagged: boolean;
  assigned: Assigned | null;
  comments: number;
};

/** What people change of a cell, before and after. */
export type CellChanged =
  | { what: "answer"; before: HeldAnswer | null; after: HeldAnswer | null }
  | { what: "flag"; before: boolean; after: boolean }
  | { what: "assignment"; before: Assigned | null; after: Assigned | null };

export type CellActivity = {
  changes: (CellChanged & { id: string; by: string | null; at: string; isUndone: boolean })[];
  comments: { id: string; by: string | null; isMine: boolean; text: string; at: string }[];
};

export type ReviewRow = {
  id: string;
  /** Where it is in the table, and how it is asked for; no two rows of a review have the same. */
  position: number;
  fileId: string;
  name: string;
  fileType: string;
  /** Pages of it are pictures that have not been read. */
  unreadPages: number;
  /** Of a row that is a section of law. */
  law: LawOfRow | null;
  cells: ReviewCell[];
};

export type ReviewRun = {
  id: string;
  /** To pause, resume or cancel it; null if it is someone else's. */
  jobId: string | null;
  state: "queued" | "running" | "paused" | "failed";
  by: string | null;
  cells: number;
  left: number;
  cost: number | null;
  problem: string | null;
};

export type ColumnCounts = {
  columnId: string;
  verified: number;
  found: number;
  notPresent: number;
  unclear: number;
  failed: number;
};

export type ReviewSummary = {
  id: string;
  name: string;
  projectId: string;
  projectName: string;
  documents: number;
  updatedAt: string;
};
export type ReviewPage = { reviews: ReviewSummary[]; hasMore: boolean };

export type Review = {
  id: string;
  name: string;
  projectId: string;
  projectName: string;
  instructions: string;
  /** Null: the default of whoever runs it. */
  model: string | null;
  mayWrite: boolean;
  columns: ReviewColumn[];
  documents: number;
  runs: ReviewRun[];
  counts: ColumnCounts[];
  /** All runs together. */
  spent: Usage;
};

export type ReviewEstimate = { cells: number; inputTokens: number; outputTokens: number; cost: number | null; model: string };
