/* Slow work on a large text, one row each. `prepare` is not measured. */
import { builtinModelId } from "../../app/core/account/plans.ts";
import { uuidv7 } from "../../app/core/text/uuid.ts";
import { choicesOf } from "../../test/turns.ts";
import { documentOfTiny, prose, tiny } from "./texts.ts";

export type Worker = { url: string; cookie: string };
type Work<Given = unknown> = {
  what: string;
  prepare(worker: Worker): Promise<Given>;
  run(worker: Worker, given: Given): Promise<string>;
};

const work = <Given>(what: string, prepare: (worker: Worker) => Promise<Given>, run: Work<Given>["run"]): Work => ({
  what,
  prepare,
  run: (worker, given) => run(worker, given as Given),
});

async function ask({ url, cookie }: Worker, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: { cookie, origin: url, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

async function outcomeOf(asked: Promise<Response>): Promise<string> {
  const answer = await asked;
  const text = await answer.text();
  return `${answer.status}, ${text.length} characters${answer.status >= 400 ? ` ${text.slice(0, 160)}` : ""}`;
}

async function idOf(asked: Promise<Response>): Promise<string> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

let project: Promise<string> | undefined;
const projectOf = (worker: Worker) => (project ??= idOf(ask(worker, "POST", "/api/projects", { name: "Long work" })));

async function draftOf(worker: Worker, content: string): Promise<{ projectId: string; id: string }> {
  const projectId = await projectOf(worker);
  return { projectId, id: await idOf(ask(worker, "POST", "/api/drafts", { projectId, name: "Long", content })) };
}

const kept = new Map<string, Promise<{ projectId: string; id: string }>>();
/** The same draft for all work that only reads it. */
const longDraft = (worker: Worker) => {
  if (!kept.has("long")) kept.set("long", draftOf(worker, prose(4_900_000)));
  return kept.get("long")!;
};

/** To be saved: the draft and its content. */
async function toSave(worker: Worker, content: string) {
  const { id } = await draftOf(worker, content);
  return { id, ...(await readDraft(worker, id)) };
}

async function readDraft(worker: Worker, id: string): Promise<{ document: { content: unknown[] }; version: number }> {
  const answer = await ask(worker, "GET", `/api/drafts/${id}`);
  return (await answer.json()) as { document: { content: unknown[] }; version: number };
}

const newDraft = (what: string, content: () => string) =>
  work(
    `a draft of ${what}`,
    async (worker) => JSON.stringify({ projectId: await projectOf(worker), name: "Long", content: content() }),
    (worker, body) => outcomeOf(ask(worker, "POST", "/api/drafts", body)),
  );

const read = (what: string, pathOf: (draft: { projectId: string; id: string }) => string, body?: unknown) =>
  work(what, longDraft, (worker, draft) => outcomeOf(ask(worker, body === undefined ? "GET" : "POST", pathOf(draft), body)));

const question = (content: string, rest: object = {}) => ({
  trigger: "send",
  chatId: uuidv7(),
  version: 0,
  messageId: uuidv7(),
  replyId: uuidv7(),
  content,
  choices: choicesOf(builtinModelId),
  ...rest,
});

const asked = (what: string, bodyOf: (worker: Worker) => Promise<object>) =>
  work(what, bodyOf, (worker, body) => outcomeOf(ask(worker, "POST", "/api/chat", body)));

export const works: readonly Work[] = [
  newDraft("5 MB of Markdown", () => prose(4_900_000)),
  newDraft("1 MB of paragraphs of a letter", () => tiny(1_000_000)),
  newDraft("5 MB of paragraphs of a letter", () => tiny(4_900_000)),
  work(
    "a save of 5 MB, whole",
    async (worker) => {
      const { id, version, document } = await toSave(worker, prose(4_500_000));
      (document.content as object[]).push({ type: "paragraph", content: [{ type: "text", text: "One more." }] });
      return { id, body: JSON.stringify({ version, document, kind: "typed" }) };
    },
    (worker, { id, body }) => outcomeOf(ask(worker, "PATCH", `/api/drafts/${id}`, body)),
  ),
  work(
    "a save of 90,000 paragraphs of a letter, whole",
    async (worker) => {
      const { id, version } = await toSave(worker, "short");
      return { id, body: JSON.stringify({ version, document: documentOfTiny(90_000), kind: "typed" }) };
    },
    (worker, { id, body }) => outcomeOf(ask(worker, "PATCH", `/api/drafts/${id}`, body)),
  ),
  work(
    "a save of 24 MB of JSON, with as many values as there may be",
    async (worker) => {
      const { id, version } = await toSave(worker, "short");
      const content = documentOfTiny(83_000) as { content: { content: { text: string }[] }[] };
      for (const { content: words } of content.content) words[0]!.text = "Word ".repeat(42);
      return { id, body: JSON.stringify({ version, document: content, kind: "typed" }) };
    },
    (worker, { id, body }) => outcomeOf(ask(worker, "PATCH", `/api/drafts/${id}`, body)),
  ),
  work(
    "a save of one word in 5 MB",
    async (worker) => {
      const { id } = await longDraft(worker);
      const { version, document } = await readDraft(worker, id);
      const insert = [{ type: "paragraph", content: [{ type: "text", text: "Word" }] }];
      return { id, body: { version, kind: "typed", given: insert, at: document.content.length } };
    },
    async (worker, { id, body: { version, given, at } }) => {
      // The size is not known here, so the refusal comes after all of the work.
      const document = { changes: [{ path: [], at, remove: 0, insert: given }], size: 1 };
      return outcomeOf(ask(worker, "PATCH", `/api/drafts/${id}`, { version, kind: "typed", document }));
    },
  ),
  read("a draft of 5 MB read", ({ id }) => `/api/drafts/${id}`),
  read("the page of a draft of 5 MB", ({ projectId, id }) => `/vault/${projectId}/drafts/${id}`),
  read("the authorship of 5 MB", ({ id }) => `/api/drafts/${id}/authorship`),
  work(
    "a version of 5 MB read",
    async (worker) => {
      const { id } = await longDraft(worker);
      const { versions } = (await (await ask(worker, "GET", `/api/drafts/${id}/versions`)).json()) as {
        versions: { id: string }[];
      };
      return `/api/drafts/${id}/versions/${versions[0]!.id}`;
    },
    (worker, path) => outcomeOf(ask(worker, "GET", path)),
  ),
  ...["markdown", "html", "text", "docx", "pdf"].map((format) =>
    read(`5 MB as ${format}`, ({ id }) => `/api/drafts/${id}/export`, { format }),
  ),
  read("a comment in 5 MB", ({ id }) => `/api/drafts/${id}/comments`, {
    id: uuidv7(),
    text: "Is this so?",
    anchor: { quote: "without delay", before: "", after: "", start: 2_000_000 },
  }),
  asked("a question of 500 KB", () => Promise.resolve(question(prose(499_000)))),
  asked("a question of 500 KB of tiny paragraphs", () => Promise.resolve(question(tiny(499_000)))),
  asked("a question beside 5 MB", async (worker) => {
    const { id } = await longDraft(worker);
    return question("How many words are there?", { draft: { draftId: id, caret: null } });
  }),
  asked("an agent beside 5 MB", async (worker) => {
    const { id } = await longDraft(worker);
    return question("Shorten section 2.", {
      draft: { draftId: id, caret: null },
      choices: { ...choicesOf(builtinModelId), agent: { isOn: true, applies: false, maxSteps: 10, maxTokens: 100_000 } },
    });
  }),
  work(
    "a chat of 500 KB as PDF",
    async (worker) => {
      const body = question(prose(499_000));
      await ask(worker, "POST", "/api/chat", body).then((answer) => answer.text());
      return body.chatId;
    },
    (worker, id) => outcomeOf(ask(worker, "GET", `/api/chats/${id}/pdf`)),
  ),
  work(
    "a question after a document of 5 MB was synced",
    async (worker) => {
      const body = question("Hello there, what can you do?");
      await ask(worker, "POST", "/api/chat", body).then((answer) => answer.text());
      const synced = await ask(worker, "POST", "/api/chatdocuments/upsert", {
        chatSessionId: body.chatId,
        content: prose(4_900_000),
      });
      if (!synced.ok) throw new Error(await synced.text());
      const { version } = (await (await ask(worker, "GET", `/api/chats/${body.chatId}`)).json()) as { version: number };
      return question("How many words does it have?", { chatId: body.chatId, version });
    },
    (worker, body) => outcomeOf(ask(worker, "POST", "/api/chat", body)),
  ),
  work(
    "suggestions for 5 MB",
    () => Promise.resolve({ editorContent: prose(4_900_000), model: builtinModelId }),
    (worker, body) => outcomeOf(ask(worker, "POST", "/api/suggestions", body)),
  ),
];
