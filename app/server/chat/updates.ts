/*
 * Updates for a person's open windows, whichever process serves them. Only ids travel between
 * processes; each reader loads the data with its own permissions. Updates in a project also go to
 * the people it is shared with.
 */
import { theServer } from "#core/workspace/policy.ts";
import { listChatReaders, listDraftReaders, listProjectReaders } from "../data/organizations/project-readers.ts";
import type { Database } from "../db/engine.ts";
import type { Log } from "../log.ts";

export type Update =
  | { kind: "chat"; chatId: string }
  | { kind: "chat-removed"; chatId: string }
  | { kind: "thread"; chatId: string; version: number; runId?: string }
  | { kind: "draft"; draftId: string; version: number }
  | { kind: "comments"; draftId: string }
  /** The outcome of an answer's changes to it. */
  | { kind: "draft-changes"; draftId: string }
  | { kind: "chat-changes"; chatId: string }
  /** The summary of its oldest messages was created, or failed. */
  | { kind: "chat-summary"; chatId: string }
  /** A tool of another server waits for their consent in it, or no longer does. */
  | { kind: "tool-consent"; chatId: string }
  /** What they have at work changed. */
  | { kind: "jobs" }
  /** Answers came into a review, or it was changed. */
  | { kind: "review"; reviewId: string; projectId: string }
  /** The plan, the answers or the memo of a research changed. */
  | { kind: "research"; researchId: string; projectId: string }
  /** Documents came into a collection, or it was changed. */
  | { kind: "collection"; collectionId: string; projectId: string }
  /** A run of a workflow has gone on. */
  | { kind: "workflow-run"; runId: string; projectId: string }
  /** A project was created, changed, deleted or restored, its contents changed, or its shares did. */
  | { kind: "project"; projectId: string };
type Addressed = Update & { userId: string };
type Gathered = { isPrivate: boolean; update: Addressed };
export type Updates = Awaited<ReturnType<typeof createUpdates>>;

const channel = "stet_updates";
const gatherForMs = 20;
/** A notice's payload is limited to 8,000 bytes; an update is at most about 250. */
const updatesPerNotice = 25;

export async function createUpdates({ database, log }: { database: Database; log: Log }) {
  const listeners = new Map<string, Set<(update: Update) => void>>();
  let gathered: Gathered[] = [];
  let timer: NodeJS.Timeout | undefined;

  const unlisten = await database.listen(channel, (payload) => {
    for (const { userId, ...update } of JSON.parse(payload) as Addressed[]) {
      for (const tell of listeners.get(userId) ?? []) tell(update);
    }
  });

  async function send(): Promise<void> {
    timer = undefined;
    const updates = gathered.map(({ update }) => update);
    const shared = gathered.flatMap(({ isPrivate, update }) => (isPrivate ? [] : [update]));
    gathered = [];
    updates.push(...(await toViewers(shared)));
    for (let i = 0; i < updates.length; i += updatesPerNotice) {
      await database.notify(channel, JSON.stringify(updates.slice(i, i + updatesPerNotice)));
    }
  }

  async function toViewers(updates: readonly Addressed[]): Promise<Addressed[]> {
    const chatIds = updates.flatMap((one) =>
      one.kind === "chat" || one.kind === "thread" || one.kind === "chat-changes" ? [one.chatId] : [],
    );
    const draftIds = updates.flatMap((one) => ("draftId" in one ? [one.draftId] : []));
    const projectIds = updates.flatMap((one) => ("projectId" in one ? [one.projectId] : []));
    const ofChats = await listChatReaders(theServer, database.db, [...new Set(chatIds)]);
    const ofDrafts = await listDraftReaders(theServer, database.db, [...new Set(draftIds)]);
    const ofProjects = await listProjectReaders(theServer, database.db, [...new Set(projectIds)]);
    const viewersOf = (one: Update) =>
      (one.kind === "jobs"
        ? undefined
        : "projectId" in one
          ? ofProjects.get(one.projectId)
          : "draftId" in one
            ? ofDrafts.get(one.draftId)
            : ofChats.get(one.chatId)) ?? [];
    const copies: Addressed[] = [];
    for (const one of updates) {
      for (const userId of viewersOf(one)) if (userId !== one.userId) copies.push({ ...one, userId });
    }
    return copies;
  }

  function sendSafely(): void {
    // Windows reload when they regain focus, so a lost update loses no work.
    send().catch((error: unknown) => log.warn({ err: error }, "updates could not be sent"));
  }

  return {
    /**
     * To one person, and to everyone who sees the chat or project through a share. `isPrivate`:
     * there are no shares, so skip the lookup.
     */
    publish(userId: string, update: Update, { isPrivate = false } = {}): void {
      gathered.push({ isPrivate, update: { userId, ...update } });
      timer ??= setTimeout(sendSafely, gatherForMs);
    },
    /** Returns the function that unsubscribes. */
    subscribe(userId: string, tell: (update: Update) => void): () => void {
      const own = listeners.get(userId) ?? new Set();
      listeners.set(userId, own);
      own.add(tell);
      return () => {
        own.delete(tell);
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
      };
    },
    get subscribed(): number {
      return [...listeners.values()].reduce((sum, own) => sum + own.size, 0);
    },
    async close(): Promise<void> {
      clearTimeout(timer);
      await unlisten();
    },
  };
}
