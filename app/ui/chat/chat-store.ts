/*
 * One chat in this tab: its messages, the running answer, and its actions. It lives
 * outside React and outlives the page, so an answer keeps arriving while the reader
 * is in another chat.
 *
 * Changes are shown optimistically and rolled back if the server refuses.
 * Afterwards the newest messages are read again: the server's rows win, and the
 * page keeps its elements.
 */
import type { ChatChoices, ChatProject, ChatThread, MessageText, TurnRequest } from "#core/chat/chat.ts";
import type { Problem } from "#core/workspace/problem.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask, ProblemError } from "../ask.ts";
import { startOfTab } from "../composer/unsent.ts";
import { announceWriting, countWritings } from "./announce-writing.ts";
import { Answer } from "./answer.ts";
import { ChatTurn } from "./chat-turn.ts";
import type { Beside, Sending } from "./sending.ts";
import { draftMessage, emptyState, runningEntry, stateOf, turnOf, type ChatState } from "./chat-state.ts";
import {
  entriesOf,
  entryOf,
  lastSettledSeq,
  mergeThread,
  sectionsBefore,
  sectionsOf,
  type Entry,
  type Section,
} from "./sections.ts";

export class ChatStore {
  /** Where the device keeps what is typed before the chat exists. */
  startPlace = startOfTab();
  #state: ChatState;
  #listeners = new Set<() => void>();
  #turn = new ChatTurn(this);
  #beside: Beside | null = null;
  #decided: (() => Promise<void>) | null = null;
  #rereading: { done: Promise<void>; age: number } | null = null;
  /** Counts local actions, so that a thread read before the last one can be discarded as stale. */
  #age = 0;

  constructor(from: ChatThread | { id: string }) {
    this.#state = "chat" in from ? stateOf(from) : emptyState(from.id);
  }

  read = (): ChatState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Watches an answer that was already running when the chat was read, continuing where the stored text ends. */
  connect(): void {
    const entry = runningEntry(this.#state.sections);
    const { run } = entry?.message ?? {};
    if (!entry?.answer || !run || this.#turn.isRead) return;
    const { answer, message } = entry;
    this.set({ turn: turnOf(message.id, "running") });
    announceWriting(answer, message.id, countWritings(answer));
    this.#turn.watch({ runId: run.id, after: run.lastSeq }, message.id, (event) => answer.apply(event));
  }

  /** Context to send with every question from now on, read for each; null for none. */
  standBeside(context: Beside | null): void {
    this.#beside = context;
  }

  /** `decided` resolves when decisions on changes are stored: the model is given them with the next question. */
  askAfter(decided: () => Promise<void>): void {
    this.#decided = decided;
  }

  async #ready(): Promise<void> {
    if (this.#state.turn) await this.stop();
    await this.#decided?.();
  }

  /** Resolves null once the server has stored the message, else with the problem. */
  async send(sending: Sending): Promise<Problem | null> {
    await this.#ready();
    const beside = (await this.#beside?.()) ?? { editorSelection: null };
    // A queued message may have been sent meanwhile.
    if (this.#state.turn) await this.stop();
    const { id: chatId, version } = this.#state;
    const { content, attachments, choices, temporary } = sending;
    const { messageId, replyId } = sending.ids ?? { messageId: uuidv7(), replyId: uuidv7() };
    const { exists, project } = this.#state;
    const begins = exists || project === null ? {} : { projectId: project.id };
    const message = draftMessage(messageId, "user", content, attachments);
    if (!this.#state.exists) this.set({ temporary });
    return this.#begin(
      {
        trigger: "send",
        chatId,
        version,
        messageId,
        replyId,
        content,
        attachments,
        ...beside,
        temporary,
        ...begins,
        choices,
      },
      this.#state.sections,
      [entryOf(message)],
    );
  }

  async edit(editedId: string, content: string, choices: ChatChoices): Promise<Problem | null> {
    await this.#ready();
    const { id: chatId, version, sections } = this.#state;
    const [messageId, replyId] = [uuidv7(), uuidv7()];
    const attachments = this.find(editedId)?.message.experimental_attachments ?? [];
    const message = draftMessage(messageId, "user", content, attachments);
    const request: TurnRequest = { trigger: "edit", chatId, version, editedId, messageId, replyId, content, choices };
    return this.#begin(request, sectionsBefore(sections, editedId), [entryOf(message)]);
  }

  async regenerate(regeneratedId: string, choices: ChatChoices): Promise<Problem | null> {
    await this.#ready();
    const { id: chatId, version, sections } = this.#state;
    const replyId = uuidv7();
    const target = this.find(regeneratedId)?.message;
    // A user message without an answer gets one; an existing answer is regenerated in place.
    const kept = target?.role === "user" ? [...sections] : sectionsBefore(sections, regeneratedId);
    return this.#begin({ trigger: "regenerate", chatId, version, regeneratedId, replyId, choices }, kept, []);
  }

  async continue(continuedId: string, choices: ChatChoices): Promise<Problem | null> {
    await this.#ready();
    const { id: chatId, version, sections } = this.#state;
    const replyId = uuidv7();
    const before = this.find(continuedId)?.message;
    const shown = before ? Answer.of(before) : new Answer();
    const request: TurnRequest = { trigger: "continue", chatId, version, continuedId, replyId, choices };
    return this.#begin(request, sectionsBefore(sections, continuedId), [], shown);
  }

  /** Ends the answer where the reader has read to. The text never grows again. */
  stop(): Promise<void> {
    return this.#turn.stop();
  }

  /** Removes a message and everything after it; returns what is needed to undo it. */
  async restore(messageId: string): Promise<{ operationId: string; deletedCount: number }> {
    if (this.#state.turn) await this.stop();
    const { id, version, sections } = this.#state;
    const answer = await this.#ask<{ operationId: string; deletedCount: number; version: number }>(`/api/chats/${id}/restore`, {
      messageId,
      version,
    });
    const undo = { operationId: answer.operationId, kind: "restore" as const, removed: answer.deletedCount };
    this.#age++;
    this.set({ version: answer.version, sections: sectionsBefore(sections, messageId), undo });
    return answer;
  }

  async undo(operationId: string): Promise<void> {
    if (this.#state.turn) await this.stop();
    const { id, version } = this.#state;
    const answer = await this.#ask<{ version: number }>(`/api/chats/${id}/undo`, { operationId, version });
    this.#age++;
    this.set({ version: answer.version, undo: null });
    await this.reread();
  }

  /** Shows another version of an edited or regenerated message. */
  async switchTo(messageId: string): Promise<void> {
    if (this.#state.turn) await this.stop();
    const { id, version } = this.#state;
    const answer = await this.#ask<{ version: number }>(`/api/chats/${id}/switch`, { messageId, version });
    this.#age++;
    this.set({ version: answer.version });
    await this.reread();
  }

  async loadOlder(count = 50): Promise<void> {
    const first = entriesOf(this.#state.sections)[0];
    if (!this.#state.hasOlder || this.#state.isLoadingOlder || !first) return;
    this.set({ isLoadingOlder: true });
    try {
      const page = await ask<ChatThread>(`/api/chats/${this.#state.id}?before=${first.message.seq}&limit=${count}`);
      const older = sectionsOf(page.messages.map(entryOf));
      this.set({ sections: [...older, ...this.#state.sections], hasOlder: page.hasOlder });
    } finally {
      this.set({ isLoadingOlder: false });
    }
  }

  /** Scrolls to this message, loading it if needed, and marks these words in it. */
  goTo(messageId: string, words = ""): void {
    this.set({ goal: { messageId, words } });
  }

  /** Loads older pages until this message is among them. Returns false if the chat does not include it. */
  async loadBackTo(messageId: string): Promise<boolean> {
    if (this.find(messageId) !== undefined) return true;
    const { isShown } = await ask<MessageText>(`/api/chats/${this.#state.id}/messages/${messageId}`);
    if (!isShown) return false;
    while (this.#state.hasOlder && this.find(messageId) === undefined) {
      await this.loadOlder(200);
      // Another page may already be loading.
      await new Promise(requestAnimationFrame);
    }
    return this.find(messageId) !== undefined;
  }

  /** Reads the newest messages again. Concurrent calls share one request. */
  reread(): Promise<void> {
    return this.#readOnce((age) => this.#reread(age));
  }

  #readOnce(read: (age: number) => Promise<void>): Promise<void> {
    const age = this.#age;
    if (this.#rereading?.age === age) return this.#rereading.done;
    const done = read(age).finally(() => {
      if (this.#rereading?.age === age) this.#rereading = null;
    });
    this.#rereading = { done, age };
    return done;
  }

  adopt(thread: ChatThread): void {
    if (this.#turn.isRead) return;
    const { sections, kept } = mergeThread(this.#state.sections, thread.messages);
    const { version, title, choices, temporary, isOwner } = thread.chat;
    const { project, summary, undo } = thread;
    const hasOlder = kept ? this.#state.hasOlder : thread.hasOlder;
    this.roleIs(isOwner);
    this.set({ exists: true, version, title, choices, temporary, project, sections, hasOlder, summary, undo });
  }

  /** Whether the reader may write in it now. What they have typed stays in its form. */
  roleIs(isOwner: boolean): void {
    const { isOwner: was, hasLostRole } = this.#state;
    if (was !== isOwner) this.set({ isOwner, hasLostRole: !isOwner && (was || hasLostRole) });
  }

  /** The chat was renamed, here or elsewhere. */
  rename(title: string): void {
    if (title !== this.#state.title) this.set({ title });
  }

  /** A chat that does not exist yet will be created in this project. */
  beginIn(project: ChatProject | null): void {
    if (!this.#state.exists && this.#state.turn === null && project?.id !== this.#state.project?.id) this.set({ project });
  }

  /** Opens the last question for editing. Returns whether there was one. */
  editLast(): boolean {
    const last = entriesOf(this.#state.sections).findLast(({ message }) => message.role === "user");
    if (last === undefined || !this.#state.isOwner) return false;
    this.set({ editing: last.message.id });
    return true;
  }

  dismissNote(): void {
    this.set({ note: null });
  }

  /** Another tab or device has changed the chat, or started an answer in it. */
  async changedElsewhere(version: number, runId?: string): Promise<void> {
    if (this.#turn.isRead || !this.#state.exists) return;
    if (version === this.#state.version && runId === undefined) return;
    await this.reread();
    this.connect();
  }

  /** Fetches the chat's current state, in case updates were missed. */
  async catchUp(): Promise<void> {
    if (this.#turn.isRead || !this.#state.exists) return;
    const { chat, messages } = await ask<ChatThread>(`/api/chats/${this.#state.id}?limit=1`);
    const run = messages.at(-1)?.run;
    await this.changedElsewhere(chat.version, run?.status === "running" ? run.id : undefined);
  }

  /** Reads a chat that the server may not have; throws a problem if it does not. */
  async lookUp(): Promise<void> {
    if (this.#turn.isRead) return;
    await this.reread();
    this.connect();
  }

  /** Whether the server has this message, or it is only shown optimistically. */
  hasStored(messageId: string): boolean {
    const seq = this.find(messageId)?.message.seq;
    return seq !== undefined && seq < Number.MAX_SAFE_INTEGER;
  }

  /** Whether this message is shown, but not yet acknowledged by the server. */
  isSending(messageId: string): boolean {
    const { turn } = this.#state;
    return turn !== null && turn.phase !== "running" && this.find(messageId) !== undefined && !this.hasStored(messageId);
  }

  get runId(): string | null {
    return this.#turn.runId;
  }

  async #reread(age: number): Promise<void> {
    const thread = await ask<ChatThread>(`/api/chats/${this.#state.id}?limit=50`);
    if (age === this.#age) this.adopt(thread);
  }

  /** Of a turn made here only its own messages are new, unless the chat was changed elsewhere, too. */
  async #readTurn(age: number): Promise<void> {
    const { id, sections, version } = this.#state;
    const after = lastSettledSeq(sections);
    if (after === null) return this.#reread(age);
    const thread = await ask<ChatThread>(`/api/chats/${id}?limit=50&after=${after}`);
    if (age !== this.#age) return;
    const isAlone = thread.chat.version === version && this.find(thread.messages[0]?.id ?? "") !== undefined;
    return isAlone ? this.adopt(thread) : this.#reread(age);
  }

  async #ask<T>(path: string, body: unknown): Promise<T> {
    try {
      return await ask<T>(path, { body });
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === "chat-changed") await this.staleTab(error.problem);
      throw error;
    }
  }

  /** Another tab was faster. Said at once, so that the refusal is not reported twice. */
  async staleTab(problem: Problem): Promise<void> {
    this.set({ note: problem.title });
    await this.reread().catch(() => {});
    this.connect();
  }

  /** `shown` stays in the answer's place until the new one has as much to show. */
  #begin(request: TurnRequest, kept: readonly Section[], asked: readonly Entry[], shown?: Answer): Promise<Problem | null> {
    const before = this.#state;
    const answer = shown ?? new Answer();
    const reply = { message: draftMessage(request.replyId, "assistant", "", []), answer };
    if (!shown) announceWriting(answer, request.replyId, 0);
    const apply = shown ? catchUp(this, request.replyId, shown) : (event: RunEvent) => answer.apply(event);
    const entries = [...asked, reply];
    const section = { key: entries[0]!.message.id, entries };
    this.#age++;
    this.set({
      sections: [...kept, section],
      turn: turnOf(request.replyId, "sending"),
      note: null,
    });
    return this.#turn.begin(request, before, apply);
  }

  /** The running answer has ended or was refused; `change` is the resulting state. */
  turnEnded(change: Partial<ChatState>): void {
    this.#age++;
    this.set({ ...change, turn: null });
    void this.#readOnce((age) => this.#readTurn(age)).catch(() => {});
  }

  find(messageId: string): Entry | undefined {
    return entriesOf(this.#state.sections).findLast((entry) => entry.message.id === messageId);
  }

  /** Swaps the answer object of a message, as when a replay has caught up. */
  replaceAnswer(messageId: string, answer: Answer): void {
    const sections = this.#state.sections.map((section) =>
      section.entries.some((entry) => entry.message.id === messageId)
        ? { ...section, entries: section.entries.map((entry) => (entry.message.id === messageId ? { ...entry, answer } : entry)) }
        : section,
    );
    this.set({ sections });
  }

  set(change: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/**
 * A resumed answer is replayed from its beginning. Until the replay reaches what is
 * on the page, the page stays unchanged.
 */
function catchUp(store: ChatStore, replyId: string, shown: Answer): (event: RunEvent) => void {
  const answer = new Answer();
  announceWriting(answer, replyId, countWritings(shown));
  let isShown = false;
  return (event) => {
    answer.apply(event);
    if (isShown || (event.type !== "finish" && answer.length < shown.length)) return;
    isShown = true;
    store.replaceAnswer(replyId, answer);
  };
}
