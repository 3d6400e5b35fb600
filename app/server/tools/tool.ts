/*
 * A tool that a model may call. Its input is validated before `execute` sees
 * it; what it throws becomes an error result that the model can read. A tool
 * that cannot do its work here says so in its result, and never pretends.
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
import type { Web } from "../web/web.ts";

/** Which of the files that a chat searches; dates are ISO dates. */
export type FileFilter = { project?: string | undefined; uploadedFrom?: string | undefined; uploadedTo?: string | undefined };

type Maybe<T> = { [Key in keyof T]?: T[Key] | undefined };
/** Which of the law that is chosen for a chat. */
export type ChosenLawFilter = Maybe<LawFilter & { jurisdictions: readonly string[] }>;

export type ToolContext = {
  me: Actor;
  chatId: string;
  signal: AbortSignal;
  /** What is attached anywhere in this chat's active branch, newest last; called by name, also a file of the project that is searched. */
  files(name?: string): Promise<ChatFile[]>;
  /** Passages of what of that was uploaded, and of the project's files where the writer has turned that on. */
  fileSearch: { searchesProject: boolean; search(asked: FileFilter & { question: string; limit: number }): Promise<FoundInFiles> };
  /** Law that bears on a question, of the jurisdictions chosen for this chat; `chosen` is empty where none is. */
  law: {
    chosen: readonly string[];
    search(asked: ChosenLawFilter & { question: string; limit: number }): Promise<LawHit[]>;
    /** What of it the question names, and the stored acts do not have. */
    missing(asked: ChosenLawFilter & { question: string; limit: number }): Promise<MissingProvision[]>;
    /** Brings what a text names, or what its source finds, into what is searched. Missing where no source is asked. */
    live?: Pick<LiveLaw, "bringNamed" | "bringFound">;
  };
  web: Web;
  /** What the answers of this chat cite so far, each citation with what was found for it. */
  cited(): Promise<Source[]>;
  editorSelection: string | null;
  /** The draft beside the chat. */
  openDraft?: { name: string; text: string; caret: { before: string; after: string } | null };
  /** Hands sources to the run; answers them with the number to cite each by. */
  addSources(sources: Omit<Source, "number">[]): Source[];
};

/** A bare `Tool` is one of any input: its `execute` takes what its own `input` has read. */
export type Tool<Input = unknown> = {
  name: ToolName | AgentToolName | "readFile";
  /** Shown on the screen: "Searching your files". */
  title: string;
  /** Read by the model. */
  description: string;
  input: z.ZodType<Input>;
  execute(input: Input, context: ToolContext): Promise<unknown>;
};
