/*
 * The comments of one draft in this window: loaded from the server, saved to it,
 * and reloaded when someone else comments. Unsent text lives in the form, which
 * stores it on the device until the server has it.
 */
import type { CommentAnchor } from "#core/comments/comment-anchor.ts";
import type { CommentChange } from "#core/requests/comments.ts";
import type { CommentThread } from "#core/comments/comment.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { FreshRead } from "../../fresh-read.ts";
import { showToast } from "../../kit/toast.tsx";

/** The id of a thread not posted yet. */
export const newThread = "new";

export type CommentsState = {
  /** Null until loaded. */
  threads: readonly CommentThread[] | null;
  problem: string | null;
  /** What the new comment is about. */
  begun: CommentAnchor | null;
  active: string | null;
};

export class CommentStore {
  readonly draftId: string;
  #state: CommentsState;
  #listeners = new Set<() => void>();
  /** Ids of comments being sent, by what they reply to: resending creates no duplicate. */
  #ids = new Map<string, string>();
  #stored = new FreshRead(() => ask<{ threads: CommentThread[] }>(this.#path()));

  constructor(draftId: string) {
    this.draftId = draftId;
    this.#state = { threads: null, problem: null, begun: null, active: null };
  }

  read = (): CommentsState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  async load(): Promise<void> {
    try {
      const { threads } = await this.#stored.read();
      this.#set({ threads, problem: null });
    } catch (error) {
      this.#set({ problem: sentenceOf(problemIn(error)) });
    }
  }

  begin(anchor: CommentAnchor): void {
    keepBegun(this.draftId, anchor);
    this.#set({ begun: anchor, active: newThread });
  }

  /** Resumes one started in an earlier session or before a reload. */
  beginAgain(): void {
    const begun = keptBegun(this.draftId);
    if (begun !== null) this.#set({ begun });
  }

  drop(): void {
    keepBegun(this.draftId, null);
    this.#set({ begun: null, active: null });
  }

  activate(active: string | null): void {
    if (active !== this.#state.active) this.#set({ active });
  }

  /** False if the server refused it, in which case the reader has seen why. */
  async sendBegun(text: string, anchor: CommentAnchor): Promise<boolean> {
    const { quote, before, after, place } = anchor;
    const thread = await this.#send(newThread, { text, anchor: { quote, before, after, start: place?.start ?? 0 } });
    if (thread === null) return false;
    keepBegun(this.draftId, null);
    this.#set({ begun: null, active: thread.id });
    return true;
  }

  async reply(threadId: string, text: string): Promise<boolean> {
    return (await this.#send(threadId, { text, threadId })) !== null;
  }

  async #send(to: string, body: object): Promise<CommentThread | null> {
    const id = this.#ids.get(to) ?? uuidv7();
    this.#ids.set(to, id);
    const thread = await this.#ask({ body: { id, ...body } });
    if (thread) this.#ids.delete(to);
    return thread ?? null;
  }

  async change(threadId: string, commentId: string, change: CommentChange): Promise<boolean> {
    const thread = await this.#ask({ method: "PATCH", body: change }, `/${commentId}`);
    if (thread === undefined) return false;
    if (thread === null) this.#set({ threads: this.#state.threads?.filter(({ id }) => id !== threadId) ?? null });
    // A resolved thread is deactivated and hidden.
    if ("isResolved" in change && change.isResolved) this.activate(null);
    if ("isDeleted" in change && change.isDeleted) {
      const action = { label: "Undo", run: () => void this.change(threadId, commentId, { isDeleted: false }) };
      showToast({ kind: "success", text: "Comment deleted.", action });
    }
    return true;
  }

  /** Undefined if it failed. */
  async #ask(question: { method?: "PATCH"; body: object }, path = ""): Promise<CommentThread | null | undefined> {
    try {
      const { thread } = await ask<{ thread: CommentThread | null }>(this.#path() + path, question);
      this.#stored.changed();
      if (thread !== null) this.#put(thread);
      return thread;
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      return undefined;
    }
  }

  #put(thread: CommentThread): void {
    const others = this.#state.threads?.filter(({ id }) => id !== thread.id) ?? [];
    this.#set({ threads: [...others, thread] });
  }

  #path(): string {
    return `/api/drafts/${this.draftId}/comments`;
  }

  #set(change: Partial<CommentsState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const keyOf = (draftId: string) => `stet.comment.${draftId}`;

function keepBegun(draftId: string, anchor: CommentAnchor | null): void {
  try {
    if (anchor === null) localStorage.removeItem(keyOf(draftId));
    else localStorage.setItem(keyOf(draftId), JSON.stringify(anchor));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function keptBegun(draftId: string): CommentAnchor | null {
  try {
    const value = JSON.parse(localStorage.getItem(keyOf(draftId)) ?? "null") as Partial<CommentAnchor> | null;
    const { about, quote, before, after } = value ?? {};
    const isAnchor = [about, quote, before, after].every((part) => typeof part === "string");
    return isAnchor ? (value as CommentAnchor) : null;
  } catch {
    return null;
  }
}
