/*
 * One provider request and its event stream, over node:http. Fetch and web streams cost half as
 * much again per token and can't tell "no byte yet" from "no more bytes".
 *
 * The end is always a value: closed, refused with a status, failed, or aborted. The reader decides
 * what it means for the answer: a provider that closes early after its last event has still
 * answered.
 */
import http from "node:http";
import https from "node:https";
import { StringDecoder } from "node:string_decoder";
import { createEventReader } from "#core/models/server-sent-events.ts";

export type StreamLimits = {
  connectMs: number;
  /** From the request to the first byte of the response. Reasoning models take minutes. */
  firstByteMs: number;
  /** Between two chunks of the response. */
  silenceMs: number;
  /** Characters per event. */
  maxEventLength: number;
};

export type StreamRequest = { url: URL; headers: Record<string, string>; body: string };

export type StreamEnd =
  | { kind: "closed"; strangeLines: number }
  | { kind: "refused"; status: number; headers: http.IncomingHttpHeaders; body: string }
  | { kind: "failed"; why: StreamFailure; errno?: string; staleConnection?: boolean }
  | { kind: "aborted" };
export type StreamFailure = "unreachable" | "silent" | "cut-off" | "too-long";

/** Error bodies are read only this far: messages are short, and a proxy's HTML page isn't useful to people. */
const maxRefusalBytes = 64_000;

/** How long a finished response may take to close so that its connection can be reused. */
const drainMs = 2000;

const agents = {
  "http:": new http.Agent({ keepAlive: true, scheduling: "lifo", maxFreeSockets: 64 }),
  "https:": new https.Agent({ keepAlive: true, scheduling: "lifo", maxFreeSockets: 64 }),
};

/** `onData` returns true when the answer is complete; the promise then resolves without waiting for the close. */
export function readEventStream(
  request: StreamRequest,
  onData: (data: string) => boolean,
  limits: StreamLimits,
  signal: AbortSignal,
): Promise<StreamEnd> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve({ kind: "aborted" });
    const call = send(request);
    const clocks = startClocks(limits, () => settle({ kind: "failed", why: "silent" }));
    let isSettled = false;

    function close(mayDrain: boolean): boolean {
      if (isSettled) return false;
      isSettled = true;
      clocks.stop();
      signal.removeEventListener("abort", onAbort);
      if (!mayDrain) call.destroy();
      return true;
    }
    function settle(end: StreamEnd, mayDrain = false): void {
      if (close(mayDrain)) resolve(end);
    }
    function onAbort(): void {
      settle({ kind: "aborted" });
    }
    /** Thrown by our own listener, not caused by the provider. */
    function onBug(error: unknown): void {
      if (close(false)) reject(error);
    }

    signal.addEventListener("abort", onAbort);
    watchConnection(call, request.url, clocks, settle);
    call.on("response", (response) => {
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299) return readRefusal(response, status, clocks, settle);
      readAnswer(response, onData, limits, clocks, settle, onBug);
    });
    call.end(request.body);
  });
}

function watchConnection(call: http.ClientRequest, url: URL, clocks: Clocks, settle: Settle): void {
  let hasAnswered = false;
  call.on("socket", (socket) => {
    if (!socket.connecting) return;
    clocks.connecting(() => settle({ kind: "failed", why: "unreachable", errno: "ETIMEDOUT" }));
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", clocks.connected);
  });
  call.on("response", () => {
    hasAnswered = true;
  });
  call.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (hasAnswered) return settle({ kind: "failed", why: "cut-off" });
    // The server may have closed a keep-alive connection just as it was reused.
    const staleConnection = call.reusedSocket && code === "ECONNRESET";
    settle({ kind: "failed", why: "unreachable", staleConnection, ...(code ? { errno: code } : {}) });
  });
}

function send({ url, headers, body }: StreamRequest): http.ClientRequest {
  const isSecure = url.protocol === "https:";
  return (isSecure ? https : http).request(url, {
    method: "POST",
    agent: agents[isSecure ? "https:" : "http:"],
    headers: {
      accept: "text/event-stream",
      // Compression holds data back until a block is full.
      "accept-encoding": "identity",
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": "stet",
      ...headers,
    },
  });
}

type Settle = (end: StreamEnd, mayDrain?: boolean) => void;
type Clocks = ReturnType<typeof startClocks>;

function readAnswer(
  response: http.IncomingMessage,
  onData: (data: string) => boolean,
  limits: StreamLimits,
  clocks: Clocks,
  settle: Settle,
  onBug: (error: unknown) => void,
): void {
  let isComplete = false;
  const take = (data: string) => {
    if (!isComplete) isComplete = onData(data);
  };
  // Holds back bytes of a character split between chunks.
  const decoder = new StringDecoder("utf8");
  const events = createEventReader(take, limits.maxEventLength);
  // Some servers don't stream: the whole response is then one JSON document.
  const whole: Buffer[] | undefined = /^application\/json/i.test(response.headers["content-type"] ?? "") ? [] : undefined;
  let length = 0;

  function finish(): void {
    settle({ kind: "closed", strangeLines: events.strangeLines() }, true);
    // Discards what still arrives, but reads it so that the connection can be reused.
    setTimeout(() => response.complete || response.destroy(), drainMs).unref();
  }
  function guarded(work: () => boolean): void {
    try {
      if (!work()) settle({ kind: "failed", why: "too-long" });
      else if (isComplete) finish();
    } catch (error) {
      onBug(error);
    }
  }

  response.on("data", (chunk: Buffer) => {
    clocks.heard();
    if (isComplete) return;
    if (whole === undefined) return guarded(() => events.push(decoder.write(chunk)));
    whole.push(chunk);
    length += chunk.length;
    if (length > limits.maxEventLength) settle({ kind: "failed", why: "too-long" });
  });
  response.on("end", () => {
    guarded(() => {
      if (whole !== undefined) take(Buffer.concat(whole).toString("utf8"));
      else {
        events.push(decoder.end());
        events.end();
      }
      return true;
    });
    settle({ kind: "closed", strangeLines: events.strangeLines() }, true);
  });
  response.on("error", () => settle({ kind: "failed", why: "cut-off" }));
  response.on("close", () => settle({ kind: "failed", why: "cut-off" }));
}

function readRefusal(response: http.IncomingMessage, status: number, clocks: Clocks, settle: Settle): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const done = () => {
    const body = Buffer.concat(chunks).toString("utf8");
    settle({ kind: "refused", status, headers: response.headers, body }, length <= maxRefusalBytes);
  };
  response.on("data", (chunk: Buffer) => {
    clocks.heard();
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxRefusalBytes) done();
  });
  response.on("end", done);
  response.on("error", done);
  response.on("close", done);
}

/* Two deadlines and a slow tick: resetting a timer for every chunk would cost as much as reading it. */
function startClocks(limits: StreamLimits, onSilence: () => void) {
  const ticksOfSilence = 8;
  let quietTicks = 0;
  let connect: NodeJS.Timeout | undefined;
  let tick: NodeJS.Timeout | undefined;
  const firstByte = setTimeout(onSilence, limits.firstByteMs);
  return {
    connecting(onLate: () => void): void {
      connect = setTimeout(onLate, limits.connectMs);
    },
    connected(): void {
      clearTimeout(connect);
    },
    heard(): void {
      quietTicks = 0;
      if (tick !== undefined) return;
      clearTimeout(firstByte);
      tick = setInterval(() => {
        if (++quietTicks > ticksOfSilence) onSilence();
      }, limits.silenceMs / ticksOfSilence);
    },
    stop(): void {
      clearTimeout(connect);
      clearTimeout(firstByte);
      clearInterval(tick);
      // A chunk after the end must not restart the tick.
      tick ??= firstByte;
    },
  };
}
