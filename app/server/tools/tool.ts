/*
 * A tool that models may call. Input is validated before `execute` runs; errors become results
 * that the model can read. A tool that can't do its work must say so in its result.
 */
import type { z } from "zod";
import type { Actor } from "#core/workspace/policy.ts";
import type { AgentToolName } from "#core/agent/agent.ts";
import type { ToolName } from "#core/chat/message.ts";
import type { Source } from "#core/sources/source.ts";
import type { LawFilter } from "../data/law/law.ts";
import type { ChatFile } from "../files/chat-files.ts";
import type { LiveLaw } from "../knowledge/live-law.ts";
import type { FoundInFiles } from "../knowledge/search-files.ts";
import type { LawHit, MissingProvision } from "../knowledge/search-law.ts";
import type { OpenTable } from "../reviews/open-table.ts";
import type { Web } from "../web/web.ts";

/** Limits the chat's files to search; dates are ISO dates. */
export type FileFilter = { project?: string | undefined; uploadedFrom?: string | undefined; uploadedTo?: string | undefined };

type Maybe<T> = { [Key in keyof T]?: T[Key] | undefined };
/** Limits the law selected for a chat. */
export type ChosenLawFilter = Maybe<LawFilter & { jurisdictions: readonly string[] }>;

export type ToolContext = {
  me: Actor;
  chatId: string;
  signal: AbortSignal;
  /**
   * Files attached anywhere in the chat's active branch, newest last; with a name, also a file of
   * the searched project.
   */
  files(name?: string): Promise<ChatFile[]>;
  /** Searches the uploaded files among those, and the project's files if the writer enabled that. */
  fileSearch: { searchesProject: boolean; search(asked: FileFilter & { question: string; limit: number }): Promise<FoundInFiles> };
  /** Searches law in the chat's jurisdictions; `chosen` is empty if none is selected. */
  law: {
    chosen: readonly string[];
    search(asked: ChosenLawFilter & { question: string; limit: number }): Promise<LawHit[]>;
    /** Provisions the question names that the stored acts don't have. */
    missing(asked: ChosenLawFilter & { question: string; limit: number }): Promise<MissingProvision[]>;
    /**
     * Fetches law that a text names or a remote source finds into the searched law. Absent if no
     * remote source is used.
     */
    live?: Pick<LiveLaw, "bringNamed" | "bringFound">;
  };
  web: Web;
  /** The sources cited in this chat so far, one entry per citation. */
  cited(): Promise<Source[]>;
  editorSelection: string | null;
  /** The draft open next to the chat. */
  openDraft?: { name: string; text: string; caret: { before: string; after: string } | null };
  /** The newest text of the chat, for a tool called without one. */
  nearestText(): SubjectInput | null;
  /** The table that the chat is about. `give` numbers its cells; they join the answer only once it cites them. */
  table?: (OpenTable & { give(sources: Omit<Source, "number">[]): Source[] }) | undefined;
  /** Adds sources to the run and returns them with their citation numbers. */
  addSources(sources: Omit<Source, "number">[]): Source[];
};

/** A bare `Tool` has any input type: its `execute` takes what its own `input` has parsed. */
export type Tool<Input = unknown> = {
  name: ToolName | AgentToolName | "readFile" | "readReview";
  /** Read by the model. */
  description: string;
  input: z.ZodType<Input>;
  execute(input: Input, context: ToolContext): Promise<unknown>;
};

export type SubjectInput = { text?: string | undefined; attachment?: string | undefined };
