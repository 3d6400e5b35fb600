/*
 * A run while this process writes it: its events (numbered from 1 without gaps), the folded
 * message, what the database doesn't have yet, and its current readers.
 *
 * Each event is serialized once; the same string goes to the log and every reader. A reader that
 * can't keep up is detached and catches up from the log, so nothing is queued per reader.
 */
import type { RunEvent } from "#core/chat/run-event.ts";
import { foldRunEvent, type Folded } from "#core/chat/run-fold.ts";
import type { LogChunk, RunEnd, RunWrite } from "../data/upkeep/run-log.ts";
import { messageRow, type MessageRow } from "../db/message-row.ts";
import type { DeltaClock } from "./delta-clock.ts";

/** Where a reader's frames go. `write` returns false to apply backpressure. */
export type Sink = {
  write(text: string): boolean;
  /** Aborted when the reader disconnects. */
  readonly signal: AbortSignal;
  /** Resolves when there is room again or the reader has disconnected. */
  drained(): Promise<void>;
  end(): void;
};

type Watcher = { sink: Sink; left(seq: number): void };
export type RunIdentity = { runId: string; messageId: string; chatId: string; ownerId: string };
type DeltaKind = "text" | "reasoning" | "tool-input";

/** Frames kept for late readers, in addition to those not yet stored. */
const keptFrames = 256;
const rowEveryMs = 3000;

export class LiveRun {
  readonly identity: RunIdentity;
  readonly abort = new AbortController();
  readonly folded: Folded = { parts: [], sources: [] };
  seq = 0;
  /** No more model output is accepted: it has ended or was stopped. */
  isSealed = false;
  /** Being finalized in the database; the flusher skips it. */
  isSettling = false;
  /** Its chat is in no project, so only its owner can see it. */
  isPrivate = false;
  /** Its rows are still being stored: nothing is written or readable yet. */
  isHeld = false;
  /** Its last event was sent. */
  isOver = false;
  #clock: DeltaClock;
  #wantsFlush: () => void;
  #frames: string[] = [];
  #ringFrom = 1;
  #unsaved: LogChunk[] = [];
  #lines: string[] = [];
  #linesFrom = 1;
  #hasSpoken = false;
  #delta: { kind: DeltaKind; id: string; text: string } | null = null;
  #end: RunEnd | null = null;
  #rowAt = 0;
  #rowSize = 0;
  #watchers = new Set<Watcher>();

  constructor(identity: RunIdentity, clock: DeltaClock, wantsFlush: () => void) {
    this.identity = identity;
    this.#clock = clock;
    this.#wantsFlush = wantsFlush;
    // Spreads out row writes of runs that started together.
    this.#rowAt = Date.now() - Math.random() * rowEveryMs;
  }

  get hasNews(): boolean {
    return !this.isHeld && this.#hasUnwritten;
  }

  get #hasUnwritten(): boolean {
    return this.#lines.length > 0 || this.#unsaved.length > 0 || this.#end !== null;
  }

  /** Adds an event, after flushing pending text. */
  emit(event: RunEvent): void {
    if (this.isSealed) return;
    this.flushDelta();
    this.#append(event);
  }

  /** Appends to text, reasoning or tool input; the delta clock decides when it is sent. */
  delta(kind: DeltaKind, id: string, text: string): void {
    if (this.isSealed || text === "") return;
    if (this.#delta !== null && (this.#delta.kind !== kind || this.#delta.id !== id)) this.flushDelta();
    if (this.#delta === null) {
      this.#delta = { kind, id, text };
      this.#clock.soon(this, !this.#hasSpoken);
      this.#hasSpoken = true;
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
   * Ends the run. Its last event is sent once everything is stored, because a client may ask the
   * next question on "finish".
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

  /** What to write now. Returns the same chunks until `saved` or `lost` is called. */
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

  /** The message row, when due: after an interval and enough new content, and always at the end. */
  #takeRow(now: number, lastSeq: number): MessageRow | null {
    const size = this.#linesFrom;
    const isDue = now - this.#rowAt >= rowEveryMs && size > this.#rowSize * 1.2;
    if (this.#end === null && !isDue) return null;
    this.#rowAt = now;
    this.#rowSize = size;
    return messageRow(lastSeq, this.folded);
  }

  /** Call when the write is durable. Frees what readers no longer need; returns whether the run is over. */
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

  /** This process no longer owns the run. Readers continue from the log. */
  lost(): void {
    this.isSealed = true;
    this.#delta = null;
    this.abort.abort();
    for (const watcher of this.#watchers) this.#leave(watcher);
  }

  /** Stops writing and returns the chunks the database doesn't have, so that the run can be finalized there. */
  settle(): LogChunk[] {
    this.isSealed = true;
    this.isSettling = true;
    this.#delta = null;
    this.abort.abort();
    return this.takeWrite(0).chunks;
  }

  /** Sends readers the events added when finalizing, and detaches them. */
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

  /** Whether a reader that has everything up to `seq` can be served from memory. */
  covers(seq: number): boolean {
    return seq >= this.#ringFrom - 1 && seq <= this.seq;
  }

  /**
   * Sends a reader what it missed, then, if it follows, new events. Resolves with the last seq
   * written once the reader is full or gone, or the run is over.
   */
  attach(seq: number, sink: Sink, follows: boolean): Promise<number> {
    if (sink.signal.aborted) return Promise.resolve(seq);
    for (let next = seq + 1; next <= this.seq; next++) {
      const frame = this.#frames[next - this.#ringFrom];
      if (frame === undefined || !sink.write(frame)) return Promise.resolve(frame === undefined ? next - 1 : next);
    }
    if (!follows) return Promise.resolve(this.seq);
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
