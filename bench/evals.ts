/*
 * Tasks for a model that is set up, and what code can say of its answers.
 *
 *   npm run evals -- <model> [words of task ids] [--record folder]
 *
 * Each task is one request, briefed as a chat's is; tools are offered where the
 * situation has them and not run. Without a model, what can be asked is listed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { estimateCost, estimateTokens, type ModelRow } from "#core/models.ts";
import { readEnv } from "#server/env.ts";
import { createBuiltinModel } from "#server/models/builtin.ts";
import { createModels, modelSettingsOf } from "#server/models/index.ts";
import type { Model } from "#server/models/model.ts";
import { judge, type Verdict } from "./evals/judge.ts";
import { requestOf } from "./evals/request.ts";
import type { Kind, Task } from "./evals/task.ts";
import { tasks } from "./evals/tasks.ts";

type Row = Verdict & { task: Task; ms: number; input: number; output: number; cost: number | undefined };

const secondsAtMost = 180;
const { model: id, words, folder } = argumentsOf(process.argv.slice(2));
const models = createModels(modelSettingsOf(readEnv(process.env)), createBuiltinModel({ tokensPerSecond: 0 }));
const found = id === undefined ? null : await models.find(id);
if (found === null || "problem" in found) {
  const detail = found === null ? "Name a model, such as local:llama3 with MODEL_SERVER_URL set." : found.problem.detail;
  console.log(`${detail ?? "This model cannot be asked."} ${tasks.length} tasks are there:`);
  for (const [kind, own] of byKind(tasks, (task) => task.kind)) console.log(`  ${kind}: ${own.length}`);
  process.exitCode = 1;
} else {
  const chosen = tasks.filter((task) => words.every((word) => task.id.includes(word)));
  const rows: Row[] = [];
  for (const task of chosen) rows.push(await asked(task, found.row, found.model));
  print(rows, found.row.name);
}

async function asked(task: Task, row: ModelRow, model: Model): Promise<Row> {
  const request = { ...requestOf(task), model: row.providerModel };
  const started = performance.now();
  let answer = "";
  const usage = { inputTokens: 0, outputTokens: 0 };
  const end = await model.ask(
    request,
    (event) => {
      if (event.kind === "text") answer += event.text;
      if (event.kind !== "usage") return;
      usage.inputTokens += event.inputTokens;
      usage.outputTokens += event.outputTokens;
    },
    AbortSignal.timeout(secondsAtMost * 1000),
  );
  const ms = performance.now() - started;
  if (folder !== undefined) record(folder, task, request, answer);
  const verdict = judge(task, answer);
  if (end.reason === "problem") verdict.faults.unshift(`no answer: ${end.code}`);
  if (end.reason === "tool-calls") verdict.faults.unshift("called a tool where the answer was given");
  if (verdict.faults.length > 0) console.log(`${task.id}: ${verdict.faults.join("; ")}`);
  const input = usage.inputTokens || estimateTokens(JSON.stringify(request));
  const output = usage.outputTokens || estimateTokens(answer);
  return { task, ...verdict, ms, input, output, cost: estimateCost({ inputTokens: input, outputTokens: output }, row) };
}

function record(to: string, { id: task }: Task, request: object, answer: string): void {
  mkdirSync(to, { recursive: true });
  const at = join(to, `${task.replaceAll("/", "-")}.json`);
  writeFileSync(at, `${JSON.stringify({ task, request, answer }, null, 1)}\n`);
}

function print(rows: readonly Row[], name: string): void {
  const groups: [string, readonly Row[]][] = [...byKind(rows, ({ task }) => task.kind), ["all", rows]];
  const table = groups.map(([kind, own]) => {
    const sum = (of: (row: Row) => number): number => own.reduce<number>((total, row) => total + of(row), 0);
    const all = sum(({ patches }) => patches.all);
    return {
      kind,
      tasks: own.length,
      passed: own.filter(({ faults }) => faults.length === 0).length,
      "patches placed": all === 0 ? "" : `${sum(({ patches }) => patches.placed)} of ${all}`,
      "input tokens": Math.round(sum(({ input }) => input) / own.length),
      "output tokens": Math.round(sum(({ output }) => output) / own.length),
      seconds: (sum(({ ms }) => ms) / own.length / 1000).toFixed(1),
      dollars: own.some(({ cost }) => cost === undefined) ? "unknown" : sum(({ cost }) => cost ?? 0).toFixed(4),
    };
  });
  console.log(name);
  console.table(table);
}

function byKind<T>(list: readonly T[], kindOf: (one: T) => Kind): Map<Kind, T[]> {
  const kinds = new Map<Kind, T[]>();
  for (const one of list) kinds.set(kindOf(one), [...(kinds.get(kindOf(one)) ?? []), one]);
  return kinds;
}

function argumentsOf(given: readonly string[]): { model: string | undefined; words: string[]; folder: string | undefined } {
  const at = given.indexOf("--record");
  const rest = at < 0 ? [...given] : given.filter((_, index) => index !== at && index !== at + 1);
  const [model, ...others] = rest;
  return { model, words: others, folder: at < 0 ? undefined : given[at + 1] };
}
