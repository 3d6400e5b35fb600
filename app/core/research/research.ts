/*
 * A research: a question about the law of one day, a plan of smaller questions that people may change, what was asked and
 * found for each, and the memo written from that. Everything it says stands on words of stored law or files.
 */
import type { Usage } from "../review/review.ts";
import type { Verdict } from "../claims/verdicts.ts";
import type { Source } from "../sources/source.ts";

export const researchLimits = {
  question: 2000,
  known: 8000,
  steps: 30,
  stepQuestion: 1000,
  query: 500,
  queries: 6,
} as const;

/** `words` searches law and files; `citing` looks for stored provisions that cite those found so far. */
export const queryKinds = ["words", "citing"] as const;
export type ResearchQuery = { kind: (typeof queryKinds)[number]; text: string };

/** Who put a step into the plan, or last changed its words. */
export const stepMakers = ["person", "model", "rules"] as const;
export type StepMaker = (typeof stepMakers)[number];

/** What was found for a step. `not-found` is a finding: the log says what was searched. */
export type StepFinding = {
  state: "found" | "not-found" | "failed";
  /** Markdown; its [[n]] are numbers of the research's sources. */
  text: string;
  /** Why it has failed, or what could not be had. */
  note: string | null;
};

export type ResearchStep = {
  id: string;
  question: string;
  queries: ResearchQuery[];
  madeBy: StepMaker;
  finding: (StepFinding & { model: string; at: string; isOutdated: boolean }) | null;
};

/** One passage that a search came upon. Set aside are those that only come close. */
export type FoundPassage = {
  /** Of the source in this research; null for what only the log names. */
  number: number | null;
  /** As it is cited, or the file's name. */
  name: string;
  text: string;
  isTaken: boolean;
};

/** An entry of the search log: what was asked of what, and what came of it. */
export type LoggedSearch = {
  id: string;
  stepId: string | null;
  /** The question of the step as it was then. */
  step: string;
  searched: "law" | "files" | "citing";
  query: string;
  jurisdictions: string[];
  /** The law of which day was searched; null for the present. */
  day: string | null;
  found: FoundPassage[];
  notices: string[];
  at: string;
};

export type NumberedSource = Source & { number: number };

/** How an authority of a research reads now, as far as the stored law knows. */
export type AuthorityStatus = "in-force" | "to-come" | "amended" | "repealed" | "ended" | "decided" | "file";
export type ResearchAuthority = {
  number: number;
  /** Of a section of law. */
  ref: string | null;
  name: string;
  title: string;
  /** The date of the text that was read, and when its wording applied; ISO dates. */
  version: string | null;
  inForce: string | null;
  inForceTo: string | null;
  day: string | null;
  url: string | null;
  status: AuthorityStatus;
};

/** A sentence of a memo as it was written, and the strictest verdict of its citations. */
export type MemoSentence = {
  text: string;
  verdict: Verdict;
  numbers: number[];
  /** What the source says instead. */
  difference?: { said: string; source?: string };
};
export type MemoPart = { heading: string; sentences: MemoSentence[] };
export type MemoSummary = {
  runId: string;
  draftId: string | null;
  draftName: string | null;
  model: string;
  at: string;
  parts: MemoPart[];
  /** The draft was changed after it was written. */
  isChanged: boolean;
};

export type ResearchRun = {
  id: string;
  kind: "plan" | "answer";
  /** To pause, resume or cancel it; null if it is someone else's. */
  jobId: string | null;
  state: "queued" | "running" | "paused" | "failed";
  by: string | null;
  problem: string | null;
};

export type ResearchSummary = {
  id: string;
  question: string;
  projectId: string;
  projectName: string;
  day: string | null;
  jurisdictions: string[];
  steps: number;
  answered: number;
  hasMemo: boolean;
  updatedAt: string;
};
/** `next`: the id after which the list continues, or null. */
export type ResearchPage = { research: ResearchSummary[]; next: string | null };

export type Research = {
  id: string;
  projectId: string;
  projectName: string;
  question: string;
  known: string;
  jurisdictions: string[];
  day: string | null;
  withFiles: boolean;
  model: string | null;
  isWatched: boolean;
  mayWrite: boolean;
  steps: ResearchStep[];
  run: ResearchRun | null;
  /** Newest first. */
  memos: MemoSummary[];
  authorities: ResearchAuthority[];
  spent: Usage;
};

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cost: 0 };
