/* Streams over a real socket: a slow reader holds back the writer, and one who leaves is noticed. */
import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import type { Sink } from "#server/chat/live-run.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { answerEvents } from "./event-stream.ts";
import type { HeldAccess } from "./held-access.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function accessFor(ending = new AbortController()) {
  const access = {
    signal: ending.signal,
    person: () => ({}) as never,
    release: () => void (access.isReleased = true),
    isReleased: false,
  };
  return access;
}

async function open(pump: (sink: Sink) => Promise<void>, access: HeldAccess = accessFor()): Promise<IncomingMessage> {
  const app = new Hono<ApiEnv>().get("/", (c) => {
    c.header("x-frame-options", "DENY");
    return answerEvents(c as ApiContext, { "content-type": "text/event-stream" }, access, pump);
  });
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close());
  const asked = get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  ends.push(() => asked.destroy());
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return response;
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = "";
  response.setEncoding("utf8");
  for await (const part of response) text += part as string;
  return text;
}

test("what is written arrives in order, with the headers of the response, and the stream ends", async () => {
  const response = await open(async (sink) => {
    for (const text of ["a", "b", "ü"]) sink.write(text);
  });
  expect(response.headers).toMatchObject({ "content-type": "text/event-stream", "x-frame-options": "DENY" });
  expect(await textOf(response)).toBe("abü");
});

test("after a stream its connection serves the next request", async () => {
  const app = new Hono<ApiEnv>().get("/", (c) =>
    answerEvents(c as ApiContext, { "content-type": "text/event-stream" }, accessFor(), async (sink) => {
      for (const text of ["one", "", "zwölf 🎉"]) sink.write(text);
    }),
  );
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  ends.push(
    () => agent.destroy(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  for (const isReused of [false, true]) {
    const asked = get({ port, host: "127.0.0.1", agent });
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    expect(await textOf(response)).toBe("onezwölf 🎉");
    expect(asked.reusedSocket).toBe(isReused);
    await new Promise(setImmediate);
  }
});

test("a reader who does not read holds the writer back, and gets everything once it does", async () => {
  const frame = "x".repeat(10_000);
  const total = 2000;
  let written = 0;
  const response = await open(async (sink) => {
    for (; written < total && !sink.signal.aborted; written++) if (!sink.write(frame)) await sink.drained();
  });
  let before = -1;
  // Stops growing once the buffers in between are full.
  while (before !== written) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(written).toBeLessThan(total);
  expect((await textOf(response)).length).toBe(total * frame.length);
});

test("a reader who leaves is noticed, also while the writer waits for room", async () => {
  let left = false;
  const response = await open(async (sink) => {
    while (!sink.signal.aborted) if (!sink.write("x".repeat(50_000))) await sink.drained();
    left = !sink.write("more");
  });
  response.destroy();
  await expect.poll(() => left).toBe(true);
});

test("a writer that fails ends the stream, so that its reader comes back", async () => {
  const response = await open(async (sink) => {
    sink.write("some");
    throw new Error("no database");
  });
  expect(await textOf(response)).toBe("some");
});

test("an access that ends, ends the stream and is released, though writer and reader would continue", async () => {
  const ending = new AbortController();
  const access = accessFor(ending);
  let isEnded = false;
  const response = await open(async (sink) => {
    sink.write("before");
    await new Promise((resolve) => sink.signal.addEventListener("abort", resolve, { once: true }));
    sink.write("after");
    isEnded = true;
  }, access);
  setTimeout(() => ending.abort(), 20);
  expect(await textOf(response)).toBe("before");
  expect([isEnded, access.isReleased]).toEqual([true, true]);
});
