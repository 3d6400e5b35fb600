/* A question goes in, an answer streams out, is stored, and can be read again from anywhere. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { ask, choicesOf, foldFrames, framesOf, question, readUntil, send, threadOf } from "#test/turns.ts";

let mock: MockModel;
let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  mock = await startMockModel();
  app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1`, MODEL_SILENCE_SECONDS: "1", MODEL_FIRST_BYTE_SECONDS: "1" });
  me = await app.person();
});
afterAll(async () => {
  await app.close();
  await mock.stop();
});

const paragraph = "The notice period is three months. ".repeat(8).trim();
const answer = (text: string, rest = "tps=0") => `Write it. [[mock ${rest} text="${text}"]]`;

describe("a turn", () => {
  test("streams, is stored as it streamed, and names the chat", async () => {
    const asked = question(answer(paragraph));
    const read = await ask(app, me, asked);
    expect(read.content).toBe(`${paragraph} ENDMARK`);
    expect(read.finish?.messageMetadata.status).toBe("done");
    expect(read.frames[0]?.event).toMatchObject({ type: "start", messageId: asked.replyId, messageMetadata: { chatVersion: 1 } });
    const thread = await threadOf(app, me, asked.chatId);
    expect(thread.messages.map((message) => [message.id, message.role])).toEqual([
      [asked.messageId, "user"],
      [asked.replyId, "assistant"],
    ]);
    expect(thread.messages[1]).toMatchObject({ content: read.content, run: { status: "done", lastSeq: read.seq } });
    expect(thread.chat).toMatchObject({ version: 1, running: false, choices: asked.choices });
  });

  test("of signs that no database takes is stored all the same, and harms no other", async () => {
    // Five characters per piece splits every second surrogate pair; the zero belongs to the question.
    await mock.control({ tps: 400, tokchars: 5, text: "😀".repeat(300) });
    const odd = question("Zero \u0000 and half \ud83d.");
    const other = question(answer(paragraph, "tps=100"));
    const [read, same] = await Promise.all([ask(app, me, odd), ask(app, me, other)]);
    await mock.control({});
    expect(read.content).toBe(`${"😀".repeat(300)} ENDMARK`);
    expect(same.content).toBe(`${paragraph} ENDMARK`);
    const { messages } = await threadOf(app, me, odd.chatId);
    expect(messages.map((message) => message.content)).toEqual(["Zero \ufffd and half \ufffd.", read.content]);
  });

  test("continues in the same chat with the version the first one gave", async () => {
    const first = question(answer("One."));
    await ask(app, me, first);
    const second = question(answer("Two."), { chatId: first.chatId, version: 1 });
    await ask(app, me, second);
    const { messages, chat } = await threadOf(app, me, first.chatId);
    expect(messages.map((message) => message.content.replace(" ENDMARK", ""))).toEqual([
      first.content,
      "One.",
      second.content,
      "Two.",
    ]);
    expect(messages.map((message) => message.parentId)).toEqual([null, ...messages.slice(0, -1).map((message) => message.id)]);
    expect(chat.version).toBe(2);
  });

  test("asked twice at once is one run", async () => {
    const asked = question(answer(paragraph, "tps=200"));
    const responses = await Promise.all([send(app, me, asked), send(app, me, asked), send(app, me, asked)]);
    expect(new Set(responses.map((response) => response.headers.get("x-stet-run"))).size).toBe(1);
    const texts = await Promise.all(responses.map(async (response) => foldFrames(framesOf(await response.text())).content));
    expect(texts).toEqual(texts.map(() => `${paragraph} ENDMARK`));
    expect((await threadOf(app, me, asked.chatId)).messages).toHaveLength(2);
  });

  test("asked again after its end gives the same run and the same text", async () => {
    const asked = question(answer(paragraph));
    const once = await ask(app, me, asked);
    const twice = await ask(app, me, asked);
    expect(twice.runId).toBe(once.runId);
    expect(twice.content).toBe(once.content);
    expect((await threadOf(app, me, asked.chatId)).messages).toHaveLength(2);
  });

  test("edits a question, never an answer", async () => {
    const first = question(answer("One."));
    await ask(app, me, first);
    const edit = (editedId: string) => {
      const { attachments: _attachments, temporary: _temporary, editorSelection: _selection, ...rest } = first;
      return send(app, me, { ...rest, trigger: "edit", version: 1, editedId, messageId: uuidv7(), replyId: uuidv7() });
    };
    const refused = await edit(first.replyId);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("Only your own messages")]);
    expect((await threadOf(app, me, first.chatId)).chat.version).toBe(1);
    const edited = await edit(first.messageId);
    expect(edited.status).toBe(200);
    await edited.text();
  });

  test("of a stale tab is refused and changes nothing", async () => {
    const asked = question(answer("One."));
    await ask(app, me, asked);
    const refused = await send(app, me, question("Two.", { chatId: asked.chatId, version: 0 }));
    expect([refused.status, (await refused.json()).code]).toEqual([409, "chat-changed"]);
    expect((await threadOf(app, me, asked.chatId)).messages).toHaveLength(2);
  });

  test("while an answer is being written is refused", async () => {
    const asked = question(answer(paragraph, "tps=25"));
    const first = await send(app, me, asked);
    const refused = await send(app, me, question("And?", { chatId: asked.chatId, version: 1 }));
    expect((await refused.json()).code).toBe("chat-busy");
    expect(foldFrames(framesOf(await first.text())).content).toBe(`${paragraph} ENDMARK`);
  });

  test.each([
    ["nothing to send", question("  \n"), "bad-request"],
    ["a model nobody knows", question("Hi", { choices: choicesOf("gpt-0") }), "model-unknown"],
    ["a model without a key", question("Hi", { choices: choicesOf("gemini-2.5-flash") }), "model-not-configured"],
    ["a file that did not arrive", question("Hi", { attachments: [{ name: "a.pdf", url: "blob:x" }] }), "attachment-refused"],
    ["an edit of a chat that is not there", { ...question("Hi"), trigger: "edit", editedId: uuidv7() }, "not-found"],
    ["ids that are none", { ...question("Hi"), chatId: "1" }, "bad-request"],
  ])("with %s is refused, and no chat is made", async (_what, asked, code) => {
    const response = await send(app, me, asked);
    expect((await response.json()).code).toBe(code);
    expect((await app.request(`/api/chats/${asked.chatId}`, { as: me })).status).toBe(404);
  });
});

describe("a run", () => {
  test("resumed after any event gives the same text", async () => {
    const asked = question(answer(paragraph, "tps=400"));
    const first = await send(app, me, asked);
    const runId = first.headers.get("x-stet-run");
    const whole = framesOf(await first.text());
    for (let after = 0; after <= whole.length; after++) {
      const response = await app.request(`/api/runs/${runId}/events`, { as: me, headers: { "last-event-id": String(after) } });
      expect(framesOf(await response.text()), `after ${after}`).toEqual(whole.slice(after));
    }
  });

  test("continues without its reader, and the reader comes back to all of it", async () => {
    const asked = question(answer(paragraph, "tps=200"));
    const first = await send(app, me, asked);
    const runId = first.headers.get("x-stet-run");
    const before = await readUntil(first, (frame) => frame.seq === 6);
    const response = await app.request(`/api/runs/${runId}/events?after=6`, { as: me });
    const after = framesOf(await response.text());
    expect(foldFrames([...before, ...after])).toMatchObject({ content: `${paragraph} ENDMARK`, finish: { type: "finish" } });
  });

  test("is shown as far as it came when the chat is opened, and read on from there", async () => {
    const asked = question(answer(paragraph, "tps=20"));
    const first = await send(app, me, asked);
    await readUntil(first, (frame) => frame.seq === 8);
    await expect.poll(async () => (await threadOf(app, me, asked.chatId)).messages[1]!.run!.lastSeq).toBeGreaterThan(5);
    const [, reply] = (await threadOf(app, me, asked.chatId)).messages;
    expect(reply!.run!.status).toBe("running");
    expect(paragraph.startsWith(reply!.content)).toBe(true);
    const response = await app.request(`/api/runs/${reply!.run!.id}/events?after=${reply!.run!.lastSeq}`, { as: me });
    const from = { seq: reply!.run!.lastSeq, folded: { parts: reply!.parts, sources: [] } };
    expect(foldFrames(framesOf(await response.text()), from).content).toBe(`${paragraph} ENDMARK`);
  });
});

describe("citations over the turns of a chat", () => {
  const lease = "The rent is 900 euros a month.\n\nThe deposit is 1,800 euros.";
  const attached = {
    name: "lease.txt",
    contentType: "text/plain",
    url: `data:text/plain;base64,${btoa(lease)}`,
  };
  const insurance = { ...attached, name: "policy.txt", url: `data:text/plain;base64,${btoa("The premium is 70 euros a year.")}` };

  test("a source is cited again by its number, checked again, and a new one is numbered on", async () => {
    const first = question("How much is the rent a month?", { choices: choicesOf("stet-builtin"), attachments: [attached] });
    await ask(app, me, first);
    await mock.control({ tps: 0, text: "“The deposit is 1,800 euros” [[1]]. The rent is 950 euros a month [[1]]. Nothing [[7]]." });
    await ask(app, me, question("And the deposit?", { chatId: first.chatId, version: 1 }));
    await mock.control({});
    const third = question("How much is the premium a year?", {
      chatId: first.chatId,
      version: 2,
      choices: choicesOf("stet-builtin"),
      attachments: [insurance],
    });
    await ask(app, me, third);
    const answers = (await threadOf(app, me, first.chatId)).messages.filter(({ role }) => role === "assistant");
    const cited = answers.map(({ sources = [] }) =>
      sources.map(({ name, number, cited: found = [] }) => [name, number, ...found.map(({ verdict }) => verdict)]),
    );
    expect(cited[0]).toEqual([["lease.txt", 1, "verified"]]);
    expect(cited[1]).toEqual([["lease.txt", 1, "verified", "differs"]]);
    expect(answers[1]!.content).toContain("Nothing [[2]].");
    expect(cited[2]).toContainEqual(["policy.txt", 2, "verified"]);
  });

  test("a file that is given from the start keeps the number that an earlier answer cites it by", async () => {
    const first = question("What is the rent?", { attachments: [insurance, attached] });
    await mock.control({ tps: 0, text: "“The rent is 900 euros a month” [[2]]." });
    await ask(app, me, first);
    await mock.control({ tps: 0, text: "“The premium is 70 euros a year” [[2]], “The rent is 900 euros” [[1]]." });
    await ask(app, me, question("And both?", { chatId: first.chatId, version: 1 }));
    await mock.control({});
    const { messages } = await threadOf(app, me, first.chatId);
    const found = messages[3]!.sources!.map(({ name, number, cited = [] }) => [name, number, cited[0]?.verdict]);
    expect(found).toEqual([
      ["policy.txt", 2, "verified"],
      ["lease.txt", 1, "verified"],
    ]);
  });
});

test("a question of several topics is answered topic by topic, and what only comes closest is said to", async () => {
  const contract = [
    "1. Either party may terminate this Agreement for convenience upon sixty days’ written notice.",
    "2. The aggregate liability of either party is limited to the fees paid in the preceding year.",
    "3. Neither party may assign this Agreement without the consent of the other.",
  ].join("\n\n");
  const url = `data:text/plain;charset=utf-8;base64,${Buffer.from(contract).toString("base64")}`;
  const query = "termination for convenience; cap on liability; assignment; governing courts of Sweden";
  await mock.control({ tps: 0, script: JSON.stringify([{ tool: "getInformation", args: { query } }, { text: "So." }]) });
  const turn = question("What does it say?", { attachments: [{ name: "contract.txt", contentType: "text/plain", url }] });
  await ask(app, me, turn);
  await mock.control({});
  const [, reply] = (await threadOf(app, me, turn.chatId)).messages;
  const result = reply!.toolInvocations![0]!.result as {
    found: boolean;
    passages: { topics: string[]; text: string }[];
    topics: { topic: string; found: boolean }[];
  };
  expect(result.topics.map(({ topic, found }) => [topic, found])).toEqual([
    ["termination for convenience", true],
    ["cap on liability", true],
    ["assignment", true],
    ["governing courts of Sweden", "unsettled"],
  ]);
  const textOf = (topic: string) => result.passages.find(({ topics }) => topics.includes(topic))?.text;
  expect(textOf("cap on liability")).toContain("aggregate liability");
  expect(textOf("assignment")).toContain("assign this Agreement");
});
