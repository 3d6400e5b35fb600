/* Requests to a server that fails the way real sources do. Uses a fake clock, so nothing waits. */
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startLawSource, type LawSource, type Reply } from "#test/law-sources.ts";
import { createPoliteFetch, type Clock, type FetchOptions } from "./polite-fetch.ts";

let source: LawSource;
let slept: number[];
let now: number;
const clock: Clock = {
  now: () => now,
  sleep: async (ms) => {
    slept.push(ms);
    now += ms;
  },
};
beforeEach(async () => {
  source = await startLawSource(() => ({ body: "text" }));
  slept = [];
  now = 1_000_000;
});
afterEach(() => source.close());

const { signal } = new AbortController();
const fetcher = (options: Partial<FetchOptions> = {}) => {
  const origins = [source.url];
  const ask = createPoliteFetch({ agent: "Stet (law@example.org)", origins, perSecond: 1_000, atOnce: 4, clock, ...options });
  return (path: string, more: Partial<Parameters<typeof ask>[0]> = {}) =>
    ask({ url: `${source.url}${path}`, accept: "text/plain", signal, ...more });
};
/** Sends these responses in order, then the usual ones. */
const inTurn = (...replies: Reply[]) => source.answer(() => replies.shift() ?? null);

test("says who asks, and in which form and language", async () => {
  const answer = await fetcher()("/a", { language: "en" });
  expect(source.requests[0]!.headers).toMatchObject({
    "user-agent": "Stet (law@example.org)",
    accept: "text/plain",
    "accept-language": "en",
  });
  expect(answer).toMatchObject({ status: 200, url: `${source.url}/a`, etag: expect.any(String) });
  expect(answer!.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test("asks for what has changed since, and is told that nothing has", async () => {
  const ask = fetcher();
  const first = await ask("/a");
  expect(await ask("/a", { since: first! })).toBeNull();
  expect(source.requests[1]!.headers["if-none-match"]).toBe(first!.etag);
});

describe("pace", () => {
  test("no more requests in a second than allowed", async () => {
    const ask = fetcher({ perSecond: 4, atOnce: 1 });
    const begun = now;
    await Promise.all(Array.from({ length: 12 }, () => ask("/a")));
    expect(source.requests).toHaveLength(12);
    expect(now - begun).toBe(11 * 250);
  });

  test("no more at once than allowed", async () => {
    let running = 0;
    let most = 0;
    const many = await startLawSource(() => {
      most = Math.max(most, ++running);
      setImmediate(() => running--);
      return { body: "x" };
    });
    const ask = createPoliteFetch({ agent: "a", origins: [many.url], perSecond: 10_000, atOnce: 2, clock });
    await Promise.all(Array.from({ length: 20 }, () => ask({ url: many.url, accept: "*/*", signal })));
    expect(many.requests).toHaveLength(20);
    expect(most).toBeLessThanOrEqual(2);
    await many.close();
  });
});

describe("tried again", () => {
  test.each<[string, Reply, number]>([
    ["an error of the server", { status: 500 }, 500],
    ["a document that is still prepared", { status: 202 }, 500],
    ["an empty answer", { status: 200, body: "" }, 500],
    ["a cut connection", "cut", 500],
    ["a pause asked for", { status: 429, headers: { "retry-after": "3" } }, 3_000],
    ["a pause until a day", { status: 503, headers: { "retry-after": new Date(1_004_000).toUTCString() } }, 4_000],
  ])("%s, after the wait that is due", async (_what, reply, wait) => {
    inTurn(reply);
    expect((await fetcher()("/a"))!.body.toString()).toBe("text");
    expect(source.requests).toHaveLength(2);
    expect(slept.at(-1)).toBe(wait);
  });

  test("twice, and then it is said", async () => {
    source.answer(() => ({ status: 500 }));
    await expect(fetcher()("/a")).rejects.toMatchObject({ fault: "failing", message: "answered with an error (500)" });
    expect(source.requests).toHaveLength(3);
  });

  test.each([
    [404, "not-there"],
    [406, "not-there"],
    [403, "refused"],
  ])("not what would be the same again: %i", async (status, fault) => {
    source.answer(() => ({ status }));
    await expect(fetcher()("/a")).rejects.toMatchObject({ fault });
    expect(source.requests).toHaveLength(1);
  });

  test("not one that did not answer in time", async () => {
    source.answer(() => "silent");
    await expect(fetcher({ limitMs: 100 })("/a")).rejects.toMatchObject({ message: "did not answer in time" });
    expect(source.requests).toHaveLength(1);
  });
});

describe("left alone", () => {
  test("for a minute after it could not be reached, for two the next time, and no longer once it answers", async () => {
    const ask = fetcher();
    source.answer(() => ({ status: 500 }));
    await expect(ask("/a")).rejects.toThrow("answered with an error");
    await expect(ask("/a")).rejects.toThrow("left alone for now");
    expect(source.requests).toHaveLength(3);
    now += 60_001;
    await expect(ask("/a")).rejects.toThrow("answered with an error");
    now += 60_001;
    await expect(ask("/a")).rejects.toThrow("left alone for now");
    now += 60_001;
    source.answer(null);
    expect(await ask("/a")).not.toBeNull();
    expect(await ask("/a")).not.toBeNull();
  });

  test("as long as it asks for, when that is longer than anyone waits", async () => {
    const ask = fetcher();
    inTurn({ status: 429, headers: { "retry-after": "600" } });
    await expect(ask("/a")).rejects.toMatchObject({ fault: "pause" });
    now += 599_000;
    await expect(ask("/a")).rejects.toThrow("left alone for now");
    now += 2_000;
    expect(await ask("/a")).not.toBeNull();
    expect(source.requests).toHaveLength(2);
  });
});

describe("only its own addresses", () => {
  test("a redirect inside them is followed", async () => {
    inTurn({ status: 303, headers: { location: "/b" } });
    expect((await fetcher()("/a"))!.url).toBe(`${source.url}/b`);
  });

  test("one to elsewhere is not", async () => {
    const other = await startLawSource(() => ({ body: "secret" }));
    inTurn({ status: 302, headers: { location: other.url } });
    await expect(fetcher()("/a")).rejects.toThrow("which is not its own address");
    await expect(fetcher()("/a", { url: other.url })).rejects.toThrow("which is not its own address");
    expect(other.requests).toHaveLength(0);
    await other.close();
  });

  test("nor a circle", async () => {
    source.answer(() => ({ status: 302, headers: { location: "/a" } }));
    await expect(fetcher()("/a")).rejects.toThrow("in a circle");
  });
});

test("no more is read than a document of its kind can hold, however small it was packed", async () => {
  inTurn({ body: gzipSync(Buffer.alloc(5_000_000)), headers: { "content-encoding": "gzip" } });
  await expect(fetcher()("/a", { mostBytes: 1_000_000 })).rejects.toThrow("sent more than a law can be long");
});

test("the caller can give up", async () => {
  source.answer(() => "silent");
  const asking = new AbortController();
  const answer = fetcher()("/a", { signal: asking.signal });
  await expect.poll(() => source.requests.length).toBe(1);
  asking.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
});
