/*
 * Tasks for a configured model, run in the real product and graded by code.
 *
 * npm run evals -- <model> [--judge <model>] [words of task ids]
 * npm run evals -- --record <folder> [words of task ids]
 *
 * A judge grades what code cannot check; its grades are kept and shown apart.
 *
 * With a folder, answers are read from it: an unanswered request is written there; put the answer in the file, as
 * `answer`, and the next run writes the next request. Without a model, the available ones are listed.
 */
import { estimateCost, estimateTokens, findModel } from "#core/models/models.ts";
import { keepModelResults, modelResultsName } from "#server/models/model-results.ts";
import { gradeAnswer, type Grade, type Judge } from "./evals/grade.ts";
import { judge, type Verdict } from "./evals/judge.ts";
import { startRecordedModel } from "./evals/recorded-model.ts";
import { RecordingFolder } from "./evals/recording.ts";
import { openStage, type Played, type Stage } from "./evals/stage.ts";
import { briefingTable, gradeTable, kindTable, modelResults, type Row } from "./evals/tables.ts";
import type { Task } from "./evals/task.ts";
import { tasks } from "./evals/tasks.ts";

const { model, words, folder, grader } = argumentsOf(process.argv.slice(2));
const chosen = tasks.filter((task) => words.every((word) => task.id.includes(word)));
if (folder !== undefined) await fromFolder(new RecordingFolder(folder));
else if (model !== undefined) await withStage(modelSettings(), (stage) => measure(stage, model));
else {
  console.log(`Name a model, such as local:llama3 with MODEL_SERVER_URL set. ${tasks.length} tasks are there:`);
  for (const [kind, own] of Map.groupBy(tasks, (task) => task.kind)) console.log(`  ${kind}: ${own.length}`);
  process.exitCode = 1;
}

async function fromFolder(recordings: RecordingFolder): Promise<void> {
  const ids = tasks.map(({ id }) => id);
  const server = await startRecordedModel(recordings, ids, { keeps: true });
  await withStage({ MODEL_SERVER_URL: server.url }, (stage) =>
    askAll(stage, { modelOf: ({ id }) => `local:${id}`, waiting: server.waiting }),
  );
  if (server.waiting.length > 0) console.log(`${server.waiting.length} tasks wait for an answer in ${recordings.folder}.`);
  await server.close();
}

async function withStage(settings: Record<string, string>, act: (stage: Stage) => Promise<unknown>): Promise<void> {
  const stage = await openStage(settings);
  try {
    await act(stage);
  } finally {
    await stage.close();
  }
}

/** Results are stored in the data folder, for the page that shows which model is good at what. */
async function measure(stage: Stage, id: string): Promise<void> {
  const rows = await askAll(stage, { modelOf: () => id, graded: grader === undefined ? null : await stage.judge(grader) });
  if (rows.length === 0) return;
  const folder = process.env["STET_DATA"] ?? "data";
  await keepModelResults(folder, modelResults(id, rows, { askedAt: new Date().toISOString(), judge: grader }));
  console.log(`Kept in ${folder}/${modelResultsName}; shown in Stet under Settings, Models.`);
}

type Asking = { modelOf: (task: Task) => string; waiting?: readonly string[]; graded?: Judge | null };

async function askAll(stage: Stage, { modelOf, waiting = [], graded = null }: Asking): Promise<Row[]> {
  const rows: Row[] = [];
  for (const task of chosen) {
    const played = await stage.play(task, modelOf(task));
    if (waiting.includes(task.id)) continue;
    const verdict = judge(task, played);
    if (verdict.faults.length > 0) console.log(`${task.id}: ${verdict.faults.join("; ")}`);
    const grade = graded === null ? null : await gradeAnswer(graded, task, played.messages.at(-1)?.content ?? "");
    if (grade !== null && grade.points <= 2) console.log(`${task.id}, graded ${grade.points}: ${grade.why}`);
    rows.push(rowOf(task, { ...verdict, grade }, played, modelOf(task)));
  }
  if (rows.length === 0) return rows;
  console.table(kindTable(rows));
  if (graded !== null) {
    console.log(`Graded from 1 to 5 by ${graded.row.id}, apart from what code found:`);
    console.table(gradeTable(rows));
  }
  console.table(briefingTable(rows));
  return rows;
}

function rowOf(task: Task, verdict: Verdict & { grade: Grade | null }, { messages, steps, ms }: Played, id: string): Row {
  const inputTokens = sum(steps, ({ tokens }) => tokens.input);
  // If the model's server reports no usage, it is estimated.
  const written = messages
    .filter(({ role }) => role === "assistant")
    .map(({ parts }) => estimateTokens(JSON.stringify(said(parts))));
  const outputTokens = sum(steps, ({ tokens }) => tokens.output) || sum(written, (tokens) => tokens);
  const row = findModel(id);
  return { task, ...verdict, steps, ms, inputTokens, outputTokens, cost: row && estimateCost({ inputTokens, outputTokens }, row) };
}

function said(parts: Played["messages"][number]["parts"]): unknown[] {
  return parts.map((part) => (part.type === "tool-invocation" ? part.toolInvocation.args : part));
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

/** The environment variables that configure access to models and the web. */
function modelSettings(): Record<string, string> {
  const named = Object.entries(process.env).filter(([name]) => /^(?:MODEL|OPENAI|ANTHROPIC|GOOGLE|GEMINI|WEB)_/.test(name));
  return Object.fromEntries(named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

type Arguments = { model: string | undefined; words: string[]; folder: string | undefined; grader: string | undefined };

function argumentsOf(given: readonly string[]): Arguments {
  const valueOf = (flag: string) => (given.includes(flag) ? given[given.indexOf(flag) + 1] : undefined);
  const [folder, grader] = [valueOf("--record"), valueOf("--judge")];
  const others = given.filter((word, at) => !word.startsWith("--") && !/^--(?:record|judge)$/.test(given[at - 1] ?? ""));
  if (given.includes("--record")) return { model: undefined, words: others, folder, grader: undefined };
  const [model, ...words] = others;
  return { model, words, folder: undefined, grader };
}
