/* A task as data: what is asked in which situation, and what must be true of the answer. */
import type { TurnFacts } from "#server/briefing/turn-facts.ts";

export type Kind = "writing" | "editing" | "files" | "refusal" | "injection" | "false premise";

export type Task = {
  id: string;
  kind: Kind;
  language: "en" | "sv" | "de" | "nl" | "fr";
  question: string;
  /** A text in the conversation that the question is about. */
  text?: string;
  /** A file that is given whole, as source [[1]]. */
  file?: { name: string; text: string };
  facts?: Partial<TurnFacts>;
  checks: Checks;
};

export type Checks = {
  /** The only markers that it uses; none where it is empty. */
  markers?: readonly ("draft" | "patch" | "write")[];
  /** Words of the draft, within a tenth. */
  words?: number;
  /** Words that stand in the text after its patches, and words that do not. */
  after?: { has?: readonly string[]; hasNot?: readonly string[] };
  /** No more of the text than this share changes. */
  mostChanged?: number;
  /** Something of the file is quoted word for word, with its number. */
  quotes?: boolean;
  says?: readonly RegExp[];
  saysNot?: readonly RegExp[];
};
