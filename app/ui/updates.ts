/*
 * Updates from elsewhere: another tab, another device, an answer that ends in a
 * chat that is not open. One event stream per tab, shared by all listeners.
 *
 * A browser allows few connections to one server, and a hidden tab needs no
 * updates: it disconnects, and on return sends its listeners `reconnected`, meaning
 * that they may have missed something and should reload.
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
  /** A tool of another server waits for the reader in it, or no longer does. */
  | { type: "tool-consent"; chatId: string }
  /** Answers came into a review, or it was changed. */
  | { type: "review"; reviewId: string }
  /** The plan, the answers or the memo of a research changed. */
  | { type: "research"; researchId: string }
  /** Documents came into a collection, or it was changed. */
  | { type: "collection"; collectionId: string }
  /** A run of a workflow has gone on. */
  | { type: "workflow-run"; runId: string }
  /** What the person has at work changed. */
  | { type: "jobs" }
  /** The project, its shares or its contents have changed. */
  | { type: "project"; project: Project }
  /** Some of what the reader may do may have ended. */
  | { type: "access" }
  /** Deleted, or no longer shared with the reader. */
  | { type: "project-removed"; id: string }
  /** This listener receives updates from here on. Something may have happened since the server rendered the page. */
  | { type: "connected" }
  | { type: "reconnected" };

type Listener = (update: Update) => void;

const listeners = new Set<Listener>();
/** Closes the connection and cancels any retry; null while there are no listeners. */
let hangUp: (() => void) | null = null;
let isConnected = false;
/** The organization whose updates are received, or null for the personal workspace. */
let place: string | null = null;
const retryMs = 10_000;
/** What a page that is being loaded may have missed. */
const recallMs = 10_000;
let recent: { update: Update; at: number }[] = [];

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
  // A later listener gets its own `connected`: what the server rendered for it may be older.
  if (isConnected) queueMicrotask(() => listeners.has(listener) && listener({ type: "connected" }));
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    hangUp?.();
    hangUp = null;
  };
}

/** Those of the last ten seconds; null without a connection, as some may not have arrived. */
export function recentUpdates(): readonly Update[] | null {
  return isConnected ? recent.filter(({ at }) => at > Date.now() - recallMs).map(({ update }) => update) : null;
}

/** Notifies every listener of this window; also for updates discovered by polling. */
export function notify(update: Update): void {
  recent = [...recent.filter(({ at }) => at > Date.now() - recallMs), { update, at: Date.now() }];
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
      notify({ type: hasBeenOpen ? "reconnected" : "connected" });
      hasBeenOpen = true;
    });
    source.addEventListener("message", (event: MessageEvent<string>) => receive(event.data));
    // The browser does not retry a refused stream (signed out, restarting).
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
    if (typeof update === "object" && update !== null && "type" in update) notify(update as Update);
  } catch {
    // "[DONE]" and the like are not updates.
  }
}
