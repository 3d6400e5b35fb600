/* Each search service's documented API, from a local server: valid answers, refusals, garbage, nothing. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { json, startWeb, type WebServer } from "#test/web-server.ts";
import { readEnv } from "../env.ts";
import { engineOf } from "./engines.ts";

const hit = { url: "https://bees.example/a", title: "Bees &amp; honey", excerpt: "Bees make <strong>honey</strong>." };
const forms = {
  searxng: {
    path: "/search",
    answer: { results: [{ url: hit.url, title: hit.title, content: hit.excerpt, publishedDate: "2026-05-01" }] },
  },
  brave: {
    path: "/res/v1/web/search",
    answer: { web: { results: [{ url: hit.url, title: hit.title, description: hit.excerpt }] } },
  },
  tavily: { path: "/search", answer: { results: [{ url: hit.url, title: hit.title, content: hit.excerpt, score: 0.9 }] } },
  exa: { path: "/search", answer: { results: [{ url: hit.url, title: hit.title, highlights: [hit.excerpt] }] } },
  openai: {
    path: "/responses",
    answer: {
      output: [
        { type: "web_search_call", status: "completed" },
        {
          type: "message",
          content: [
            {
              type: "output_text",
              text: "…",
              annotations: [{ type: "url_citation", url: `${hit.url}?utm_source=openai`, title: hit.title }],
            },
          ],
        },
      ],
    },
  },
  anthropic: {
    path: "/v1/messages",
    answer: {
      content: [
        { type: "server_tool_use", name: "web_search" },
        {
          type: "web_search_tool_result",
          content: [{ type: "web_search_result", url: hit.url, title: hit.title, page_age: "May 1, 2026" }],
        },
        { type: "text", text: "…", citations: [{ type: "web_search_result_location", url: hit.url, cited_text: hit.excerpt }] },
      ],
    },
  },
  google: {
    path: "/v1beta/models/gemini-3.5-flash-lite:generateContent",
    answer: { candidates: [{ groundingMetadata: { groundingChunks: [{ web: { uri: hit.url, title: hit.title } }] } }] },
  },
} as const;
type Name = keyof typeof forms;
const names = Object.keys(forms) as Name[];

let answer: Parameters<typeof json> = [{}];
let web: WebServer;
beforeAll(async () => {
  const paths = [...new Set(names.map((name) => forms[name].path))];
  web = await startWeb(Object.fromEntries(paths.map((path) => [path, (...given) => json(...answer)(...given)])));
});
afterAll(() => web.close());

const search = (name: Name) =>
  engineOf(readEnv({ WEB_SEARCH: name, WEB_SEARCH_KEY: "key-of-the-service", WEB_SEARCH_URL: web.url }))!.search(
    "do bees make honey?",
    5,
    new AbortController().signal,
  );

describe.each(names)("%s", (name) => {
  test("is asked with its key and gives addresses, titles and excerpts", async () => {
    answer = [forms[name].answer];
    const hits = await search(name);
    expect(hits).toEqual([expect.objectContaining({ url: hit.url, title: hit.title })]);
    if (!["openai", "google"].includes(name)) expect(hits[0]!.excerpt).toBe("Bees make honey.");
    const { headers, path, body } = web.requests.at(-1)!;
    expect(JSON.stringify(headers)).toContain("key-of-the-service");
    expect(path).not.toContain("key-of-the-service");
    expect(decodeURIComponent(path).replaceAll("+", " ") + body).toContain("do bees make honey?");
  });

  test.each([
    [401, {}, name === "searxng" ? /JSON/ : /rejected its API key/],
    [429, { "retry-after": "30" }, /no more searches for now; in 30 s/],
    [503, {}, /fault of its own \(503\)/],
    [302, { location: "http://127.0.0.1:1/" }, /could not be reached/],
  ])("F12: answering %i is said in a sentence without key or address", async (status, headers, sentence) => {
    answer = [{ error: `key-of-the-service is wrong at ${web.url}` }, status, headers as Record<string, string>];
    const refused = await search(name).catch((error: Error) => error.message);
    expect(refused).toMatch(sentence);
    expect(refused).not.toMatch(/key-of-the-service|127\.0\.0\.1/);
  });

  test.each([[{}], [{ results: "none", web: 3, output: [1], content: null, candidates: [] }], [[]], ["nonsense"]])(
    "what makes no sense, %j, is no result and no crash",
    async (given) => {
      answer = [given];
      const found = await search(name).catch((error: Error) => error.message);
      expect(found === "" || Array.isArray(found) ? found : [found]).toEqual(
        Array.isArray(found) ? [] : [expect.stringMatching(/no search result/)],
      );
    },
  );

  test("hits without a web address are passed over", async () => {
    answer = [JSON.parse(JSON.stringify(forms[name].answer).replaceAll(hit.url, "file:///etc/passwd"))];
    expect(await search(name)).toEqual([]);
  });
});

test("what does not belong together stops the start and says what is missing", () => {
  expect(() => readEnv({ WEB_SEARCH: "searxng" })).toThrow("WEB_SEARCH_URL must be set together with WEB_SEARCH=searxng");
  expect(() => readEnv({ WEB_SEARCH: "brave" })).toThrow("WEB_SEARCH_KEY must be set");
  expect(() => readEnv({ WEB_SEARCH: "google", GEMINI_API_KEY: "k" })).not.toThrow();
  expect(() => readEnv({ WEB_SEARCH: "bing" })).toThrow("searxng, brave, tavily");
});

test("a models' provider's key goes to its own address only", async () => {
  answer = [forms.openai.answer];
  const engine = engineOf(readEnv({ WEB_SEARCH: "openai", OPENAI_API_KEY: "key-for-models", WEB_SEARCH_URL: web.url }))!;
  await engine.search("bees", 3, new AbortController().signal);
  expect(JSON.stringify(web.requests.at(-1))).not.toContain("key-for-models");
});
