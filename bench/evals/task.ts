/* A task as data: the question, its situation, and what must be true of the answer. */

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
  /** Jurisdictions selected for the chat; their stored law is in tasks-of-law.ts. */
  law?: readonly ("SE" | "DE" | "GB" | "NL")[];
  /** A draft open beside the chat, as Markdown. */
  document?: { name: string; content: string; caret?: { before: string; after: string } };
  /** An agent works on the document. */
  isAgent?: boolean;
  /** Questions after the first answer, in the same chat. */
  followUps?: readonly string[];
  checks: Checks;
};

export type Checks = {
  /** The only markers the last answer may use; none if empty. */
  markers?: readonly ("draft" | "patch" | "write")[];
  /** Words of the draft, within a tenth. */
  words?: number;
  /** Words that the patched text must contain, and words that it must not. */
  after?: { has?: readonly string[]; hasNot?: readonly string[] };
  /** The largest share of the text that may change. */
  mostChanged?: number;
  /** The answer must quote the file or the law verbatim, with its number. */
  quotes?: boolean;
  says?: readonly RegExp[];
  saysNot?: readonly RegExp[];
};
