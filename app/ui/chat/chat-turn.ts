/* The running answer in a chat: started, read, stopped, or refused. What is on the page belongs to the chat store. */
import type { TurnRequest } from "#core/chat/chat.ts";
import type { cancelledToolResult } from "#core/chat/message.ts";
import { ownProblem } from "#core/workspace/own-problems.ts";
import type { Problem } from "#core/workspace/problem.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import { ask, problemIn } from "../ask.ts";
import { signInInWorkspace } from "../session.ts";
import type { ChatState } from "./chat-state.ts";
import { readRun, type RunReader, type RunToRead } from "./run-reader.ts";
import type { Entry } from "./sections.ts";

type Chat = {
  read(): ChatState;
  set(change: Partial<ChatState>): void;
  subscribe(listener: () => void): () => void;
  find(messageId: string): Entry | undefined;
  /** `change` is the state the answer leaves behind. */
  turnEnded(change: Partial<ChatState>): void;
  /** The chat was changed elsewhere before this answer could start. */
  staleTab(problem: Problem): Promise<void>;
};

type Outcome = { before: ChatState; resolve: (problem: Problem | null) => void };

/** Repeated here because the original shares a module with a schema that exceeds this page's size budget. */
const cancelled: typeof cancelledToolResult = { cancelled: true, content: "Tool execution was cancelled" };

export class ChatTurn {
  #chat: Chat;
  #reader: RunReader | null = null;
  #outcome: Outcome | null = null;
  #stopWanted = false;

  constructor(chat: Chat) {
    this.#chat = chat;
  }

  get isRead(): boolean {
    return this.#reader !== null;
  }

  get runId(): string | null {
    return this.#reader?.runId ?? null;
  }

  /**
   * Resolves null once the server has accepted it, else with the problem, after rolling the page
   * back to `before`.
   */
  begin(turn: TurnRequest, before: ChatState, apply: (event: RunEvent) => void): Promise<Problem | null> {
    this.#stopWanted = false;
    return new Promise((resolve) => {
      this.#outcome = { before, resolve };
      this.watch({ turn }, turn.replyId, apply, before);
    });
  }

  /** `before` is the state the page returns to if the server refuses the turn. */
  watch(run: RunToRead, replyId: string, apply: (event: RunEvent) => void, before: ChatState | null = null): void {
    let accepted = before === null;
    const accept = (event: Extract<RunEvent, { type: "start" }>) => {
      accepted = true;
      this.#accepted(event);
    };
    this.#reader = readRun(run, {
      event: (event) => {
        apply(event);
        if (event.type === "start" && !accepted) accept(event);
        if (event.type === "finish" && event.messageMetadata.title) this.#chat.set({ title: event.messageMetadata.title });
      },
      connection: (connection) => {
        const { turn } = this.#chat.read();
        // A lost connection stays marked lost until it is restored.
        if (turn && (connection.state !== "connecting" || turn.connection.state !== "lost"))
          this.#chat.set({ turn: { ...turn, connection } });
      },
      refused: (problem) => {
        if (accepted) this.#lostRun(replyId, problem);
        else this.#takenBack(before!, problem);
      },
      finished: () => this.#over({}),
      signIn: signInInWorkspace,
    });
  }

  /** Ends the answer where the reader has read to. The text never grows again. */
  async stop(): Promise<void> {
    const { turn } = this.#chat.read();
    const reader = this.#reader;
    if (!turn || !reader) return;
    if (this.#stopWanted && !reader.runId) return this.#giveUp(reader);
    this.#chat.set({ turn: { ...turn, phase: "stopping" } });
    if (!reader.runId || turn.phase === "sending") {
      // The server does not have the run yet: the stop is repeated as soon as it does.
      this.#stopWanted = true;
      await this.#turnOver();
      return;
    }
    const { runId, lastSeq } = reader;
    try {
      const stopped = await ask<{ version: number }>(`/api/runs/${runId}/stop`, { body: { seenSeq: lastSeq } });
      if (this.#reader !== reader) return;
      reader.close();
      this.#chat.find(turn.replyId)?.answer?.stop(cancelled);
      this.#over({ version: stopped.version });
    } catch (error) {
      const problem = problemIn(error);
      if (this.#reader !== reader) return;
      // The run has ended on its own: its last events are on the way.
      if (problem.code === "run-not-running") return void (await this.#turnOver());
      this.#chat.set({ turn: { ...turn, phase: "running" }, note: problem.title });
    }
  }

  /** Stopped a second time before the server was ever reached: nothing was sent. */
  #giveUp(reader: RunReader): void {
    reader.close();
    this.#stopWanted = false;
    if (this.#outcome) this.#takenBack(this.#outcome.before, ownProblem("no-connection"));
  }

  #accepted(event: Extract<RunEvent, { type: "start" }>): void {
    const { turn } = this.#chat.read();
    const { chatVersion } = event.messageMetadata;
    if (turn) this.#chat.set({ exists: true, version: chatVersion, undo: null, turn: { ...turn, phase: "running" } });
    this.#outcome?.resolve(null);
    this.#outcome = null;
    if (this.#stopWanted) {
      this.#stopWanted = false;
      // After this event has been counted as seen.
      queueMicrotask(() => void this.stop());
    }
  }

  #takenBack(before: ChatState, problem: Problem): void {
    this.#reader = null;
    const { sections, undo, exists, temporary } = before;
    this.#chat.set({ sections, undo, exists, temporary, turn: null });
    this.#outcome?.resolve(problem);
    this.#outcome = null;
    if (problem.code === "chat-changed") void this.#chat.staleTab(problem);
  }

  /** The run's log is gone, because the message is complete or access was revoked. */
  #lostRun(replyId: string, problem: Problem): void {
    if (problem.status !== 404) this.#chat.find(replyId)?.answer?.fail("interrupted", { code: problem.code });
    this.#over({});
  }

  #over(change: Partial<ChatState>): void {
    this.#reader = null;
    this.#chat.turnEnded(change);
  }

  #turnOver(): Promise<void> {
    return new Promise((resolve) => {
      const leave = this.#chat.subscribe(() => {
        if (this.#chat.read().turn) return;
        leave();
        resolve();
      });
    });
  }
}
