/*
 * The chats of this window. One that was opened stays for a while, so that going
 * back to it is instant and its answer goes on arriving meanwhile. On the server
 * there is no such memory: each request has its own.
 */
import type { ChatThread } from "#core/chat.ts";
import { ChatStore } from "./chat-store.ts";

const kept = 8;
const open = new Map<string, ChatStore>();

export function findOpenChat(id: string): ChatStore | undefined {
  return open.get(id);
}

/** `read` is what the page's loader brought; one of another chat is not ours. */
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
