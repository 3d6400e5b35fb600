/* The editor's requests outside the chat, with the built-in editor and a model, and the chat's synced document. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { readSuggestions } from "#server/writing/suggest.ts";
import { stopGrammarChecker } from "#server/prose/harper.ts";
import type { TestApp, TestPerson } from "#test/app.ts";
import { startAppWithModel } from "#test/app-with-model.ts";
import type { MockModel } from "#test/mock-model.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";

let app: TestApp;
let me: TestPerson;
let mock: MockModel;
beforeAll(async () => {
  ({ app, me, mock } = await startAppWithModel());
});
afterAll(async () => {
  await app.close();
  await stopGrammarChecker();
});

const post = async (path: string, body: unknown, as: TestPerson | undefined = me) => {
  const response = await app.request(path, { body, ...(as && { as }) });
  return { status: response.status, body: await response.json() };
};
const builtin = { model: "stet-builtin" };
const long = "He go to school and and he eat a apple in order to utilize the facts. ".repeat(3);

describe("other words for a passage", () => {
  test("by rules", async () => {
    const { body } = await post("/api/text-modify", {
      ...builtin,
      originalText: "He go to school and and he eat a apple .",
      prompt: "Fix the grammar",
    });
    expect(body).toEqual({ text: "He goes to school and he eats an apple.", model: "Stet built-in" });
  });

  test("by a model", async () => {
    const { body } = await post("/api/text-modify", {
      model: "local:mock-model",
      originalText: "Long words.",
      prompt: 'Shorten it [[mock tps=0 text="Short."]]',
    });
    expect(body.text).toContain("Short.");
  });

  test.each([
    ["a request that no rule can stand for", { ...builtin, originalText: "Hello.", prompt: "Translate to Swedish" }, 409],
    ["no text", { ...builtin, originalText: "  ", prompt: "Shorten" }, 400],
    ["no request", { ...builtin, originalText: "Hello.", prompt: " " }, 400],
    ["a model that is not there", { model: "nobody", originalText: "Hello.", prompt: "Shorten" }, 400],
  ])("refuses %s", async (_, body, status) => {
    expect((await post("/api/text-modify", body)).status).toBe(status);
  });
});

describe("versions of a passage", () => {
  const versions = async (text: string, originalText = "Long words.") =>
    (
      await post("/api/text-variants", {
        model: "local:mock-model",
        originalText,
        prompt: `Shorten it [[mock tps=0 text="${text}"]]`,
      })
    ).body;

  test("are written in one request, and fewer, equal or unchanged ones are left out", async () => {
    const before = (await mock.sizes()).length;
    expect(await versions("<version>Short.</version><version>Brief.</version><version>Few words.</version>")).toMatchObject({
      variants: ["Short.", "Brief.", "Few words."],
    });
    expect((await mock.sizes()).length - before).toBe(1);
    expect(await versions("<version>Short.</version><version>Short.</version><version>Long words.</version>")).toMatchObject({
      variants: ["Short."],
    });
    expect(await versions("<version>Long words.</version>")).toMatchObject({ variants: [] });
  });

  test("by rules are one", async () => {
    const asked = { ...builtin, originalText: "He go to school and and he eat a apple .", prompt: "Fix the grammar" };
    const { body } = await post("/api/text-variants", asked);
    expect(body).toEqual({ variants: ["He goes to school and he eats an apple."], model: "Stet built-in" });
  });

  test("and a rewrite keep to the writer's style", async () => {
    const writer = await app.person();
    await app.request("/api/style", { as: writer, method: "PUT", body: { description: "Dry and never cute." } });
    for (const path of ["/api/text-modify", "/api/text-variants"]) {
      const body = { model: "local:mock-model", originalText: "Long words.", prompt: "Shorten it [[mock tps=0 text=Short.]]" };
      expect((await post(path, body, writer)).status).toBe(200);
      expect(await mock.lastInstructions()).toContain("Dry and never cute.");
    }
  });
});

describe("suggestions", () => {
  test("by rules, about this text", async () => {
    const { body } = await post("/api/suggestions", { ...builtin, editorContent: long, contentType: "essay" });
    expect(body.suggestions[0]).toMatchObject({
      title: "Correct the text",
      icon: "check",
      description: expect.stringMatching(/places/),
    });
  });

  test("are refused below 100 characters, and fail with their sentence", async () => {
    expect((await post("/api/suggestions", { ...builtin, editorContent: "x".repeat(99) })).status).toBe(400);
    const failed = await post("/api/suggestions", {
      model: "local:mock-model",
      editorContent: `${long} [[mock tps=0 text="no list"]]`,
    });
    expect(failed).toMatchObject({ status: 500, body: { title: "Failed to load suggestions" } });
  });

  test("of a model: what fits is kept, with a sign that exists", () => {
    const said =
      'Here: [{"title":"A","description":"b","prompt":"c","icon":"rocket"},{"title":""},{"title":"D","prompt":"e","icon":"check"}] ok';
    expect(readSuggestions(said)).toEqual([
      { title: "A", description: "b", prompt: "c", icon: "idea" },
      { title: "D", description: "", prompt: "e", icon: "check" },
    ]);
    expect(() => readSuggestions("none")).toThrow();
  });
});

describe("the document of a chat", () => {
  test("is what the chat's next questions are about, and the same text again is no change", async () => {
    const asked = question("Hello", { choices: choicesOf("stet-builtin") });
    await ask(app, me, asked);
    const given = { chatSessionId: asked.chatId, content: "Today he go home." };
    expect((await post("/api/chatdocuments/upsert", given)).body).toEqual({ success: true, changed: true });
    expect((await post("/api/chatdocuments/upsert", given)).body).toEqual({ success: true, changed: false });
    await ask(app, me, { ...question("Proofread this", { choices: choicesOf("stet-builtin") }), chatId: asked.chatId, version: 1 });
    expect((await threadOf(app, me, asked.chatId)).messages.at(-1)!.content).toContain("goes");
    expect((await post("/api/chatdocuments/upsert", given, await app.person())).status).toBe(404);
  });

  test("is refused when empty, or for a chat that is not there", async () => {
    expect(await post("/api/chatdocuments/upsert", { chatSessionId: uuidv7(), content: " " })).toMatchObject({
      status: 400,
      body: { detail: "Editor is empty" },
    });
    expect((await post("/api/chatdocuments/upsert", { chatSessionId: uuidv7(), content: "x" })).status).toBe(404);
  });
});
