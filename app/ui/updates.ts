/*
 * What happens elsewhere: another tab, another device, an answer that ends in a
 * chat nobody looks at. One event stream a tab, shared by all who listen.
 *
 * A browser allows few connections to one server, and a hidden tab needs no
 * news: it hangs up, and on return tells its listeners `reconnected`, which
 * means: something may have been missed, read again.
 */
import type { ChatSummary } from "#core/chat/chat.ts";
import { slugOfPath } from "#core/workspace/place.ts";
import type { Project } from "#core/workspace/project.ts";

export type Update =
  | { type: "chat"; chat: ChatSummary }
  | { type: "chat-removed"; id: string }
  | { type: "thread"; chatId: string; version: number; runId?: string }
  | { type: "draft"; draftId: string; version: number }
  | { type: "comments"; draftId: string }
  | { type: "draft-changes"; draftId: string }
  | { type: "chat-changes"; chatId: string }
  | { type: "chat-summary"; chatId: string }
  /** Something about it, its shares or what is in it has changed. */
  | { type: "project"; project: Project }
  /** Deleted, or no longer shared with the reader. */
  | { type: "project-removed"; id: string }
  /** From here on this listener is told. Something may have happened since the server made the page. */
  | { type: "connected" }
  | { type: "reconnected" };

type Listener = (update: Update) => void;

const listeners = new Set<Listener>();
/** Ends the connection and all its waiting; null while nobody listens. */
let hangUp: (() => void) | null = null;
let isConnected = false;
/** The organization of which is told, or null for the reader's own place. */
let place: string | null = null;
const retryMs = 10_000;

/** Listens until the returned function is called, which fits an effect. */
export function onUpdate(listener: Listener): () => void {
  listeners.add(listener);
  const here = slugOfPath(location.pathname);
  if (here !== place) {
    hangUp?.();
    hangUp = null;
    place = here;
  }
  hangUp ??= listenToServer();
  // To a part of the page that comes later its own beginning is what the server made it from.
  if (isConnected) queueMicrotask(() => listeners.has(listener) && listener({ type: "connected" }));
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    hangUp?.();
    hangUp = null;
  };
}

/** Tells every listener of this window; also for news that was found out by asking. */
export function tell(update: Update): void {
  for (const listener of listeners) listener(update);
}

function listenToServer(): () => void {
  let source: EventSource | null = null;
  let timer = 0;
  let hasBeenOpen = false;

  function connect(): void {
    clearTimeout(timer);
    if (document.hidden || (source !== null && source.readyState !== EventSource.CLOSED)) return;
    source = new EventSource(place === null ? "/api/updates" : `/api/updates?organization=${place}`);
    source.addEventListener("open", () => {
      isConnected = true;
      tell({ type: hasBeenOpen ? "reconnected" : "connected" });
      hasBeenOpen = true;
    });
    source.addEventListener("message", (event: MessageEvent<string>) => receive(event.data));
    // A refused stream (signed out, restarting) is not tried again by the browser itself.
    source.addEventListener("error", () => {
      isConnected = false;
      if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(connect, retryMs);
    });
  }
  function disconnect(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
    isConnected = false;
  }
  function follow(): void {
    if (document.hidden) disconnect();
    else connect();
  }

  connect();
  document.addEventListener("visibilitychange", follow);
  window.addEventListener("online", connect);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    window.removeEventListener("online", connect);
    disconnect();
  };
}

function receive(data: string): void {
  try {
    const update: unknown = JSON.parse(data);
    if (typeof update === "object" && update !== null && "type" in update) tell(update as Update);
  } catch {
    // "[DONE]" and the like are no news.
  }
}
