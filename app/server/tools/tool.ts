/*
 * A tool that a model may call. Its input is validated before `execute` sees
 * it; what it throws becomes an error result that the model can read. A tool
 * that cannot do its work here says so in its result, and never pretends.
 */
import type { z } from "zod";
import type { Actor } from "#core/policy.ts";
import type { ToolName } from "#core/message.ts";
import type { Source } from "#core/source.ts";
import type { ChatFile } from "../files/chat-files.ts";
import type { LawHit } from "../knowledge/search-law.ts";

export type ToolContext = {
  me: Actor;
  chatId: string;
  signal: AbortSignal;
  /** What is attached anywhere in this chat's active branch, newest last; read when first asked for. */
  files(): Promise<ChatFile[]>;
  /** Law that bears on a question, of the jurisdictions chosen for this chat; `chosen` is empty where none is. */
  law: { chosen: readonly string[]; search(question: string, limit: number): Promise<LawHit[]> };
  editorSelection: string | null;
  /** The draft beside the chat. */
  openDraft?: { name: string; text: string; caret: { before: string; after: string } | null };
  /** Hands sources to the run; answers them with the number to cite each by. */
  addSources(sources: Omit<Source, "number">[]): Source[];
};

/** A bare `Tool` is one of any input: its `execute` takes what its own `input` has read. */
export type Tool<Input = unknown> = {
  name: ToolName;
  /** Shown on the screen: "Searching your files". */
  title: string;
  /** Read by the model. */
  description: string;
  input: z.ZodType<Input>;
  execute(input: Input, context: ToolContext): Promise<unknown>;
};
