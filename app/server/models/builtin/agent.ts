/*
 * The built-in editor as an agent: plans from the words of the request, checks the outline's
 * sections in groups, and proposes what its rules can justify. It is stateless: progress is in the
 * conversation, so interrupted work resumes where it ended.
 *
 * It doesn't attempt what needs understanding, and says so.
 */
import { agentLimits } from "#core/agent/agent.ts";
import type { ModelMessage, ModelRequest } from "../model.ts";
import { agentAnswer } from "./agent-answer.ts";
import { readAgentRequest, type Job } from "./agent-request.ts";
import type { Step } from "./step.ts";
import type { OutlineLine, DoneCall } from "./agent-request.ts";

type Found = { original: string; replacement: string; summary: string; section?: string };

export function isAgentRequest({ tools }: ModelRequest): boolean {
  return tools.some(({ name }) => name === "proposeChanges");
}

export function nextAgentStep(request: ModelRequest): Step {
  const { question, done } = readConversation(request.messages);
  const outline = readOutline(question);
  const asked = readAgentRequest(wordsOf(question), outline);
  if (asked.jobs.length === 0 || outline.length === 0) return { kind: "say", text: agentAnswer(asked, done, outline) };
  if (!done.some(({ name }) => name === "plan"))
    return { kind: "calls", calls: [{ name: "plan", input: planFor(asked.jobs, asked.summary) }] };
  const calls = [...proposalsFor(done), ...nextChecks(asked.jobs, done, outline, stepsIn(request))];
  return calls.length > 0 ? { kind: "calls", calls } : { kind: "say", text: agentAnswer(asked, done, outline) };
}

function planFor(jobs: readonly Job[], summary: string): Record<string, unknown> {
  return { summary, items: jobs.map(({ what, where }) => ({ what, where })) };
}

/** The findings of the previous step's checks, as changes. */
function proposalsFor(done: readonly DoneCall[]): { name: string; input: Record<string, unknown> }[] {
  const last = done.at(-1)?.at;
  return done
    .filter(({ at, name, isError }) => at === last && name !== "proposeChanges" && !isError)
    .flatMap(({ input, output }) => {
      const patches = Array.isArray(output["patches"]) ? (output["patches"] as Found[]) : [];
      return inGroups(patches.map(changeOf), agentLimits.changesInCall).map((changes) => ({
        name: "proposeChanges",
        input: { item: input["item"], changes },
      }));
    });
}

/** For a rule that is wrong about as often as right, the writer decides. */
function changeOf({ original, replacement, summary, section }: Found): Record<string, unknown> {
  const isDecision = summary.startsWith("Check: ");
  return { original, replacement, summary, ...(section !== undefined && { section }), ...(isDecision && { isDecision }) };
}

function nextChecks(jobs: readonly Job[], done: readonly DoneCall[], outline: readonly OutlineLine[], steps: number) {
  for (const [index, job] of jobs.entries()) {
    const item = index + 1;
    const calls = done.filter(({ name, input }) => name === job.tool && input["item"] === item);
    if (job.sections === null) {
      if (!calls.some((call) => isCovered(call, done)))
        return calls.length > 1 ? [] : [{ name: job.tool, input: { ...job.input, item } }];
      continue;
    }
    const covered = new Set(
      calls.filter((call) => isCovered(call, done)).flatMap(({ input }) => (input["sections"] as string[]) ?? []),
    );
    const open = job.sections.filter((id) => !covered.has(id));
    if (open.length === 0) continue;
    const group = nextGroup(open, outline, groupWords(jobs, outline, steps));
    return [{ name: job.tool, input: { ...job.input, item, sections: group } }];
  }
  return [];
}

/** Nothing was found, the findings have been proposed since, or it can't be done at all. */
function isCovered(call: DoneCall, done: readonly DoneCall[]): boolean {
  const found = Array.isArray(call.output["patches"]) ? call.output["patches"].length : call.output["found"];
  if (call.isError || found === 0 || found === undefined) return true;
  const isNewest = call.at === done.at(-1)?.at;
  // The previous step's findings are proposed together with the next check.
  if (isNewest && Array.isArray(call.output["patches"])) return true;
  const since = done.slice(done.indexOf(call));
  return since.some(({ name, input }) => name === "proposeChanges" && input["item"] === call.input["item"]);
}

const leastGroup = 1_500;
const mostGroup = 9_000;

/** Words per group so that the steps suffice, up to what a check can handle. */
function groupWords(jobs: readonly Job[], outline: readonly OutlineLine[], steps: number): number {
  const words = new Map(outline.map((line) => [line.id, line.words]));
  const all = jobs.flatMap(({ sections }) => sections ?? []).reduce((sum, id) => sum + (words.get(id) ?? 0), 0);
  const checks = Math.max(1, steps - 3 - jobs.filter(({ sections }) => sections === null).length);
  return Math.min(mostGroup, Math.max(leastGroup, Math.ceil((all / checks) * 1.1)));
}

/** Consecutive sections. */
function nextGroup(open: readonly string[], outline: readonly OutlineLine[], most: number): string[] {
  const at = new Map(outline.map((line, index) => [line.id, index]));
  const group: string[] = [];
  let words = 0;
  for (const id of open) {
    const last = group.at(-1);
    const size = outline[at.get(id)!]!.words;
    if (last !== undefined && (words + size > most || at.get(id) !== at.get(last)! + 1)) break;
    group.push(id);
    words += size;
  }
  return group;
}

function inGroups<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

function stepsIn({ instructions }: ModelRequest): number {
  return Number(/You have at most (\d+) steps/.exec(instructions)?.[1] ?? 12);
}

/** The question, and the calls answered since, each with its step. */
function readConversation(messages: readonly ModelMessage[]): { question: string; done: DoneCall[] } {
  const isQuestion = (message: ModelMessage) =>
    message.role === "user" && !textOf(message).startsWith("Your work was cut off here");
  const at = messages.findLastIndex(isQuestion);
  const done: DoneCall[] = [];
  const inputs = new Map<string, unknown>();
  for (const [index, message] of messages.slice(at + 1).entries()) {
    if (message.role === "assistant")
      for (const part of message.parts) if (part.type === "tool-call") inputs.set(part.id, part.input);
    if (message.role !== "tool") continue;
    for (const { id, name, output, isError = false } of message.results) {
      const result = asRecord(output);
      // A canceled call returned nothing and is repeated.
      if (result["cancelled"] === true) continue;
      done.push({ at: index, name, input: asRecord(inputs.get(id)), output: result, isError });
    }
  }
  return { question: at < 0 ? "" : textOf(messages[at]!), done };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function textOf(message: ModelMessage): string {
  if (message.role === "tool") return "";
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

const data = /<data label="([^"]*)">\n([\s\S]*?)\n<\/data>/g;

function wordsOf(question: string): string {
  return question.replace(data, "").trim();
}

function readOutline(question: string): OutlineLine[] {
  const outline = [...question.matchAll(data)].find(([, label]) => label === "outline of the open document")?.[2] ?? "";
  const lines = [...outline.matchAll(/^(s\d+) \| (\d+) words \| (.*)$/gm)].map(([, id, words, title]) => ({
    id: id!,
    words: Number(words),
    title: title!,
  }));
  const last = Number(/^… and on to s(\d+)$/m.exec(outline)?.[1] ?? lines.length);
  // In a very long document the last sections are only counted.
  for (let n = lines.length + 1; n <= last; n++) lines.push({ id: `s${n}`, words: 1_000, title: "" });
  return lines;
}
