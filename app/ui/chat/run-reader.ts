/*
 * Reads one run. The server owns the run and this only watches, so every failure
 * has the same remedy: resume from the last event applied. A turn whose POST was
 * lost is posted again with the same ids, which the server treats as the same turn.
 *
 * Events are numbered without gaps. A repeated event is dropped; one that skips a
 * number is refused, and reading resumes from the last good one.
 *
 * A browser allows few connections to one server. A hidden tab holds none: it asks
 * now and then for what has happened, and follows again once it is shown.
 */
import { problemFrom, workspaceHeaders } from "../ask.ts";
import type { TurnRequest } from "#core/chat/chat.ts";
import { ownProblem } from "#core/workspace/own-problems.ts";
import type { Problem } from "#core/workspace/problem.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import { createEventReader } from "#core/models/server-sent-events.ts";

export type RunToRead = { turn: TurnRequest } | { runId: string; after: number };

export type RunWatcher = {
  event(event: RunEvent, seq: number): void;
  /** Called on every change of the connection, so that the screen can show "Trying again in 2 s". */
  connection(state: Connection): void;
  /**
   * Refused by the server; no more events will come. `status` 404 means the run's log is gone: read
   * the chat again.
   */
  refused(problem: Problem): void;
  /** The run's last event has been applied. */
  finished(): void;
  /** The session has expired. Resolves true once the user has signed in again, false if they decline. */
  signIn(): Promise<boolean>;
};

export type Connection =
  | { state: "connecting" | "open" }
  | { state: "lost"; attempt: number; /** Time of the next attempt, in ms since the epoch. */ until: number };

export type RunReader = {
  /** Stops watching. The run itself continues; to end it, ask the server. */
  close(): void;
  readonly runId: string | null;
  readonly lastSeq: number;
};

/** A server silent for this long, without even a heartbeat, counts as gone. */
const silenceMs = 45_000;
/** After sleep or a network change, a stream silent for this long is not trusted. */
const staleAfterWakeMs = 8_000;
const staleAfterOfflineMs = 1_000;
/** How often a hidden tab asks. */
const visitEveryMs = 15_000;
const retryable = new Set([408, 425, 429, 500, 502, 503, 504]);
const maxRefusals = 6;

export function backoffMs(attempt: number, random: number): number {
  const step = Math.min(10_000, 250 * 2 ** Math.min(attempt, 6));
  return Math.round(step * (0.75 + random / 2));
}

export function readRun(run: RunToRead, watcher: RunWatcher, base = ""): RunReader {
  const reading = new RunReading(run, watcher, base);
  void reading.follow();
  return reading;
}

class RunReading implements RunReader {
  runId: string | null;
  lastSeq: number;
  #run: RunToRead;
  #watcher: RunWatcher;
  #base: string;
  /** The workspace the turn was sent from; retries use it even if the reader has switched since. */
  #place = workspaceHeaders();
  #isOver = false;
  /** This connection only reads what has happened so far. */
  #isVisit = false;
  #lastByteAt = 0;
  #request: AbortController | null = null;
  #wakeUp: (() => void) | null = null;
  #listening = new AbortController();
  #watchdog = setInterval(() => this.#distrust(silenceMs), 5_000);

  constructor(run: RunToRead, watcher: RunWatcher, base: string) {
    this.#run = run;
    this.#watcher = watcher;
    this.#base = base;
    this.runId = "runId" in run ? run.runId : null;
    this.lastSeq = "runId" in run ? run.after : 0;
    if (typeof window !== "undefined") this.#listen();
  }

  close(): void {
    this.#end(() => {});
  }

  async follow(): Promise<void> {
    let attempt = 0;
    let refusals = 0;
    for (;;) {
      if (this.#isOver) return;
      const isVisit = (this.#isVisit = this.#isAway);
      const outcome = await this.#connect(refusals);
      if (this.#isOver || outcome === "end") return;
      if (outcome === "signed-in") continue;
      if (isVisit || this.#isAway) {
        if (isVisit && this.#isAway) await this.#wait(visitEveryMs);
        continue;
      }
      if (outcome === "refused") refusals++;
      if (outcome === "read") attempt = refusals = 0;
      const retryInMs = backoffMs(attempt++, Math.random());
      this.#watcher.connection({ state: "lost", attempt, until: Date.now() + retryInMs });
      await this.#wait(retryInMs);
    }
  }

  /** Hidden, and the server has the turn: nothing needs a connection. */
  get #isAway(): boolean {
    return this.runId !== null && typeof document !== "undefined" && document.visibilityState === "hidden";
  }

  /** One connection, until it ends or breaks; "read" if it delivered something new. */
  async #connect(refusals: number): Promise<"read" | "lost" | "refused" | "signed-in" | "end"> {
    const isVisit = this.#isVisit;
    if (!isVisit) this.#watcher.connection({ state: "connecting" });
    this.#request = new AbortController();
    const before = this.lastSeq;
    try {
      const response = await this.#ask(this.#request.signal);
      this.#lastByteAt = Date.now();
      this.runId = response.headers.get("x-stet-run") ?? this.runId;
      if (!response.ok || !response.body) return await this.#afterRefusal(response, refusals);
      if (!isVisit) this.#watcher.connection({ state: "open" });
      // Hidden while the turn was being sent.
      if (this.#isAway && !isVisit) this.#request.abort();
      else await this.#readBody(response.body);
    } catch (error) {
      if (error instanceof SyntaxError) console.error("An event of the run could not be read", error);
    }
    return this.lastSeq > before ? "read" : "lost";
  }

  #ask(signal: AbortSignal): Promise<Response> {
    if (this.runId === null) {
      return fetch(`${this.#base}/api/chat`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-time-zone": Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...this.#place,
        },
        body: JSON.stringify("turn" in this.#run ? this.#run.turn : null),
        signal,
      });
    }
    const headers = { "last-event-id": String(this.lastSeq) };
    const follow = this.#isVisit ? "&follow=false" : "";
    return fetch(`${this.#base}/api/runs/${this.runId}/events?after=${this.lastSeq}${follow}`, { headers, signal });
  }

  async #readBody(body: ReadableStream<Uint8Array>): Promise<void> {
    const events = createEventReader((data, id) => {
      if (id === null || data === "[DONE]") return true;
      return this.#apply(JSON.parse(data) as RunEvent, id);
    });
    const decoder = new TextDecoder();
    const reader = body.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        this.#lastByteAt = Date.now();
        if (!events.push(decoder.decode(value, { stream: true }))) break;
      }
    } finally {
      // An abandoned stream must not keep filling its buffer.
      reader.cancel().catch(() => {});
    }
  }

  /** Returns false if this connection should be dropped. */
  #apply(event: RunEvent, seq: number): boolean {
    if (seq <= this.lastSeq) return true;
    if (seq !== this.lastSeq + 1) return false;
    this.lastSeq = seq;
    try {
      this.#watcher.event(event, seq);
    } catch (error) {
      // A bug in the screen, not the connection: reading the run again would only repeat it.
      console.error("An event of the run could not be shown", event, error);
    }
    if (event.type === "finish") this.#end(() => this.#watcher.finished());
    return !this.#isOver;
  }

  /** A refusal is final, worth retrying, or resolved by signing in. */
  async #afterRefusal(response: Response, refusals: number): Promise<"refused" | "signed-in" | "end"> {
    const problem = await readProblem(response);
    if (this.#isOver) return "end";
    if (problem.status === 401) {
      if (await this.#watcher.signIn()) return "signed-in";
    } else if (retryable.has(problem.status) && refusals < maxRefusals && mayPass(problem)) {
      return "refused";
    }
    this.#end(() => this.#watcher.refused(problem));
    return "end";
  }

  async #wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wakeUp = null;
  }

  /** Drops a connection that has been silent for this long; a pending retry starts immediately. */
  #distrust(afterMs: number): void {
    if (this.#wakeUp === null && this.#lastByteAt > 0 && Date.now() - this.#lastByteAt > afterMs) this.#request?.abort();
  }

  #listen(): void {
    const { signal } = this.#listening;
    const woken = (afterMs: number) => () => {
      this.#wakeUp?.();
      if (document.visibilityState === "visible") this.#distrust(afterMs);
      else if (this.#isAway && !this.#isVisit) this.#request?.abort();
    };
    window.addEventListener("online", woken(staleAfterOfflineMs), { signal });
    window.addEventListener("pageshow", woken(staleAfterWakeMs), { signal });
    document.addEventListener("visibilitychange", woken(staleAfterWakeMs), { signal });
  }

  #end(report: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#watchdog);
    this.#listening.abort();
    this.#wakeUp?.();
    this.#request?.abort();
    report();
  }
}

/**
 * Model problems are shown immediately for the reader to decide. Only the
 * connection to our own server is retried.
 */
function mayPass(problem: Problem): boolean {
  return !problem.code.startsWith("model-") && problem.code !== "something-went-wrong" && problem.code !== "too-many-requests";
}

/** A connection lost within the refusal is one to our own server, and passes. */
export function readProblem(response: Response): Promise<Problem> {
  const otherwise = response.status === 404 ? "not-found" : "server-stopping";
  return problemFrom(response, otherwise).catch(() => ownProblem(otherwise));
}
