/*
 * A run while this process writes it: its events, numbered from 1 without
 * gaps, the message they fold to, what of them the database does not have yet,
 * and the readers who watch it now.
 *
 * An event is turned into text once. The same string goes to the log and to
 * every reader. A reader who cannot keep up is let go here and catches up from
 * the log; nothing is ever queued for anyone.
 */
import type { RunEvent } from "#core/chat/run-event.ts";
import { foldRunEvent, type Folded } from "#core/chat/run-fold.ts";
import type { LogChunk, RunEnd, RunWrite } from "../data/upkeep/run-log.ts";
import { messageRow, type MessageRow } from "../db/message-row.ts";
import type { DeltaClock } from "./delta-clock.ts";

/** Where a reader's frames go. `write` answers false when it would rather have no more for now. */
export type Sink = {
  write(text: string): boolean;
  /** Aborted when the reader is gone. */
  readonly signal: AbortSignal;
  /** Resolves when there is room again, or when the reader is gone. */
  drained(): Promise<void>;
  end(): void;
};

type Watcher = { sink: Sink; left(seq: number): void };
export type RunIdentity = { runId: string; messageId: string; chatId: string; ownerId: string };
type DeltaKind = "text" | "reasoning" | "tool-input";

/** Frames kept for readers who attach late, beyond those that the database does not have yet. */
const keptFrames = 256;
const rowEveryMs = 3000;

export class LiveRun {
  readonly identity: RunIdentity;
  readonly abort = new AbortController();
  readonly folded: Folded = { parts: [], sources: [] };
  seq = 0;
  /** No more is taken from the model: it has ended, or was stopped. */
  isSealed = false;
  /** It is being ended in the database; the flusher leaves it alone. */
  isSettling = false;
  /** Its chat is in no project, so only its owner sees it. */
  isPrivate = false;
  /** Its rows are still being stored: nothing of it is written or read yet. */
  isHeld = false;
  /** Its last event is out. */
  isOver = false;
  #clock: DeltaClock;
  #wantsFlush: () => void;
  #frames: string[] = [];
  #ringFrom = 1;
  #unsaved: LogChunk[] = [];
  #lines: string[] = [];
  #linesFrom = 1;
  #delta: { kind: DeltaKind; id: string; text: string } | null = null;
  #end: RunEnd | null = null;
  #rowAt = 0;
  #rowSize = 0;
  #watchers = new Set<Watcher>();

  constructor(identity: RunIdentity, clock: DeltaClock, wantsFlush: () => void) {
    this.identity = identity;
    this.#clock = clock;
    this.#wantsFlush = wantsFlush;
    // Runs that began together should not all bring their rows up in the same flush.
    this.#rowAt = Date.now() - Math.random() * rowEveryMs;
  }

  get hasNews(): boolean {
    return !this.isHeld && this.#hasUnwritten;
  }

  get #hasUnwritten(): boolean {
    return this.#lines.length > 0 || this.#unsaved.length > 0 || this.#end !== null;
  }

  /** Adds an event, after the text that was waiting to be joined. */
  emit(event: RunEvent): void {
    if (this.isSealed) return;
    this.flushDelta();
    this.#append(event);
  }

  /** Adds to a text, a reasoning or a tool's input; when it goes out is the clock's matter. */
  delta(kind: DeltaKind, id: string, text: string): void {
    if (this.isSealed || text === "") return;
    if (this.#delta !== null && (this.#delta.kind !== kind || this.#delta.id !== id)) this.flushDelta();
    if (this.#delta === null) {
      this.#delta = { kind, id, text };
      this.#clock.soon(this);
    } else {
      this.#delta.text += text;
    }
  }

  flushDelta(): void {
    const delta = this.#delta;
    if (delta === null) return;
    this.#delta = null;
    if (this.isSealed) return;
    if (delta.kind === "tool-input") this.#append({ type: "tool-input-delta", toolCallId: delta.id, inputTextDelta: delta.text });
    else if (delta.kind === "text") this.#append({ type: "text-delta", id: delta.id, delta: delta.text });
    else this.#append({ type: "reasoning-delta", id: delta.id, delta: delta.text });
  }

  /**
   * The run's end. Its last event goes out when everything is stored: whoever
   * reads "finish" may ask the next question at once.
   */
  end(end: RunEnd, finish: RunEvent): void {
    if (this.isSealed) return;
    this.flushDelta();
    this.isSealed = true;
    this.#end = end;
    const json = JSON.stringify(finish);
    this.#lines.push(json);
    this.#frames.push(frameOf(this.seq + 1, json));
    this.#wantsFlush();
  }

  #append(event: RunEvent): void {
    foldRunEvent(this.folded, event);
    const json = JSON.stringify(event);
    this.#lines.push(json);
    const frame = frameOf(++this.seq, json);
    this.#frames.push(frame);
    for (const watcher of this.#watchers) {
      if (!watcher.sink.write(frame)) this.#leave(watcher);
    }
  }

  /** What is to be written now. The same chunks are given again until `saved` or `lost` is called. */
  takeWrite(now: number): RunWrite {
    if (this.#lines.length > 0) {
      const to = this.#linesFrom + this.#lines.length - 1;
      this.#unsaved.push({ from: this.#linesFrom, to, data: this.#lines.join("\n") });
      this.#linesFrom = to + 1;
      this.#lines = [];
    }
    const { runId, messageId, chatId } = this.identity;
    const lastSeq = this.#linesFrom - 1;
    return { runId, messageId, chatId, lastSeq, chunks: [...this.#unsaved], row: this.#takeRow(now, lastSeq), end: this.#end };
  }

  /** The message's row, when it is due: after a while, and not for little that is new; always at the end. */
  #takeRow(now: number, lastSeq: number): MessageRow | null {
    const size = this.#linesFrom;
    const isDue = now - this.#rowAt >= rowEveryMs && size > this.#rowSize * 1.2;
    if (this.#end === null && !isDue) return null;
    this.#rowAt = now;
    this.#rowSize = size;
    return messageRow(lastSeq, this.folded);
  }

  /** The write is durable. Lets go of what readers no longer need from here. Answers whether the run is over. */
  saved(write: RunWrite): boolean {
    this.#unsaved.splice(0, write.chunks.length);
    const spare = write.lastSeq - this.#ringFrom + 1 - keptFrames;
    if (spare > keptFrames) {
      this.#frames.splice(0, spare);
      this.#ringFrom += spare;
    }
    if (write.end === null) return false;
    const last = this.#frames.at(-1);
    this.seq = write.lastSeq;
    this.isOver = true;
    for (const watcher of this.#watchers) {
      if (last !== undefined) watcher.sink.write(last);
      this.#leave(watcher);
    }
    return true;
  }

  /** The run is no longer this process's to write. Readers go on from the log. */
  lost(): void {
    this.isSealed = true;
    this.#delta = null;
    this.abort.abort();
    for (const watcher of this.#watchers) this.#leave(watcher);
  }

  /** Ends the writing here and hands over what is not in the database, so that the run can be settled there. */
  settle(): LogChunk[] {
    this.isSealed = true;
    this.isSettling = true;
    this.#delta = null;
    this.abort.abort();
    return this.takeWrite(0).chunks;
  }

  /** Sends readers the events that a settlement added, and lets them go. */
  settled(from: number, tail: readonly RunEvent[]): void {
    const text = tail.map((event, index) => frameOf(from + index, JSON.stringify(event))).join("");
    const isNext = from === this.seq + 1;
    this.seq = from + tail.length - 1;
    this.isOver = isNext;
    for (const watcher of this.#watchers) {
      if (isNext) watcher.sink.write(text);
      watcher.left(isNext ? this.seq : from - 1);
    }
    this.#watchers.clear();
  }

  /** Whether a reader who has seen everything up to `seq` can be served from memory. */
  covers(seq: number): boolean {
    return seq >= this.#ringFrom - 1 && seq <= this.seq;
  }

  /** Gives a reader what is missing and then everything new. Resolves, with the last seq written, when it is full or gone or the run is over. */
  attach(seq: number, sink: Sink): Promise<number> {
    if (sink.signal.aborted) return Promise.resolve(seq);
    for (let next = seq + 1; next <= this.seq; next++) {
      const frame = this.#frames[next - this.#ringFrom];
      if (frame === undefined || !sink.write(frame)) return Promise.resolve(frame === undefined ? next - 1 : next);
    }
    const { promise, resolve } = Promise.withResolvers<number>();
    const watcher = { sink, left: resolve };
    this.#watchers.add(watcher);
    const leave = () => this.#leave(watcher);
    sink.signal.addEventListener("abort", leave);
    return promise.finally(() => sink.signal.removeEventListener("abort", leave));
  }

  #leave(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    watcher.left(this.seq);
  }
}

export function frameOf(seq: number, json: string): string {
  return `id: ${seq}\ndata: ${json}\n\n`;
}
