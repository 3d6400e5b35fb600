/* The eval results, by kind of task and by briefing. */
import type { ModelResult } from "#core/models/model-results.ts";
import { estimateTokens } from "#core/models/models.ts";
import type { SentStep } from "#core/chat/sent.ts";
import type { Grade } from "./grade.ts";
import type { Verdict } from "./judge.ts";
import type { Kind, Task } from "./task.ts";

export type Row = Verdict & {
  task: Task;
  /** Another model's opinion; null if none was asked or code checks all there is. */
  grade: Grade | null;
  steps: readonly SentStep[];
  ms: number;
  inputTokens: number;
  outputTokens: number;
  cost: number | undefined;
};

/** In the form in which they are stored and shown, by kind of task. */
export function modelResults(
  model: string,
  rows: readonly Row[],
  { askedAt, judge }: { askedAt: string; judge: string | undefined },
): ModelResult[] {
  return [...Map.groupBy(rows, ({ task }) => task.kind)].map(([kind, own]) => {
    const fates = own.flatMap((row) => row.fates);
    const cited = own.flatMap((row) => row.cited);
    const isUnknown = own.some(({ cost }) => cost === undefined);
    const mean = (of: (row: Row) => number) => own.reduce((total, row) => total + of(row), 0) / own.length;
    return {
      model,
      kind,
      tasks: own.length,
      passed: own.filter(({ faults }) => faults.length === 0).length,
      placed: { some: fates.filter(isPlaced).length, all: fates.length },
      citations: { some: cited.filter((verdict) => !isWrong(verdict)).length, all: cited.length },
      seconds: mean(({ ms }) => ms / 1000),
      dollars: isUnknown ? null : mean(({ cost }) => cost!),
      graded: gradedBy(judge, own),
      askedAt,
    };
  });
}

function gradedBy(judge: string | undefined, rows: readonly Row[]): ModelResult["graded"] {
  const points = rows.flatMap(({ grade }) => (grade === null ? [] : [grade.points]));
  if (judge === undefined || points.length === 0) return null;
  return { by: judge, points: points.reduce((total, one) => total + one, 0) / points.length, answers: points.length };
}

/** Apart from what code found. */
export function gradeTable(rows: readonly Row[]): object[] {
  return [...Map.groupBy(rows, ({ task }) => task.kind)].flatMap(([kind, own]) => {
    const points = own.flatMap(({ grade }) => (grade === null ? [] : [grade.points]));
    if (points.length === 0) return [];
    const mean = points.reduce((total, one) => total + one, 0) / points.length;
    const counts = Object.fromEntries([1, 2, 3, 4, 5].map((point) => [point, points.filter((one) => one === point).length]));
    return [{ kind, graded: points.length, mean: mean.toFixed(1), ...counts }];
  });
}

const isPlaced = (fate: Row["fates"][number]) => fate === "located" || fate === "already-applied";
const isWrong = (verdict: Row["cited"][number]) => verdict === "altered" || verdict === "differs" || verdict === "not-found";

export function kindTable(rows: readonly Row[]): object[] {
  const groups: [Kind | "all", readonly Row[]][] = [...Map.groupBy(rows, ({ task }) => task.kind), ["all", rows]];
  return groups.map(([kind, own]) => {
    const fates = own.flatMap((row) => row.fates);
    const placed = fates.filter(isPlaced).length;
    const cited = own.flatMap((row) => row.cited);
    const wrong = cited.filter(isWrong).length;
    const lengths = own.flatMap(({ lengthOff }) => (lengthOff === null ? [] : [Math.abs(lengthOff)]));
    const unmarked = own.filter(({ faults }) => faults.some((fault) => isOfMarkers.test(fault))).length;
    const mean = (of: (row: Row) => number) => Math.round(own.reduce((total, row) => total + of(row), 0) / own.length);
    return {
      kind,
      tasks: own.length,
      passed: own.filter(({ faults }) => faults.length === 0).length,
      "markers understood": share(own.length - unmarked, own.length),
      "patches placed": share(placed, fates.length),
      "why not": counted(fates.filter((fate) => !isPlaced(fate))),
      "citations without fault": share(cited.length - wrong, cited.length),
      "length within a tenth": share(lengths.filter((off) => off <= 0.1).length, lengths.length),
      steps: (own.reduce((total, row) => total + row.steps.length, 0) / own.length).toFixed(1),
      "input tokens": mean((row) => row.inputTokens),
      "output tokens": mean((row) => row.outputTokens),
      seconds: (own.reduce((total, row) => total + row.ms, 0) / own.length / 1000).toFixed(1),
      dollars: own.some(({ cost }) => cost === undefined)
        ? "unknown"
        : own.reduce((total, { cost }) => total + cost!, 0).toFixed(4),
    };
  });
}

const isOfMarkers = /^(?:has (?:no|a) |the \w+ is never closed|a marker shows|The change|The list)/;

/** The parts of the briefings, in tokens; each distinct briefing once. */
export function briefingTable(rows: readonly Row[]): object[] {
  const seen = new Map<string, object>();
  for (const { task, steps } of rows) {
    const first = steps[0];
    if (first === undefined) continue;
    const parts = Object.fromEntries(partsOf(first.instructions).map(([name, text]) => [name, estimateTokens(text)]));
    const tools = first.tools.reduce((total, tool) => total + estimateTokens(JSON.stringify(tool)), 0);
    const key = JSON.stringify([parts, tools]);
    const all = Object.values(parts).reduce((total, tokens) => total + tokens, tools);
    if (!seen.has(key)) seen.set(key, { "first asked by": task.id, ...parts, tools, "tools offered": first.tools.length, all });
  }
  return [...seen.values()];
}

/** Split by headings; the text before the first one is the role. */
function partsOf(instructions: string): [name: string, text: string][] {
  return instructions.split(/\n\n(?=# )/).map((part, at) => [at === 0 ? "Role" : /^# (.*)/.exec(part)![1]!, part]);
}

const share = (some: number, all: number) => (all === 0 ? "" : `${some} of ${all}`);

function counted(list: readonly string[]): string {
  return [...Map.groupBy(list, (one) => one)].map(([one, own]) => `${own.length} ${one}`).join(", ");
}
