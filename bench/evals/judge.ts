/* What code can say of an answer. Each fault is a sentence; an answer without any has passed. */
import { findCitations } from "#core/citations.ts";
import { everywhere } from "#core/patch-everywhere.ts";
import { applyPatches, locatePatches } from "#core/patch.ts";
import { guessLanguage } from "#core/prose-language.ts";
import { parseReply, type Block } from "#core/reply.ts";
import { countWords } from "#core/words.ts";
import type { Task } from "./task.ts";

export type Verdict = { faults: string[]; patches: { placed: number; all: number } };

export function judge(task: Task, answer: string): Verdict {
  const blocks = parseReply(answer);
  const { checks, text = "" } = task;
  const edit = changed(text, blocks);
  const plain = blocks
    .filter(({ kind }) => kind === "text")
    .map((block) => block.text)
    .join("\n\n");
  const faults = [
    ...markerFaults(blocks, checks.markers),
    ...lengthFaults(blocks, checks.words),
    ...(checks.markers?.includes("patch") ? editFaults(task, edit) : []),
    ...citationFaults(task, plain),
    ...languageFaults(task, blocks),
    ...(checks.says ?? []).filter((one) => !one.test(answer)).map((one) => `does not say ${one}`),
    ...(checks.saysNot ?? []).filter((one) => one.test(answer)).map((one) => `says ${one}`),
  ];
  return { faults, patches: { placed: edit.placed, all: edit.all } };
}

function markerFaults(blocks: readonly Block[], expected: Task["checks"]["markers"]): string[] {
  if (expected === undefined) return [];
  const used = new Set(blocks.flatMap(({ kind }) => (kind === "draft" || kind === "patch" || kind === "write" ? [kind] : [])));
  const open = blocks
    .filter(({ kind, state }) => kind !== "text" && state === "open")
    .map(({ kind }) => `the ${kind} is never closed`);
  const unread = blocks.flatMap((block) => (block.kind === "patch" ? (block.reading?.problems ?? []) : []));
  const missing = expected.filter((kind) => !used.has(kind)).map((kind) => `has no ${kind}`);
  const extra = [...used].filter((kind) => !expected.includes(kind)).map((kind) => `has a ${kind}`);
  const leaked = blocks.some(({ kind, text }) => kind === "text" && /\b(?:BEGIN|END) (?:DRAFT|PATCH|WRITE)\b/.test(text));
  return [...open, ...unread, ...missing, ...extra, ...(leaked ? ["a marker shows"] : [])];
}

function lengthFaults(blocks: readonly Block[], words: number | undefined): string[] {
  const draft = blocks.find(({ kind }) => kind === "draft");
  if (words === undefined || draft === undefined) return [];
  const has = countWords(draft.text);
  return Math.abs(has - words) <= words / 10 ? [] : [`has ${has} words for ${words}`];
}

type Edit = { text: string; placed: number; all: number };

function changed(text: string, blocks: readonly Block[]): Edit {
  const patches = blocks.flatMap((block) => (block.kind === "patch" ? (block.reading?.patches ?? []) : []));
  const single = everywhere(text, patches);
  const outcomes = locatePatches(text, single);
  const placed = single.filter((_, at) => ["located", "already-applied"].includes(outcomes[at]!.kind));
  return { text: applyPatches(text, placed).text, placed: placed.length, all: single.length };
}

function editFaults({ text = "", checks }: Task, edit: Edit): string[] {
  const { has = [], hasNot = [] } = checks.after ?? {};
  const lines = text.split("\n");
  const kept = new Set(edit.text.split("\n"));
  const short = lines.filter((line) => line.startsWith("§") && !kept.has(line)).length;
  const share = 1 - sameShare(text, edit.text);
  return [
    ...(edit.placed === edit.all ? [] : [`${edit.all - edit.placed} of ${edit.all} patches found no place`]),
    ...(edit.text === text ? ["nothing was changed"] : []),
    ...has.filter((one) => !edit.text.includes(one)).map((one) => `“${one}” is missing`),
    ...hasNot.filter((one) => edit.text.includes(one)).map((one) => `“${one}” is still there`),
    ...(short === 0 ? [] : [`${short} lines that nobody asked about have changed`]),
    ...(checks.mostChanged !== undefined && share > checks.mostChanged ? [`${Math.round(share * 100)} % of the text changed`] : []),
  ];
}

/** The share of the words before that are still there after, each counted once. */
function sameShare(before: string, after: string): number {
  const left = new Map<string, number>();
  for (const word of after.split(/\s+/)) left.set(word, (left.get(word) ?? 0) + 1);
  const words = before.split(/\s+/);
  let same = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count > 0) same++;
    left.set(word, count - 1);
  }
  return words.length === 0 ? 1 : same / words.length;
}

function citationFaults({ file, checks }: Task, answer: string): string[] {
  const cited = findCitations(answer).flatMap(({ numbers }) => numbers);
  const given = file === undefined ? [] : [1];
  const foreign = cited.filter((number) => !given.includes(number)).map((number) => `cites [[${number}]], which was not given`);
  if (file === undefined || checks.quotes !== true) return foreign;
  const quoted = [...answer.matchAll(/["“]([^"“”]{6,400})["”]/g)].map((hit) => hit[1]!);
  const wrong = quoted
    .filter((words) => !file.text.includes(words.replace(/[.,;]$/, "")))
    .map((words) => `“${words}” is not in the file`);
  return [
    ...foreign,
    ...wrong,
    ...(cited.length === 0 ? ["cites nothing"] : []),
    ...(quoted.length === 0 ? ["quotes nothing"] : []),
  ];
}

/** Of the four languages that can be told apart here. */
function languageFaults({ language }: Task, blocks: readonly Block[]): string[] {
  const text = blocks
    .filter(({ kind }) => kind === "draft" || kind === "text")
    .map((block) => block.text)
    .join("\n");
  const guess = guessLanguage(text);
  return language !== "fr" && guess.isSure && text.length > 120 && guess.language !== language
    ? [`is written in ${guess.language}`]
    : [];
}
