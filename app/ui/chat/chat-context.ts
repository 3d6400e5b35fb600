/* What every part of a chat's page may use. The value never changes while the chat is shown. */
import { createContext, use } from "react";
import type { ComposerForm } from "../composer/form-state.ts";
import type { ChatChanges } from "./chat-changes.ts";
import type { ChatStore } from "./chat-store.ts";

export type ChatTools = {
  store: ChatStore;
  form: ComposerForm;
  /** The states of the changes its answers propose, and its texts. */
  changes: ChatChanges;
  /** Shows a failure to the reader; resolves true if there was none. */
  reportFailure(work: Promise<unknown>): Promise<boolean>;
  askToRestore(messageId: string): void;
  showSource(sourceId: string, messageId: string): void;
  /** A click anywhere in the messages; on a citation it opens the source. */
  openCitation(target: EventTarget, isPeek?: boolean): void;
  /** The prompt the model received for this answer. */
  showSent(messageId: string): void;
  /** Compares this answer with another version of it. */
  compareVersions(messageId: string): void;
  chooseModel(chosen: (model: string) => void): void;
};

export const ChatToolsContext = createContext<ChatTools | null>(null);

export function useChatTools(): ChatTools {
  const tools = use(ChatToolsContext);
  if (!tools) throw new Error("This part belongs inside a chat's page.");
  return tools;
}
