/*
 * One open draft: the server's version, the unsaved text, and how they are
 * reconciled. The editor reports changes; they are saved a moment later, one
 * timeline entry after another, each based on the version it came from. If the
 * server has a newer version, the two are merged and the editor receives the
 * result; nothing is overwritten.
 */
import type { Node } from "prosemirror-model";
import { mergeDocuments } from "#core/document/document-merge.ts";
import { documentChanges } from "#core/document/document-changes.ts";
import type { DocumentChanges } from "#core/requests/documents.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { jsonOf, type DocumentJson } from "#core/document/document-schema.ts";
import { joinActions, type AgentAction } from "#core/agent/agent.ts";
import type { Draft, DraftAsText, VersionKind } from "#core/document/draft.ts";
import { ask, problemIn } from "../../ask.ts";
import { authorshipOf, withAuthorship, withMerged } from "../authorship/authored-documents.ts";
import type { TimelineNote } from "../page/create-editor.ts";
import { copiesLeftBehind, DeviceCopy, type DeviceStorage, type LeftCopy } from "./device-copy.ts";

export type SaveState = "saved" | "unsaved" | "saving" | "offline" | "refused";
export type DraftState = {
  save: SaveState;
  version: number;
  /** Why a save was refused, as a message. */
  problem: string | null;
  /** Counts timeline entries, so that the timeline is reloaded. */
  saves: number;
};

/** What the store needs from the editor. */
export type EditedDocument = {
  /** The current page, in the schema of core. */
  read(): Node;
  /** Replaces the document with a merged one, without an undo step. */
  replace(document: Node): void;
};

type Entry = { kind: Exclude<VersionKind, "created">; summary: string; agent?: AgentAction; document: Node };

const pauseMs = 1200;
const longestWaitMs = 8000;
const retryMs = 8000;
/** In characters of its JSON: about 10,000 words. */
const longText = 100_000;
/** From a change to its copy on the device, even while typing continues. */
const keepMs = 150;

export class DraftStore {
  readonly id: string;
  #state: DraftState;
  #listeners = new Set<() => void>();
  /** The server's version; read from the page when the editor asks for it, which never happens on the server. */
  #base!: Node;
  /** Being sent to the server. Without a response, it may or may not have arrived. */
  #sent: Node | null = null;
  #given: DraftAsText | null;
  /** Texts that windows of this device left unsaved. */
  #left: Node[] = [];
  #queue: Entry[] = [];
  #isTyped = false;
  #edited: EditedDocument | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstChange = 0;
  #saving: Promise<void> | null = null;
  #isClosed = false;
  #decided = () => Promise.resolve();
  #device: DeviceCopy;
  #storage: DeviceStorage | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #release = () => {};
  #closing = new AbortController();

  constructor(draft: DraftAsText, storage?: DeviceStorage) {
    this.id = draft.id;
    this.#storage = storage;
    this.#device = new DeviceCopy(draft.id, storage);
    this.#given = draft;
    this.#state = { save: "saved", version: draft.version, problem: null, saves: 0 };
  }

  read = (): DraftState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Whether reading its text takes long. */
  get isLong(): boolean {
    return this.#given !== null && this.#given.document.length > longText;
  }

  get saved(): Node {
    if (this.#given === null) return this.#base;
    const { document, authorship } = this.#given;
    this.#given = null;
    return (this.#base = withAuthorship(storedDocument(JSON.parse(document) as DocumentJson), authorship));
  }

  /** The editor is ready. Brings in copies that other windows left on this device. */
  async open(edited: EditedDocument): Promise<void> {
    this.#edited = edited;
    this.#isClosed = false;
    this.#release = this.#device.hold();
    this.#closing = new AbortController();
    for (const copy of await copiesLeftBehind(this.id, this.#storage)) await this.#bringIn(edited, copy);
    if (!this.#isClosed) await this.#device.whenLeft((copy) => this.#bringIn(edited, copy), this.#closing.signal);
  }

  async #bringIn(edited: EditedDocument, { base: before, sent, document, forget }: LeftCopy): Promise<void> {
    // The window that left them may have sent either while it closed.
    this.#left.push(document, ...(sent ? [sent] : []));
    const mine = edited.read();
    const base = sent && (sent.eq(mine) || sent.eq(this.saved)) ? sent : before;
    const merged = base.eq(document) ? mine : withMerged(document, mine, mergeDocuments(base, document, mine).document);
    if (!merged.eq(mine)) {
      edited.replace(merged);
      this.typed();
      // A copy that cannot be stored again is left as it is.
      if (!(await this.#keep())) return;
    }
    await forget();
  }

  close(): void {
    // The next window may take the copy as soon as it is complete, without waiting for the server.
    void this.#keepUnsaved().then(this.#release);
    void this.flush().then(() => this.#device.close());
    this.#closing.abort();
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Text was typed. */
  typed(): void {
    this.#isTyped = true;
    this.#changed();
  }

  /** Another action with its own timeline entry: `before` is the document until then. */
  done({ kind, summary, agent }: TimelineNote, before: Node, after: Node): void {
    if (this.#isTyped) this.#queue.push({ kind: "typed", summary: "", document: before });
    this.#isTyped = false;
    this.#queue.push({ kind, summary, ...(agent && { agent }), document: after });
    this.#changed();
  }

  #changed(): void {
    const now = performance.now();
    if (this.#state.save === "saved" || this.#state.save === "refused") this.#firstChange = now;
    if (this.#state.save !== "offline" && this.#state.save !== "saving") this.#set({ save: "unsaved", problem: null });
    this.#keepTimer ??= setTimeout(() => void this.#keepUnsaved(), keepMs);
    clearTimeout(this.#timer);
    const wait = Math.min(pauseMs, Math.max(0, this.#firstChange + longestWaitMs - now));
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  get #hasUnsaved(): boolean {
    return this.#isTyped || this.#queue.length > 0;
  }

  /** Saves wait for `decided`: otherwise the server takes the text of an open change for the draft's own words. */
  saveAfter(decided: () => Promise<void>): void {
    this.#decided = decided;
  }

  /** Saves any unsaved changes; resolves once the server has them or they are stored here. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    // If several calls wait, one saves and the others wait for it too.
    while (this.#saving) await this.#saving;
    if (!this.#hasUnsaved) return this.#settle();
    await this.#alone(this.#saveAll());
  }

  async #alone(work: Promise<void>): Promise<void> {
    this.#saving = work.finally(() => {
      this.#saving = null;
    });
    await this.#saving;
  }

  async #saveAll(): Promise<void> {
    this.#set({ save: "saving" });
    this.#firstChange = performance.now();
    while (this.#hasUnsaved) {
      await this.#decided();
      this.#queueTyped();
      this.#queue = joinAgentEntries(this.#queue);
      const entry = this.#queue[0];
      if (!entry) break;
      try {
        await this.#saveEntry(entry);
      } catch (error) {
        if (!(await this.#failed(problemIn(error)))) return;
      }
    }
    await this.#settle();
  }

  /** The server has everything. */
  async #settle(): Promise<void> {
    await this.#device.forget();
    if (this.#state.save !== "saved") this.#set({ save: "saved", problem: null });
    if (this.#hasUnsaved) this.#changed();
  }

  #queueTyped(): void {
    if (!this.#isTyped || !this.#edited) return;
    this.#isTyped = false;
    const document = this.#edited.read();
    const last = this.#queue.at(-1)?.document ?? this.#base;
    if (!document.eq(last)) this.#queue.push({ kind: "typed", summary: "", document });
  }

  async #saveEntry(entry: Entry): Promise<void> {
    this.#sent = entry.document;
    // Of this state the device's copy says nothing yet: to the next window it would be another person's.
    if (this.#queue.length > 1) await this.#keep();
    const { version } = await this.#send(entry, documentChanges(this.#base, entry.document)).catch((error: unknown) => {
      // The server's version is not what this window assumed, so the whole document is sent.
      if (problemIn(error).code !== "bad-request") throw error;
      return this.#send(entry, jsonOf(entry.document));
    });
    this.#base = entry.document;
    this.#sent = null;
    this.#queue = this.#queue.filter((one) => one !== entry);
    this.#set({ version, saves: this.#state.saves + 1 });
  }

  #send(entry: Entry, document: DocumentChanges | DocumentJson): Promise<{ version: number }> {
    const { kind, summary, agent } = entry;
    const authorship = authorshipOf(entry.document);
    const body = { version: this.#state.version, document, kind, summary: summary.slice(0, 500), authorship, agent };
    return ask<{ version: number }>(`/api/drafts/${this.id}`, { method: "PATCH", body });
  }

  /** True if saving can continue. */
  async #failed(problem: ReturnType<typeof problemIn>): Promise<boolean> {
    if (problem.code === "draft-changed") {
      try {
        await this.#mergeWithServer();
        return true;
      } catch (error) {
        return this.#failed(problemIn(error));
      }
    }
    // What the server refused is the next thing to save.
    this.#isTyped = true;
    const isAway = awayCodes.has(problem.code);
    // Stored before it is reported, because the writer may close the lid right after.
    await this.#keep();
    this.#set({ save: isAway ? "offline" : "refused", problem: isAway ? null : problem.title });
    // After the page is left, the next one to open the draft takes over the copy.
    if (isAway && !this.#isClosed) this.#timer = setTimeout(() => void this.flush(), retryMs);
    return false;
  }

  /** Another window or device saved: merges its text, immediately if nothing here is unsaved. */
  async pull(version: number): Promise<void> {
    if (version <= this.#state.version || this.#isClosed) return;
    while (this.#saving) await this.#saving;
    if (version <= this.#state.version) return;
    await this.#alone(this.#mergeWithServer().catch(() => {}));
    if (this.#hasUnsaved) this.#changed();
    else await this.#settle();
  }

  /** Fetches saves made elsewhere while no updates could be delivered. */
  async catchUp(): Promise<void> {
    if (this.#state.save === "offline") return this.flush();
    try {
      const { version } = await ask<{ version: number }>(`/api/drafts/${this.id}/version`);
      await this.pull(version);
    } catch {
      // Retried when the server is next heard from.
    }
  }

  async #mergeWithServer(): Promise<void> {
    const draft = await ask<Draft>(`/api/drafts/${this.id}`);
    const theirs = withAuthorship(storedDocument(draft.document), draft.authorship);
    if (!this.#edited || draft.version <= this.#state.version) return;
    const mine = this.#edited.read();
    const own = [...(this.#sent ? [this.#sent] : []), ...this.#left];
    if (own.some((one) => one.eq(theirs))) return this.#hasArrived(theirs, draft.version);
    const document = withMerged(mine, theirs, mergeDocuments(this.#base, mine, theirs).document);
    const isMixed = !document.eq(theirs);
    if (!document.eq(mine)) this.#edited.replace(document);
    this.#base = theirs;
    this.#sent = null;
    this.#isTyped = false;
    const kinds = this.#queue.filter((entry) => entry.kind !== "typed");
    const summary = kinds.map((entry) => entry.summary).find((text) => text !== "") ?? "";
    // An agent's changes stay marked as its own, so that they can still be undone together.
    const agents = joinAgentEntries(kinds.filter(({ agent }) => agent !== undefined));
    for (const entry of agents) entry.document = document;
    this.#queue = agents.length > 0 ? agents : isMixed ? [{ kind: "merge", summary, document }] : [];
    this.#set({ version: draft.version, saves: this.#state.saves + 1 });
  }

  /** Text that was sent and arrived without acknowledgment is not another's change: what came after it is left to save. */
  #hasArrived(theirs: Node, version: number): void {
    const mine = this.#edited!.read();
    this.#base = theirs;
    this.#sent = null;
    this.#queue = this.#queue.slice(this.#queue.findIndex(({ document }) => document.eq(theirs)) + 1);
    this.#isTyped ||= !mine.eq(this.#queue.at(-1)?.document ?? theirs);
    this.#set({ version, saves: this.#state.saves + 1 });
  }

  async #keepUnsaved(): Promise<void> {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    if (this.#hasUnsaved || this.#state.save === "saving") await this.#keep();
  }

  /** False if the device cannot store it. */
  async #keep(): Promise<boolean> {
    if (!this.#edited) return false;
    const document = this.#edited.read();
    return this.#device.keep({ version: this.#state.version, base: this.#base, sent: this.#sent, document });
  }

  /** Before the page is unloaded: a hidden window may never come back. */
  keepNow(): void {
    void this.#keepUnsaved();
    void this.flush();
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Temporary failures, which are retried. */
const awayCodes = new Set(["no-connection", "server-stopping", "database-unavailable", "disk-full"]);

/** Consecutive changes by one agent are saved together. */
function joinAgentEntries(queue: readonly Entry[]): Entry[] {
  const joined: Entry[] = [];
  for (const entry of queue) {
    const last = joined.at(-1);
    const isMore =
      last?.agent && entry.agent && last.agent.messageId === entry.agent.messageId && !entry.agent.isUndo && !last.agent.isUndo;
    if (isMore) joined[joined.length - 1] = { ...entry, agent: joinActions(last.agent!, entry.agent!) };
    else joined.push(entry);
  }
  return joined;
}
