/* From a question to a verifiable citation: the search service, the pages, their content, the answer. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "#test/app.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";
import { article, json, startWeb, type WebServer } from "#test/web-server.ts";

const fact = "The dance language of honeybees tells the distance and the direction of a source of food.";
const filler = (about: string) =>
  `What is known about ${about} has grown over the years, and much of it was found by patient watching, day after day, in gardens and in fields.`;

let web: WebServer;
let app: TestApp;
beforeAll(async () => {
  const found: { url: string; title: string; content: string }[] = [];
  web = await startWeb({
    "/search": (...given) => json({ results: found })(...given),
    "/bees": article("How bees speak", [
      filler("bees"),
      `${fact} It was described by Karl von Frisch.`,
      filler("hives"),
      filler("flowers"),
    ]),
    "/moved": (_, response) => response.writeHead(301, { location: "/bees" }).end(),
    "/plain": (_, response) =>
      response
        .writeHead(200, { "content-type": "text/plain; charset=iso-8859-1" })
        .end(Buffer.from("Bienen t\xe4nzeln, um den Weg zu weisen.", "latin1")),
    "/film": (_, response) => response.writeHead(200, { "content-type": "video/mp4" }).end("x"),
  });
  for (const [path, title] of [
    ["/bees", "How bees speak"],
    ["/moved", "The same"],
    ["/plain", "Bienen"],
    ["/film", "A film"],
  ])
    found.push({ url: web.page(path!), title: title!, content: path === "/film" ? "A film on the dance of honeybees." : "" });
  found.push({ url: "http://127.0.0.2:1/admin", title: "Inside", content: "" });
  app = await startApp({ WEB_SEARCH: "searxng", WEB_SEARCH_URL: web.url }, { fetchOutside: web.fetch });
});
afterAll(async () => {
  await app.close();
  await web.close();
});

const searching = { ...choicesOf("stet-builtin"), forceWebSearch: true };
const asked = "What does the dance language of honeybees tell?";

test("a forced search finds pages, reads them, and the answer cites them word for word", async () => {
  const me = await app.person();
  const turn = question(asked, { choices: searching });
  const { content, parts } = await ask(app, me, turn);
  expect(content).toContain(`> ${fact} [[1]]`);
  const { messages } = await threadOf(app, me, turn.chatId);
  expect(messages[1]!.sources![0]).toMatchObject({
    type: "web",
    number: 1,
    displayName: "How bees speak",
    description: web.page("/bees"),
    timestamp: expect.stringMatching(/^20\d\d-/),
    metadata: { site: "The Paper", fileType: "text/html" },
    cited: [{ verdict: "verified", words: fact }],
  });
  // Content around the article isn't its author's.
  expect(messages[1]!.sources![0]!.content).not.toMatch(/newsletter|Imprint|About us/);
  const call = parts.find((part) => part.type === "tool-invocation")!;
  expect(call.toolInvocation).toMatchObject({ toolName: "webSearch", args: { query: asked } });
  const { results, passages } = call.toolInvocation.result as {
    results: { url: string; notice?: string }[];
    passages: { text: string; start: number; end: number; cite: number }[];
  };
  // One page under two URLs is one source; unreadable pages are reported, and internal addresses aren't fetched.
  expect(results.map(({ url }) => url)).toEqual([web.page("/bees"), web.page("/plain"), web.page("/film")]);
  expect(results[2]!.notice).toMatch(/not read: This is not a kind of page.*excerpt/);
  for (const { text, start, end, cite } of passages.filter((one) => one.cite === 1))
    expect(messages[1]!.sources!.find(({ number }) => number === cite)!.content!.slice(start, end)).toBe(text);
  expect(passages.map(({ text }) => text).join()).toContain("Bienen tänzeln");
});

describe("where it fails", () => {
  test("the search service's refusal is said, and nothing pretends to have been searched", async () => {
    const broken = await startWeb({ "/search": json({}, 500) });
    const poor = await startApp({ WEB_SEARCH: "searxng", WEB_SEARCH_URL: broken.url });
    const { content, parts } = await ask(poor, await poor.person(), question(asked, { choices: searching }));
    expect(content).toContain("SearXNG has a fault of its own (500).");
    expect(JSON.stringify(parts)).not.toContain(broken.url);
    await poor.close();
    await broken.close();
  });

  test("no page is fetched from inside where tests do not allow it", async () => {
    const guarded = await startApp({ WEB_SEARCH: "searxng", WEB_SEARCH_URL: web.url });
    const before = web.requests.length;
    const { parts } = await ask(guarded, await guarded.person(), question(asked, { choices: searching }));
    expect(web.requests.length).toBe(before + 1);
    expect(JSON.stringify(parts)).toMatch(/could not be reached|not on the public web/);
    await guarded.close();
  });
});
