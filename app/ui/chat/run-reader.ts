/*
 * Reads one run. The server owns the run and this only watches, so every
 * accident on the way has the same answer: ask again from the last event that
 * was applied. A turn whose POST was lost is posted again with the same ids,
 * which the server takes for the same turn.
 *
 * Events are numbered without gaps. One seen before is dropped; one that skips
 * a number is refused and the run is read again from the last good one.
 */
import type { TurnRequest } from "#core/chat.ts";
import { isProblemCode, problemOf, type Problem } from "#core/problem.ts";
import type { RunEvent } from "#core/run-event.ts";
import { frameReader } from "./event-frames.ts";

export type RunToRead = { turn: TurnRequest } | { runId: string; after: number };

export type RunWatcher = {
  event(event: RunEvent, seq: number): void;
  /** The way to the server: told on every change, so that the screen can say "Trying again in 2 s". */
  connection(state: Connection): void;
  /** The server will not do it; nothing more will come. `status` 404 means the run's log is gone: read the chat again. */
  refused(problem: Problem): void;
  /** The run's last event has been applied. */
  finished(): void;
  /** The session has ended. Answers true once somebody has signed in again, false if they would rather not. */
  signIn(): Promise<boolean>;
};

export type Connection =
  | { state: "connecting" | "open" }
  | { state: "lost"; attempt: number; /** When it is tried again, in ms since the epoch. */ until: number };

export type RunReader = {
  /** Stops watching. The run itself goes on; to end it, ask the server. */
  close(): void;
  readonly runId: string | null;
  readonly lastSeq: number;
};

/** A server that says nothing for this long, not even a heartbeat, is taken for gone. */
const silenceMs = 45_000;
/** After sleep or a change of network, a stream that was silent for this long is not trusted. */
const staleAfterWakeMs = 8_000;
const retryable = new Set([408, 425, 429, 500, 502, 503, 504]);
const maxRefusals = 6;

export function backoffMs(attempt: number, random: number): number {
  const step = Math.min(10_000, 250 * 2 ** Math.min(attempt, 6));
  return Math.round(step * (0.75 + random / 2));
}

export function readRun(run: RunToRead, watcher: RunWatcher, base = ""): RunReader {
  const closing = new AbortController();
  let runId = "runId" in run ? run.runId : null;
  let lastSeq = "runId" in run ? run.after : 0;
  let lastByteAt = 0;
  let over = false;
  let request: AbortController | null = null;
  let wakeUp: (() => void) | null = null;

  function end(tell: () => void): void {
    if (over) return;
    over = true;
    removeListeners();
    request?.abort();
    tell();
  }

  function apply(event: RunEvent, seq: number): boolean {
    if (seq <= lastSeq) return true;
    if (seq !== lastSeq + 1) return false;
    lastSeq = seq;
    try {
      watcher.event(event, seq);
    } catch (error) {
      // A fault of the screen, not of the connection: reading the run again would only repeat it.
      console.error("An event of the run could not be shown", event, error);
    }
    if (event.type === "finish") end(() => watcher.finished());
    return !over;
  }

  async function ask(signal: AbortSignal): Promise<Response> {
    if (runId === null) {
      return fetch(`${base}/api/chat`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify("turn" in run ? run.turn : null),
        signal,
      });
    }
    return fetch(`${base}/api/runs/${runId}/events?after=${lastSeq}`, { headers: { "last-event-id": String(lastSeq) }, signal });
  }

  /** One connection, until it ends or breaks. Answers whether anything new came over it. */
  async function readBody(response: Response): Promise<boolean> {
    const before = lastSeq;
    const feed = frameReader(({ id, data }) => {
      if (id === null || data === "[DONE]") return true;
      return apply(JSON.parse(data) as RunEvent, id);
    });
    const decoder = new TextDecoder();
    const reader = response.body!.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        lastByteAt = Date.now();
        if (!feed(decoder.decode(value, { stream: true }))) break;
      }
    } finally {
      // A stream that was given up must not go on filling its buffer.
      reader.cancel().catch(() => {});
    }
    return lastSeq > before;
  }

  async function wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wakeUp = null;
  }

  /** A refusal is final, or worth another try, or cured by signing in. */
  async function afterRefusal(response: Response, refusals: number): Promise<"again" | "now" | "end"> {
    const problem = await readProblem(response);
    if (over) return "end";
    if (problem.status === 401) {
      if (await watcher.signIn()) return "now";
    } else if (retryable.has(problem.status) && refusals < maxRefusals && mayPass(problem)) {
      return "again";
    }
    end(() => watcher.refused(problem));
    return "end";
  }

  async function follow(): Promise<void> {
    let attempt = 0;
    let refusals = 0;
    for (;;) {
      if (over) return;
      watcher.connection({ state: "connecting" });
      request = new AbortController();
      try {
        const response = await ask(request.signal);
        lastByteAt = Date.now();
        runId = response.headers.get("x-stet-run") ?? runId;
        if (!response.ok || !response.body) {
          const next = await afterRefusal(response, refusals++);
          if (next === "end") return;
          if (next === "now") continue;
        } else {
          watcher.connection({ state: "open" });
          if (await readBody(response)) attempt = refusals = 0;
        }
      } catch (error) {
        if (error instanceof SyntaxError) console.error("An event of the run could not be read", error);
      }
      if (over) return;
      const retryInMs = backoffMs(attempt++, Math.random());
      watcher.connection({ state: "lost", attempt, until: Date.now() + retryInMs });
      await wait(retryInMs);
    }
  }

  function onWake(): void {
    wakeUp?.();
    if (Date.now() - lastByteAt > staleAfterWakeMs && !wakeUp) request?.abort();
  }
  function onVisible(): void {
    if (document.visibilityState === "visible") onWake();
  }
  const watchdog = setInterval(() => {
    if (lastByteAt > 0 && Date.now() - lastByteAt > silenceMs && !wakeUp) request?.abort();
  }, 5_000);
  if (typeof window !== "undefined") {
    window.addEventListener("online", onWake, { signal: closing.signal });
    window.addEventListener("pageshow", onWake, { signal: closing.signal });
    document.addEventListener("visibilitychange", onVisible, { signal: closing.signal });
  }
  function removeListeners(): void {
    clearInterval(watchdog);
    closing.abort();
    wakeUp?.();
  }

  void follow();
  return {
    close: () => end(() => {}),
    get runId() {
      return runId;
    },
    get lastSeq() {
      return lastSeq;
    },
  };
}

/** Problems of the model are told at once: the reader decides. Only the way to our own server is tried again. */
function mayPass(problem: Problem): boolean {
  return !problem.code.startsWith("model-") && problem.code !== "something-went-wrong" && problem.code !== "too-many-requests";
}

/** A refusal from Stet is a problem in JSON; one from a proxy on the way is anything at all. */
export async function readProblem(response: Response): Promise<Problem> {
  try {
    const body = (await response.json()) as Partial<Problem>;
    if (isProblemCode(body.code)) return { ...problemOf(body.code), ...body } as Problem;
  } catch {
    // Not JSON: told by its status below.
  }
  const code = response.status === 401 ? "not-signed-in" : response.status === 404 ? "not-found" : "server-stopping";
  return { ...problemOf(code), status: response.status };
}
