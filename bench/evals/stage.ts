/* Runs a task in the real product: a person asks, the configured model answers, its tools run, and the thread is
   read. */
import type { ThreadMessage } from "#core/chat/message.ts";
import type { Sent, SentStep } from "#core/chat/sent.ts";
import { anyModel } from "#core/models/model-access.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { startApp, type TestApp, type TestPerson } from "../../test/app.ts";
import { ask, choicesOf, question, threadOf } from "../../test/turns.ts";
import type { Judge } from "./grade.ts";
import type { Task } from "./task.ts";
import { nothingSecret } from "#server/models/secrecy.ts";
import { actsOfTasks } from "./tasks-of-law.ts";

export type Played = {
  messages: ThreadMessage[];
  /** Every request to the model, in order. */
  steps: SentStep[];
  ms: number;
};

export type Stage = {
  play(task: Task, model: string): Promise<Played>;
  /** A configured model that grades answers. */
  judge(model: string): Promise<Judge>;
  close(): Promise<void>;
};

export async function openStage(settings: Record<string, string>): Promise<Stage> {
  const app = await startApp(settings);
  const person = personOf(app);
  // Before the first question: the stored law is looked up only once a minute.
  await loadLaw(app.stet.db, actsOfTasks());
  return {
    close: () => app.close(),
    async judge(model) {
      const found = await app.stet.models.find(model, anyModel);
      if ("problem" in found) throw new Error(`${model} cannot grade: ${found.problem.title}`);
      return { row: found.row, model: found.reach(nothingSecret) };
    },
    async play(task, model) {
      const me = await person();
      const started = performance.now();
      let asked = question(words(task), { ...(await around(app, me, task)), choices: choicesFor(task, model) });
      let read = await ask(app, me, asked);
      for (const next of task.followUps ?? []) {
        if (read.finish?.messageMetadata.status !== "done") break;
        const { chat } = await threadOf(app, me, asked.chatId);
        const more = { chatId: asked.chatId, version: chat.version, choices: asked.choices };
        asked = question(next, { ...more, ...(asked.draft && { draft: asked.draft }) });
        read = await ask(app, me, asked);
      }
      const { messages } = await threadOf(app, me, asked.chatId);
      const ms = performance.now() - started;
      return { messages, steps: await stepsOf(app, me, messages), ms };
    },
  };
}

/** Tasks per person: requests per minute are limited. */
const tasksOfOne = 20;

/** Always the same name, because it is part of the briefing. */
function personOf(app: TestApp): () => Promise<TestPerson> {
  let me: TestPerson | null = null;
  let asked = 0;
  return async () => {
    if (me === null || asked++ % tasksOfOne === 0) me = await app.person({ name: "Ada Lind" });
    return me;
  };
}

const words = ({ question: asked, text }: Task) => (text === undefined ? asked : `${asked}\n\n${text}`);

function choicesFor({ isAgent, law = [] }: Task, model: string) {
  const agent = { isOn: true, maxSteps: 12, maxTokens: 200_000, applies: false };
  return { ...choicesOf(model), sources: law.slice(), ...(isAgent && { agent }) };
}

/** The file attached to the question, and the open draft beside it. */
async function around(app: TestApp, me: TestPerson, { file, document }: Task) {
  const attachments = file === undefined ? [] : [attachmentOf(file)];
  if (document === undefined) return { attachments };
  const post = async (path: string, body: object) => (await (await app.request(path, { as: me, body })).json()) as { id: string };
  const { id: projectId } = await post("/api/projects", { name: "Work" });
  const { id: draftId } = await post("/api/drafts", { projectId, name: document.name, content: document.content });
  return { attachments, projectId, draft: { draftId, caret: document.caret ?? null, blocks: [] } };
}

function attachmentOf({ name, text }: NonNullable<Task["file"]>) {
  const url = `data:text/plain;base64,${Buffer.from(text).toString("base64")}`;
  return { name, contentType: "text/plain", url };
}

async function stepsOf(app: TestApp, me: TestPerson, messages: readonly ThreadMessage[]): Promise<SentStep[]> {
  await app.stet.sent.close();
  const answers = messages.filter(({ role }) => role === "assistant");
  const all = await Promise.all(
    answers.map(async ({ id }) => (await (await app.request(`/api/messages/${id}/sent`, { as: me })).json()) as Sent),
  );
  const steps = all.flatMap((sent) => (sent.isKept ? sent.steps : []));
  // Naming the chat is no part of the answer.
  return steps.filter(({ purpose }) => purpose === undefined);
}
