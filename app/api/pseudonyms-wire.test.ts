/*
 * Pseudonyms on the wire: a project's and an organization's names and numbers are planted wherever a model is asked, and the
 * servers of models record every request. None of them may hold one; what comes back holds the real ones.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sent } from "#core/chat/sent.ts";
import type { ShownList } from "#core/pseudonyms/list-change.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { pdfOf } from "#test/documents.ts";
import { sendEvents, startProvider, type Asked, type Provider } from "#test/provider.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";

let app: TestApp;
let model: Provider;
let vectors: Provider;
beforeAll(async () => {
  [model, vectors] = [await startProvider(), await startProvider()];
  vectors.answer((response, { body }) => {
    const data = [body.input].flat().map((_, index) => ({ index, embedding: [1, index + 1] }));
    response.end(JSON.stringify({ data, usage: { prompt_tokens: 1 } }));
  });
  app = await startApp({ MODEL_SERVER_URL: model.url, EMBEDDING_URL: vectors.url, EMBEDDING_MODEL: "meaning" });
});
afterAll(async () => {
  await app.close();
  await Promise.all([model.stop(), vectors.stop()]);
});

/** With what is around it, for the message of a failure. */
const leaksIn = (body: string) => body.match(new RegExp(`.{0,30}(?:${planted.source}).{0,30}`, "gi")) ?? [];
const planted = /lindqvist|anna|nordström|bygg|811218|9876|070-?123|storgatan|firma\.example|SE45|5000 0000/i;
const text = `Agreement between Anna Lindqvist (811218-9876, anna.lindqvist@firma.example, 070-123 45 67, Storgatan 12, 111 22 Stockholm)
and Nordström Bygg AB, account SE45 5000 0000 0583 9825 7466. Lindqvist shall pay SEK 1 250 000 by 31 March 2026 under section 4.2.`;

type Chunks = (asked: Asked) => object[];
const chunk = (delta: object, finish_reason: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason }] });
/** In pieces of three characters, so that every pseudonym is cut. */
const said = (words: string) => [...(words.match(/.{1,3}/gsu) ?? []).map((content) => chunk({ content })), chunk({}, "stop")];

function answerWith(chunks: Chunks): void {
  model.answer((response, asked) => {
    if (!asked.url.endsWith("/chat/completions")) return void response.end(JSON.stringify({ data: [{ id: "local" }] }));
    sendEvents(response, [...chunks(asked), "[DONE]"]);
  });
}
const asked = () => model.asked.filter(({ url }) => url.endsWith("/chat/completions"));
const wire = () => asked().map(({ body }) => JSON.stringify(body));
/** In what was asked, in order. */
function codesIn({ messages }: Asked["body"]): string[] {
  const asking = (messages as { role: string }[]).filter(({ role }) => role === "user");
  return JSON.stringify(asking).match(/[A-Z][aeiou][a-z]yv[aeiou][nrl]/g) ?? [];
}

async function post<Answer>(as: TestPerson, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await app.request(path, { as, body, headers });
  if (answer.status > 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

const names = [
  { kind: "person", forms: ["Anna Lindqvist"] },
  { kind: "organization", forms: ["Nordström Bygg AB"] },
];

async function secretProject() {
  const me = await app.person();
  const { id: projectId } = await post<{ id: string }>(me, "/api/projects", { name: "Lindqvist ./. Nordström" });
  for (const add of names) await post(me, `/api/projects/${projectId}/pseudonyms`, { add });
  await post(me, `/api/projects/${projectId}/pseudonyms`, { isOn: true });
  return { me, projectId };
}

test("a question, its files, a tool's call and result, and the title", async () => {
  const { me, projectId } = await secretProject();
  answerWith(({ body }) => {
    const [first, last] = codesIn(body);
    const messages = body.messages as { role: string }[];
    if (JSON.stringify(messages).includes("Generate a title")) return said(`${first}: payment`);
    if (messages.at(-1)!.role === "tool")
      return said(`**${first} ${last}**s duty: ${last!.toLowerCase()}’s payment, [mail](mailto:x).`);
    const call = {
      id: "c1",
      type: "function",
      function: { name: "search_documents", arguments: JSON.stringify({ query: `what ${last} pays` }) },
    };
    const offered = (body.tools as { function: { name: string } }[]).map((one) => one.function.name);
    call.function.name = offered.find((name) => /search|information|find/i.test(name)) ?? offered[0]!;
    return [chunk({ tool_calls: [{ index: 0, ...call }] }), chunk({}, "tool_calls")];
  });
  const pdf = `data:application/pdf;base64,${pdfOf([text.split("\n")]).toString("base64")}`;
  const attachments = [
    { name: "agreement.pdf", contentType: "application/pdf", url: pdf },
    {
      name: "note on Lindqvist.txt",
      contentType: "text/plain",
      url: `data:text/plain;base64,${Buffer.from(text).toString("base64")}`,
    },
    { name: "anna.png", contentType: "image/png", url: `data:image/png;base64,${Buffer.from("lindqvist").toString("base64")}` },
  ];
  const sentQuestion = question("What does Anna Lindqvist owe, and when? Call 070-123 45 67.", {
    projectId,
    attachments: attachments as never,
    choices: choicesOf("local:local"),
  });
  const read = await ask(app, me, sentQuestion);
  expect(read.finish?.messageMetadata.status).toBe("done");
  expect(read.content).toMatch(/^\*\*Anna Lindqvist\*\*s duty: lindqvist’s payment/);
  const call = read.parts.find((part) => part.type === "tool-invocation");
  expect(JSON.stringify(call)).toContain("what Lindqvist pays");

  await expect.poll(() => wire().some((body) => body.includes("Generate a title"))).toBe(true);
  expect(wire().flatMap(leaksIn)).toEqual([]);
  expect(wire()[0]).toContain("1 250 000");
  expect(wire()[0]).toContain("31 March 2026");
  expect(wire()[0]).toContain("section 4.2");
  await expect.poll(async () => (await threadOf(app, me, sentQuestion.chatId)).chat.title).toBe("Anna: payment");

  const sent = (await (await app.request(`/api/messages/${sentQuestion.replyId}/sent`, { as: me })).json()) as Sent;
  if (!sent.isKept) throw new Error(sent.reason);
  expect(JSON.stringify(sent.steps)).not.toMatch(planted);
  const key = new Map(sent.pseudonyms.map(({ code, standsFor }) => [code, standsFor]));
  expect([...key.values()]).toEqual(expect.arrayContaining(["Anna", "Lindqvist", "811218-9876", "070-123 45 67"]));
  for (const code of key.keys()) expect(wire().join("").toLowerCase()).toContain(code);
  const list = (await (await app.request(`/api/projects/${projectId}/pseudonyms`, { as: me })).json()) as ShownList;
  const found = new Set(list.entries.filter(({ isFound }) => isFound).map(({ kind }) => kind));
  expect([...found].toSorted()).toEqual(["account", "address", "email", "id", "phone"]);
  for (const { code } of list.entries) expect(wire()[0]!.toLowerCase()).toContain(code!.split(" ")[0]!.toLowerCase());
});

test("the same has the same pseudonym in the next question, and another project has others or none", async () => {
  const { me, projectId } = await secretProject();
  answerWith(() => said("Yes."));
  const first = question(text, { projectId, choices: choicesOf("local:local") });
  await ask(app, me, first);
  const before = wire()[0]!;
  model.asked.length = 0;
  await ask(app, me, { ...question(text, { choices: choicesOf("local:local") }), chatId: first.chatId, version: 1 });
  const own = (body: string) =>
    [...new Set(body.match(/[a-z][aeiou][a-z]yv[aeiou]r/gi))].filter((code) => !/tamyven/i.test(code)).toSorted();
  expect(own(wire()[0]!)).toEqual(own(before));
  expect(wire().flatMap(leaksIn)).toEqual([]);

  model.asked.length = 0;
  const plain = await app.person();
  await ask(app, plain, question("Who is Anna Lindqvist?", { choices: choicesOf("local:local") }));
  // A title of the chat before may be asked for first.
  expect(wire().join("\n")).toContain("Who is Anna Lindqvist?");
});

test("a passage that is changed, its versions, and suggestions; a text of no draft is not sent", async () => {
  const { me, projectId } = await secretProject();
  const { id: draftId } = await post<{ id: string }>(me, "/api/drafts", { projectId, name: "Letter to Anna" });
  answerWith(({ body }) => {
    const words = JSON.stringify(body);
    if (words.includes("versions")) return said(`<version>One ${codesIn(body)[0]}</version><version>Two</version>`);
    if (words.includes("suggest what to do"))
      return said(JSON.stringify([{ title: "Shorten", description: `About ${codesIn(body)[0]}`, prompt: "Shorten" }]));
    return said(`Dear ${codesIn(body)[0]}`);
  });
  const passage = { originalText: `Dear Anna Lindqvist, ${text}`, prompt: "Shorten for Lindqvist", model: "local:local", draftId };
  expect(await post(me, "/api/text-modify", passage)).toMatchObject({ text: "Dear Anna" });
  expect(await post(me, "/api/text-variants", passage)).toMatchObject({ variants: ["One Anna", "Two"] });
  const suggested = await post(me, "/api/suggestions", { editorContent: text, model: "local:local", draftId });
  expect(suggested).toMatchObject({ suggestions: [{ description: "About Anna" }] });
  expect(wire()).toHaveLength(3);
  expect(wire().flatMap(leaksIn)).toEqual([]);
  const { draftId: _, ...nowhere } = passage;
  expect((await app.request("/api/text-modify", { as: me, body: nowhere })).status).toBe(403);
  expect(wire()).toHaveLength(3);
});

test("an organization's list counts in all of its chats, and for its keys", async () => {
  const me = await app.person();
  const slug = `firm-${uuidv7().slice(-8)}`;
  await post(me, "/api/organizations", { name: "The firm", slug });
  const inside = { "x-organization-slug": slug };
  for (const add of names) await post(me, "/api/organization/pseudonyms", { add }, inside);
  await post(me, "/api/organization/pseudonyms", { isOn: true }, inside);
  answerWith(({ body }) => said(`To ${codesIn(body)[0]}.`));
  const chat = { ...question(text, { choices: choicesOf("local:local") }) };
  const response = await app.request("/api/chat", { as: me, body: chat, headers: inside });
  expect(response.status).toBe(200);
  await expect.poll(() => wire().length).toBeGreaterThan(0);

  const wish = { name: "k", scopes: ["chat"], expiresInDays: 30, password: me.password };
  const { secret } = await post<{ secret: string }>(me, "/api/keys", wish, inside);
  const byKey = async (path: string, body: object) => {
    const answer = await app.request(path, { body, headers: { authorization: `Bearer ${secret}` } });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { choices?: { message: { content: string } }[]; data?: unknown[] };
  };
  const completed = await byKey("/v1/chat/completions", { model: "local:local", messages: [{ role: "user", content: text }] });
  expect(completed.choices![0]!.message.content).toBe("To Anna.");
  expect((await byKey("/v1/embeddings", { model: "meaning", input: [text] })).data).toHaveLength(1);
  expect([...wire(), ...vectors.asked.map(({ body }) => JSON.stringify(body))].flatMap(leaksIn)).toEqual([]);
});

test("a project's list is seen with it, added to by its editors, and turned off by its owner alone", async () => {
  const { me, projectId } = await secretProject();
  const other = await app.person();
  expect((await app.request(`/api/projects/${projectId}/pseudonyms`, { as: other })).status).toBe(404);
  const list = (await (await app.request(`/api/projects/${projectId}/pseudonyms`, { as: me })).json()) as ShownList;
  const { id } = list.entries[0]!;
  const changed = await post<ShownList>(me, `/api/projects/${projectId}/pseudonyms`, { change: { id, isSentAsIs: true } });
  expect(changed.entries[0]).toMatchObject({ id, isSentAsIs: true });
  answerWith(() => said("Yes."));
  await ask(app, me, question("Anna Lindqvist and Nordström Bygg AB", { projectId, choices: choicesOf("local:local") }));
  expect(wire()[0]).toContain("Anna Lindqvist");
  expect(wire()[0]).not.toContain("Nordström Bygg");
  await app.request(`/api/projects/${projectId}`, { as: me, method: "DELETE", body: {} });
  expect((await app.request(`/api/projects/${projectId}/pseudonyms`, { as: me })).status).toBe(404);
});
