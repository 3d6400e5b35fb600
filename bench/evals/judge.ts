/* Grades an answer by code. Each fault is a sentence; an answer without faults passes. */
import type { ProposeResult } from "#core/agent/agent.ts";
import { lengthTolerance, wordsOfAnswer } from "#core/chat/asked-length.ts";
import { findCitations } from "#core/law/citations.ts";
import { guessLanguage } from "#core/prose/prose-language.ts";
import type { MessagePart, ThreadMessage } from "#core/chat/message.ts";
import { parseReply, type Block } from "#core/chat/reply.ts";
import type { CitedWords, Source } from "#core/sources/source.ts";
import { changedBy, type Changed, type Fate } from "./proposals.ts";
import type { Played } from "./stage.ts";
import type { Task } from "./task.ts";

export type Verdict = {
  faults: string[];
  blocks: readonly Block[];
  fates: Fate[];
  cited: CitedWords["verdict"][];
  /** Names of the tools called; a refused call includes what it was refused for. */
  calls: string[];
  proposed: { taken: number; refused: number };
  /** Relative deviation from the requested length; null if none was requested. */
  lengthOff: number | null;
};

export function judge(task: Task, { messages }: Pick<Played, "messages">): Verdict {
  const message = messages.at(-1)!;
  const answer = message.content;
  const blocks = parseReply(answer);
  const { checks } = task;
  const changed = changedBy(task, messages, blocks);
  const sources = message.sources ?? [];
  const lengthOff = lengthOffBy(blocks, checks.words);
  const proposed = proposedIn(message.parts);
  const faults = [
    ...endFaults(message),
    ...markerFaults(blocks, checks.markers),
    ...(lengthOff !== null && Math.abs(lengthOff) > lengthTolerance
      ? [`has ${wordsOfAnswer(blocks)} words for ${checks.words}`]
      : []),
    ...(checks.markers?.includes("patch") ? editFaults(task, changed) : []),
    ...citationFaults(task, answer, sources),
    ...languageFaults(task, blocks),
    ...(checks.says ?? []).filter((one) => !one.test(answer)).map((one) => `does not say ${one}`),
    ...(checks.saysNot ?? []).filter((one) => one.test(answer)).map((one) => `says ${one}`),
  ];
  const cited = sources.flatMap((source) => (source.cited ?? []).map(({ verdict }) => verdict));
  return { faults, blocks, fates: changed.fates, cited, calls: callsIn(message.parts), proposed, lengthOff };
}

function endFaults({ run }: ThreadMessage): string[] {
  return run === undefined || run.status === "done" ? [] : [`no answer: ${run.problem ?? run.status}`];
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

function lengthOffBy(blocks: readonly Block[], words: number | undefined): number | null {
  const has = wordsOfAnswer(blocks);
  return words === undefined || has === null ? null : (has - words) / words;
}

function editFaults({ checks }: Task, { fates, before, after }: Changed): string[] {
  const { has = [], hasNot = [] } = checks.after ?? {};
  const kept = new Set(after.split("\n"));
  const touched = before.split("\n").filter((line) => line.startsWith("§") && !kept.has(line)).length;
  const unplaced = fates.filter((fate) => fate !== "located" && fate !== "already-applied").length;
  const share = 1 - sameShare(before, after);
  return [
    ...(unplaced === 0 ? [] : [`${unplaced} of ${fates.length} patches found no place`]),
    ...(after === before ? ["nothing was changed"] : []),
    ...has.filter((one) => !after.includes(one)).map((one) => `“${one}” is missing`),
    ...hasNot.filter((one) => after.includes(one)).map((one) => `“${one}” is still there`),
    ...(touched === 0 ? [] : [`${touched} lines that nobody asked about have changed`]),
    ...(checks.mostChanged !== undefined && share > checks.mostChanged ? [`${Math.round(share * 100)} % of the text changed`] : []),
  ];
}

/** The share of the earlier words that are still there, each counted once. */
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

/** Faults found by the product's own citation check. */
function citationFaults({ file, law, checks }: Task, answer: string, sources: readonly Source[]): string[] {
  const numbers = new Set(sources.map(({ number }) => number));
  const cited = findCitations(answer).flatMap((citation) => citation.numbers);
  const foreign = cited.filter((number) => !numbers.has(number)).map((number) => `cites [[${number}]], which was not given`);
  const found = sources.flatMap((source) => source.cited ?? []);
  const wrong = found
    .filter(({ verdict }) => verdict === "altered" || verdict === "differs" || verdict === "not-found")
    .map(({ verdict, claim }) => `${verdict}: ${claim.slice(0, 80)}`);
  if ((file === undefined && law === undefined) || checks.quotes !== true) return [...foreign, ...wrong];
  return [...foreign, ...wrong, ...(cited.length === 0 ? ["cites nothing"] : [])];
}

/** Covers the four languages that can be told apart here. */
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

function callsIn(parts: readonly MessagePart[]): string[] {
  return parts.flatMap((part) => {
    if (part.type !== "tool-invocation") return [];
    const { toolName, result } = part.toolInvocation;
    const refusal = (result as { error?: unknown } | undefined)?.error;
    return [typeof refusal === "string" ? `${toolName}: ${refusal}` : toolName];
  });
}

function proposedIn(parts: readonly MessagePart[]): Verdict["proposed"] {
  const results = parts.flatMap((part) =>
    part.type === "tool-invocation" && part.toolInvocation.toolName === "proposeChanges"
      ? [part.toolInvocation.result as Partial<ProposeResult> | undefined]
      : [],
  );
  const sum = (of: "changes" | "refused") => results.reduce((total, result) => total + (result?.[of]?.length ?? 0), 0);
  return { taken: sum("changes"), refused: sum("refused") };
}
