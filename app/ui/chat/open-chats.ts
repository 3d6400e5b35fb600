/*
 * The chats of this window. A chat stays in memory for a while after it was opened,
 * so returning to it is instant and its answer keeps arriving. There is no such
 * cache on the server, where each request has its own.
 */
import type { ChatThread } from "#core/chat/chat.ts";
import { ChatStore } from "./chat-store.ts";
import { entriesOf, type Entry } from "./sections.ts";

const kept = 8;
const open = new Map<string, ChatStore>();

export function findOpenChat(id: string): ChatStore | undefined {
  return open.get(id);
}

/** A message from any of them, with the question it answers. */
export function findOpenMessage(messageId: string): { entry: Entry; question: Entry | undefined } | null {
  for (const store of open.values()) {
    const entries = entriesOf(store.read().sections);
    const at = entries.findIndex(({ message }) => message.id === messageId);
    if (at >= 0) {
      const question = entries.slice(0, at).findLast(({ message }) => message.role === "user");
      return { entry: entries[at]!, question };
    }
  }
  return null;
}

/** The answer that contains a draft, matched by the draft's beginning so that later edits do not matter. */
export function findMessageOfDraft(draft: string): string | null {
  const beginning = draft.trim().slice(0, 120);
  for (const store of [...open.values()].toReversed()) {
    const found = entriesOf(store.read().sections).findLast(({ answer }) =>
      answer?.view.blocks.some((block) => block.kind === "draft" && block.text.text.trim().startsWith(beginning)),
    );
    if (beginning !== "" && found) return found.message.id;
  }
  return null;
}

/** `read` is what the page's loader fetched; it is ignored if it is for another chat. */
export function openChat(id: string, read: ChatThread | null): ChatStore {
  const thread = read?.chat.id === id ? read : null;
  if (typeof window === "undefined") return new ChatStore(thread ?? { id });
  const store = open.get(id) ?? new ChatStore(thread ?? { id });
  open.delete(id);
  open.set(id, store);
  for (const [other, old] of open) {
    if (open.size <= kept) break;
    if (!old.read().turn && other !== id) open.delete(other);
  }
  return store;
}

export function forgetChat(id: string): void {
  open.delete(id);
}
