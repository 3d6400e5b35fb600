/* A task as data: what is asked in which situation, and what must be true of the answer. */

export type Kind =
  | "writing"
  | "editing"
  | "files"
  | "follow-up"
  | "beside a document"
  | "agent"
  | "law"
  | "refusal"
  | "injection"
  | "false premise";

export type Task = {
  id: string;
  kind: Kind;
  language: "en" | "sv" | "de" | "nl" | "fr";
  question: string;
  /** A text in the conversation that the question is about. */
  text?: string;
  /** A file that is attached, as source [[1]]. */
  file?: { name: string; text: string };
  /** Jurisdictions whose law is chosen for the chat; what is stored of it is in tasks-of-law.ts. */
  law?: readonly ("SE" | "DE" | "GB" | "NL")[];
  /** A draft that is open beside the chat, as Markdown. */
  document?: { name: string; content: string; caret?: { before: string; after: string } };
  /** An agent works on the document. */
  isAgent?: boolean;
  /** What is asked after the first answer, in the same chat. */
  followUps?: readonly string[];
  checks: Checks;
};

export type Checks = {
  /** The only markers that the last answer uses; none where it is empty. */
  markers?: readonly ("draft" | "patch" | "write")[];
  /** Words of the draft, within a tenth. */
  words?: number;
  /** Words that stand in the text after its patches, and words that do not. */
  after?: { has?: readonly string[]; hasNot?: readonly string[] };
  /** No more of the text than this share changes. */
  mostChanged?: number;
  /** Something of the file, or of the law, is quoted word for word, with its number. */
  quotes?: boolean;
  says?: readonly RegExp[];
  saysNot?: readonly RegExp[];
};
