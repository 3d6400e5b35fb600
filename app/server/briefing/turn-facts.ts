/*
 * What is so in this turn: everything that decides how a model is briefed.
 * Whoever starts a run fills it in; the briefing is a pure function of it.
 */
import type { AgentChoice } from "#core/agent/agent.ts";
import type { ChatChoices } from "#core/chat/chat.ts";

/** What the run is. The composer's choices only say what was last chosen. */
export type TurnMode = { kind: "answer" } | ({ kind: "agent" } & Pick<AgentChoice, "maxSteps" | "applies">);

export type TurnFacts = {
  mode: TurnMode;
  /** An ISO day and its zone, such as Europe/Stockholm. */
  today: string;
  timeZone: string | null;
  writer: {
    name: string | null;
    /** As the writer's browser says it, such as en-GB. */
    locale: string | null;
    /** What they mostly write; a whole sentence. */
    writes: string | null;
  };
  /** How they write, described; null where nothing is known. */
  style: string | null;
  /** The organization; null in one's own place. */
  workspace: string | null;
  project: { name: string | null; instructions: string };
  choices: Pick<ChatChoices, "sources" | "draftMode" | "writingType">;
  document: DocumentFacts | null;
  hasSelection: boolean;
  files: readonly FileFacts[];
  /** Names of the project's files, where the writer has turned their search on. */
  projectFiles: readonly string[];
  /** Jurisdictions whose law is searched. */
  law: readonly string[];
  lawOn: string | null;
  /** A search service is set up; and the writer asks for a search in this very question. */
  web: { isSetUp: boolean; isAsked: boolean };
  /** The chat holds a text to check: pasted, drafted, attached or open. */
  hasText: boolean;
  /** Changes were proposed before, and what became of them goes with the question. */
  hasEarlierChanges: boolean;
  /** Earlier messages that the model is not shown. */
  leftOut: number;
  /** A summary stands for the oldest messages. */
  isSummarized: boolean;
};

export type DocumentFacts = {
  name: string;
  /** An English name of it, where it is known. */
  language: string | null;
  words: number;
  /** Clause numbers are made by the page, typed into the text, or not there. */
  numbers: "automatic" | "typed" | "none";
  terms: readonly string[];
  hasTables: boolean;
};

export type FileFacts = {
  name: string;
  /** The number it is cited by; null for what has no text. */
  source: number | null;
  given: "whole" | "outline" | "picture" | "unreadable";
};
