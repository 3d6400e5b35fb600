import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { TurnRequest } from "#core/chat/chat.ts";
import { problemOf, type Problem, type ProblemCode } from "#core/workspace/problem.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import { backoffMs, readRun, type Connection } from "./run-reader.ts";

const runId = "run-1";
const turn: TurnRequest = {
  trigger: "send",
  chatId: "c",
  version: 0,
  messageId: "m",
  replyId: "r",
  content: "Hello",
  attachments: [],
  editorSelection: null,
  temporary: false,
  choices: {
    model: "built-in",
    sources: [],
    knowledgeSources: [],
    forceWebSearch: false,
    searchProjectFiles: false,
    draftMode: false,
    writingType: null,
  },
};

const events: RunEvent[] = [
  { type: "start", messageId: "r", messageMetadata: { runId, chatId: "c", chatVersion: 1, model: "built-in" } },
  { type: "text-start", id: "t" },
  ...Array.from({ length: 20 }, (_, i): RunEvent => ({ type: "text-delta", id: "t", delta: `word${i} ` })),
  { type: "text-end", id: "t" },
  { type: "finish", messageMetadata: { status: "done" } },
];
const wholeText = Array.from({ length: 20 }, (_, i) => `word${i} `).join("");

type Exchange = { method: string; url: string; body: string; response: ServerResponse; nth: number };

/** A server whose responses are written by the test. */
async function server(answer: (exchange: Exchange) => void): Promise<string> {
  let nth = 0;
  async function handle(request: IncomingMessage, response: ServerResponse) {
    let body = "";
    for await (const chunk of request) body += chunk;
    answer({ method: request.method!, url: request.url!, body, response, nth: nth++ });
  }
  const http = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

const frame = (seq: number) => `id: ${seq}\ndata: ${JSON.stringify(events[seq - 1])}\n\n`;
const frames = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => frame(from + i)).join("");
const open = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream", "x-stet-run": runId });
const after = (url: string) => Number(new URL(url, "http://x").searchParams.get("after"));
function refuse(response: ServerResponse, code: ProblemCode) {
  const body = problemOf(code);
  response.writeHead(body.status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

type Seen = { text: string; seqs: number[]; states: Connection["state"][]; refused: Problem | null; signIns: number };

function read(base: string, signIn: () => boolean = () => false): Promise<Seen> {
  const seen: Seen = { text: "", seqs: [], states: [], refused: null, signIns: 0 };
  return new Promise((resolve) => {
    const reader = readRun(
      { turn },
      {
        event(event, seq) {
          seen.seqs.push(seq);
          if (event.type === "text-delta") seen.text += event.delta;
        },
        connection: ({ state }) => void seen.states.push(state),
        refused(problem) {
          seen.refused = problem;
          resolve(seen);
        },
        finished: () => resolve(seen),
        async signIn() {
          seen.signIns++;
          return signIn();
        },
      },
      base,
    );
    onTestFinished(() => reader.close());
  });
}

const inOrder = events.map((_, i) => i + 1);

test("reads a run to its end over one connection", async () => {
  const base = await server(({ response }) => open(response).end(frames(1, events.length) + "data: [DONE]\n\n"));
  const seen = await read(base);
  expect(seen.text).toBe(wholeText);
  expect(seen.seqs).toEqual(inOrder);
  expect(seen.states).toEqual(["connecting", "open"]);
});

test("a cut connection is resumed from the last event, without a word lost or doubled", async () => {
  const asked: string[] = [];
  const base = await server(({ method, url, response }) => {
    asked.push(`${method} ${url}`);
    open(response);
    const from = method === "POST" ? 1 : after(url) + 1;
    const to = Math.min(events.length, from + 6);
    // The connection dies with half of the next frame on the wire.
    response.write(frames(from, to) + (to < events.length ? frame(to + 1).slice(0, 12) : ""), () =>
      to < events.length ? response.destroy() : response.end(),
    );
  });
  const seen = await read(base);
  expect(seen.text).toBe(wholeText);
  expect(seen.seqs).toEqual(inOrder);
  expect(asked[0]).toBe("POST /api/chat");
  expect(asked.slice(1).every((line) => line.startsWith("GET /api/runs/run-1/events?after="))).toBe(true);
  expect(asked.length).toBeGreaterThan(2);
});

test("events sent twice are applied once", async () => {
  const base = await server(({ method, url, response }) => {
    open(response);
    if (method === "POST") response.end(frames(1, 10));
    else response.end(frames(Math.max(1, after(url) - 5), events.length));
  });
  expect((await read(base)).seqs).toEqual(inOrder);
});

test("a gap is refused and read again", async () => {
  const asked: number[] = [];
  const base = await server(({ method, url, response }) => {
    open(response);
    if (method === "POST") return void response.end(frames(1, 5) + frames(8, events.length));
    asked.push(after(url));
    response.end(frames(after(url) + 1, events.length));
  });
  const seen = await read(base);
  expect(asked).toEqual([5]);
  expect(seen.seqs).toEqual(inOrder);
  expect(seen.text).toBe(wholeText);
});

test("an event that cannot be parsed is read again rather than skipped", async () => {
  const base = await server(({ method, url, response }) => {
    open(response);
    if (method === "POST") return void response.end(`${frames(1, 3)}id: 4\ndata: {"type":"text-del\n\n${frames(5, 6)}`);
    response.end(frames(after(url) + 1, events.length));
  });
  expect((await read(base)).text).toBe(wholeText);
});

test("a turn whose answer was lost is posted again with the same ids", async () => {
  const bodies: string[] = [];
  const base = await server(({ body, response, nth }) => {
    bodies.push(body);
    if (nth < 2) return void response.destroy();
    open(response).end(frames(1, events.length));
  });
  const seen = await read(base);
  expect(bodies).toHaveLength(3);
  expect(new Set(bodies).size).toBe(1);
  expect(JSON.parse(bodies[0]!)).toEqual(turn);
  expect(seen.text).toBe(wholeText);
  expect(seen.states).toContain("lost");
});

test("a session that ended asks for a sign-in and continues", async () => {
  const base = await server(({ response, nth }) => {
    if (nth === 0) return refuse(response, "not-signed-in");
    open(response).end(frames(1, events.length));
  });
  const seen = await read(base, () => true);
  expect(seen.signIns).toBe(1);
  expect(seen.text).toBe(wholeText);
});

test("a sign-in that is declined ends the reading with its problem", async () => {
  const base = await server(({ response }) => refuse(response, "not-signed-in"));
  const seen = await read(base);
  expect(seen.refused?.code).toBe("not-signed-in");
});

test.each<[ProblemCode, number]>([
  ["chat-changed", 1],
  ["model-not-configured", 1],
  ["not-found", 1],
  ["something-went-wrong", 1],
])("%s is reported after %i request", async (code, requests) => {
  let asked = 0;
  const base = await server(({ response }) => {
    asked++;
    refuse(response, code);
  });
  const seen = await read(base);
  expect(seen.refused?.code).toBe(code);
  expect(asked).toBe(requests);
});

test("a server that is restarting is asked again", async () => {
  const base = await server(({ response, nth }) => {
    if (nth === 0) return void response.writeHead(502).end("<html>bad gateway</html>");
    if (nth === 1) return refuse(response, "server-stopping");
    open(response).end(frames(1, events.length));
  });
  expect((await read(base)).text).toBe(wholeText);
});

test("after close nothing more is reported", async () => {
  let answer: ServerResponse | undefined;
  const base = await server(({ response }) => {
    answer = open(response);
    answer.write(frames(1, 5));
  });
  const seqs: number[] = [];
  const reader = readRun(
    { turn },
    {
      event(_event, seq) {
        seqs.push(seq);
        if (seq === 3) reader.close();
      },
      connection() {},
      refused: () => expect.unreachable(),
      finished: () => expect.unreachable(),
      signIn: async () => false,
    },
    base,
  );
  await expect.poll(() => answer?.destroyed).toBe(true);
  expect(seqs).toEqual([1, 2, 3]);
  expect(reader.runId).toBe(runId);
});

test("the pauses between tries grow, are never long, and never all alike", () => {
  expect([0, 1, 2, 3].map((attempt) => backoffMs(attempt, 0.5))).toEqual([250, 500, 1000, 2000]);
  expect(backoffMs(50, 1)).toBeLessThanOrEqual(12_500);
  expect(backoffMs(2, 0)).not.toBe(backoffMs(2, 1));
});

/** A page whose visibility the test decides. */
function page(): { show(isShown: boolean): void } {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    show(isShown) {
      page.visibilityState = isShown ? "visible" : "hidden";
      page.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

describe("a hidden tab", () => {
  test("holds no connection, asks for what has happened, and follows again when it is shown", async () => {
    const { show } = page();
    const asked: string[] = [];
    let held = 0;
    const hidden = Promise.withResolvers<void>();
    const base = await server(({ method, url, response }) => {
      asked.push(url);
      open(response);
      const isVisit = url.endsWith("follow=false");
      if (method === "POST") response.write(frames(1, 6));
      else if (isVisit) response.end(`${frames(after(url) + 1, 12)}data: [DONE]\n\n`);
      else response.end(frames(after(url) + 1, events.length));
      if (isVisit) return hidden.resolve();
      held++;
      response.on("close", () => held--);
      if (method === "POST") setTimeout(() => show(false), 20);
    });
    const reading = read(base);
    await hidden.promise;
    await expect.poll(() => held).toBe(0);
    expect(asked).toHaveLength(2);
    show(true);
    const seen = await reading;
    expect(asked.at(-1)).toBe("/api/runs/run-1/events?after=12");
    expect(seen.text).toBe(wholeText);
    expect(seen.seqs).toEqual(inOrder);
    expect(seen.states).not.toContain("lost");
  });

  test("sends its question first", async () => {
    const { show } = page();
    const asked: string[] = [];
    const base = await server(({ method, url, response }) => {
      asked.push(`${method} ${url}`);
      show(false);
      open(response);
      response.end(method === "POST" ? frames(1, 3) : frames(after(url) + 1, events.length));
    });
    const seen = await read(base);
    expect(seen.seqs).toEqual(inOrder);
    expect(asked).toEqual(["POST /api/chat", expect.stringMatching(/^GET .*follow=false$/)]);
  });
});
