/* Collections: what was gathered for a matter, document by document, with families, threads and duplicates. */
import type { JobState } from "../workspace/job.ts";
import type { CodingChange, Issue } from "./coding.ts";
import type { QueryFault } from "./query.ts";
import type { Redaction } from "./redaction.ts";

/** `shown`: characters of a text; a longer one is cut where it is shown, and not produced. */
export const discoveryLimits = { name: 200, prefix: 12, custodian: 200, sources: 500, atOnce: 50, shown: 400_000 } as const;

export type CollectionSummary = {
  id: string;
  name: string;
  projectId: string;
  projectName: string;
  documents: number;
  updatedAt: string;
};
export type CollectionPage = { collections: CollectionSummary[]; next: string | null };

/** Files that are being read, or were not. */
export type CollectionRun = {
  state: JobState;
  /** Null for those who did not start it. */
  jobId: string | null;
  problem: string | null;
  by: string | null;
  /** Parts of the files: emails, or files of an archive. */
  done: number;
  of: number;
  /** Whether all is read and it is being compared. */
  isComparing: boolean;
};

/** A query that is kept under a name, with its order. */
export type SavedSearch = { id: string; name: string; query: string; sort: DocumentSort };
export const savedSearchLimits = { name: 100, list: 200 } as const;

export type Collection = {
  id: string;
  name: string;
  prefix: string;
  projectId: string;
  projectName: string;
  mayWrite: boolean;
  documents: number;
  exceptions: number;
  /** `fileId`: null once the file is deleted. */
  sources: { id: string; fileId: string | null; name: string; custodian: string; documents: number; isDone: boolean }[];
  issues: Issue[];
  searches: SavedSearch[];
  run: CollectionRun | null;
};

export type DocumentSummary = {
  id: string;
  number: string;
  name: string;
  kind: string;
  from: string;
  subject: string;
  /** ISO time; of an attachment that of its email. */
  date: string | null;
  isAttachment: boolean;
  attachments: number;
  isDuplicate: boolean;
  hasNearDuplicates: boolean;
  inThread: boolean;
  problem: string | null;
  /** Codes, and ids of issues. */
  codes: string[];
};

export type DocumentPage = {
  documents: DocumentSummary[];
  next: string | null;
  fault: QueryFault | null;
};

export type RelatedDocument = {
  id: string;
  number: string;
  title: string;
  from: string;
  date: string | null;
  score: number | null;
};

export type CollectedDocument = DocumentSummary & {
  to: string;
  cc: string;
  custodian: string;
  source: string;
  path: string;
  size: number;
  sha256: string;
  pageCount: number | null;
  text: string;
  isTextCut: boolean;
  family: RelatedDocument[];
  thread: RelatedDocument[];
  duplicates: RelatedDocument[];
  nearDuplicates: RelatedDocument[];
  /** Newest first. */
  changes: CodingChange[];
  /** In the order of the text. */
  redactions: Redaction[];
};

export type FacetValue = { value: string; count: number };
export type Facets = {
  total: number;
  types: FacetValue[];
  custodians: FacetValue[];
  senders: FacetValue[];
  /** Months, oldest first. */
  months: FacetValue[];
  marks: FacetValue[];
  codes: FacetValue[];
};

export const documentSorts = ["number", "newest", "oldest"] as const;
export type DocumentSort = (typeof documentSorts)[number];

export function controlNumber(prefix: string, ordinal: number): string {
  return `${prefix}-${String(ordinal).padStart(7, "0")}`;
}

/** As people say it; what they search with type: is the key. */
export const kindWords: Record<string, string> = {
  email: "Email",
  msg: "Outlook email",
  pdf: "PDF",
  "locked-pdf": "PDF",
  docx: "Word",
  doc: "Word",
  odt: "OpenDocument",
  rtf: "Rich text",
  xlsx: "Excel",
  xls: "Excel",
  pptx: "PowerPoint",
  ppt: "PowerPoint",
  html: "Web page",
  markdown: "Markdown",
  table: "Table",
  text: "Text",
  image: "Picture",
  archive: "Archive",
  mailbox: "Mailbox",
  unknown: "Not read",
};
