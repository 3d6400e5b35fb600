/* Readers as a server gets them: those who leave early, disappear, read slowly, keep reconnecting, or behave. */
import { randomUUID } from "node:crypto";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type Guests = { url: string; cookies: readonly string[]; over: AbortSignal; done: Map<string, number> };
type Guest = { what: string; count: number; come(guests: Guests, cookie: string): Promise<void> };

const soon = (ms: number) => sleep(Math.random() * ms);

const all: readonly Guest[] = [
  {
    what: "left before the answer began",
    count: 6,
    async come(guests, cookie) {
      const asked = open(guests, cookie, "GET", "/api/updates");
      await soon(40);
      asked.destroy();
    },
  },
  {
    what: "asked and left before the first word",
    count: 2,
    async come(guests, cookie) {
      const asked = open(guests, cookie, "POST", "/api/chat", question("tps=100 chars=400"));
      await soon(60);
      asked.destroy();
      await soon(1500);
    },
  },
  {
    what: "vanished in the middle of an answer",
    count: 2,
    async come(guests, cookie) {
      const asked = open(guests, cookie, "POST", "/api/chat", question("tps=100 chars=1600"));
      const answer = await answerOf(asked);
      answer?.resume();
      await soon(2000);
      // A reset, as from a machine that has died.
      asked.socket?.resetAndDestroy();
    },
  },
  {
    what: "read slowly, then left",
    count: 3,
    async come(guests, cookie) {
      const asked = open(guests, cookie, "POST", "/api/chat", question("tps=0 chars=200000"));
      const answer = await answerOf(asked);
      for (let reads = 0; reads < 20 && !guests.over.aborted; reads++) {
        answer?.read(2000);
        await sleep(200);
      }
      asked.destroy();
    },
  },
  {
    what: "windows opened and closed",
    count: 4,
    async come(guests, cookie) {
      const asked = open(guests, cookie, "GET", "/api/updates");
      (await answerOf(asked))?.resume();
      await soon(4000);
      asked.destroy();
    },
  },
  {
    what: "streams that broke and were resumed",
    count: 2,
    async come(guests, cookie) {
      const asked = open(guests, cookie, "POST", "/api/chat", question("tps=100 chars=1200"));
      const runId = String((await answerOf(asked))?.headers["x-stet-run"]);
      asked.destroy();
      for (let times = 0; times < 12; times++) {
        const again = open(guests, cookie, "GET", `/api/runs/${runId}/events?after=0`);
        (await answerOf(again))?.resume();
        await soon(300);
        again.destroy();
      }
    },
  },
  {
    what: "short chats",
    count: 3,
    async come(guests, cookie) {
      const answer = await answerOf(open(guests, cookie, "POST", "/api/chat", question("tps=0 chars=200")));
      await wholly(answer);
      await wholly(await answerOf(open(guests, cookie, "GET", "/api/chat-sessions")));
      await soon(200);
    },
  },
];

/** Resolves when `over` is aborted and everyone has left. */
export async function receive(guests: Guests): Promise<void> {
  const coming = all.flatMap((guest) => Array.from({ length: guest.count }, (_, nth) => keepComing(guest, guests, nth)));
  await Promise.all(coming);
}

async function keepComing({ what, come }: Guest, guests: Guests, nth: number): Promise<void> {
  while (!guests.over.aborted) {
    await come(guests, guests.cookies[nth % guests.cookies.length]!);
    guests.done.set(what, (guests.done.get(what) ?? 0) + 1);
    await soon(100);
  }
}

function open({ url }: Guests, cookie: string, method: string, path: string, body?: object): ClientRequest {
  const headers = { cookie, origin: url, ...(body && { "content-type": "application/json" }) };
  const asked = request(url + path, { method, headers, agent: false });
  asked.on("error", () => undefined);
  asked.end(body && JSON.stringify(body));
  return asked;
}

/** Undefined if there was none. */
function answerOf(asked: ClientRequest): Promise<IncomingMessage | undefined> {
  return new Promise((resolve) => {
    asked.on("response", (answer) => resolve(answer.on("error", () => undefined)));
    asked.on("close", () => resolve(undefined));
  });
}

async function wholly(answer: IncomingMessage | undefined): Promise<void> {
  if (answer === undefined) return;
  answer.resume();
  await new Promise((resolve) => answer.on("close", resolve));
}

function question(directive: string) {
  const choices = { model: "local:mock-model", sources: [], knowledgeSources: [], forceWebSearch: false };
  return {
    trigger: "send",
    chatId: randomUUID(),
    version: 0,
    messageId: randomUUID(),
    replyId: randomUUID(),
    content: `A question. [[mock kind=plain ${directive}]]`,
    attachments: [],
    editorSelection: null,
    temporary: false,
    choices: { ...choices, searchProjectFiles: false, draftMode: false, writingType: null },
  };
}
