/* What every part of one chat's page may reach for. The value never changes while the chat is shown. */
import { createContext, use } from "react";
import type { ComposerForm } from "../composer/form-state.ts";
import type { ChatChanges } from "./chat-changes.ts";
import type { ChatStore } from "./chat-store.ts";

export type ChatTools = {
  store: ChatStore;
  form: ComposerForm;
  /** What became of the changes that its answers propose, and of its texts. */
  changes: ChatChanges;
  /** Says a refusal where the reader looks, and answers whether there was none. */
  told(work: Promise<unknown>): Promise<boolean>;
  askToRestore(messageId: string): void;
  showSource(sourceId: string, messageId: string): void;
  /** A press anywhere in the messages: on a citation it shows what stands behind it. */
  openCitation(target: EventTarget): void;
  /** What the model was given for this answer. */
  showSent(messageId: string): void;
  /** This answer against another version of it. */
  compareVersions(messageId: string): void;
  chooseModel(chosen: (model: string) => void): void;
};

export const ChatToolsContext = createContext<ChatTools | null>(null);

export function useChatTools(): ChatTools {
  const tools = use(ChatToolsContext);
  if (!tools) throw new Error("This part belongs inside a chat's page.");
  return tools;
}
