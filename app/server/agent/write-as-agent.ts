/*
 * The agent loop: ask the model, run the tools it calls, send back the results, and repeat within
 * the writer's limits and ours. Otherwise it is a normal run: logged, watchable, stoppable; the
 * stored message shows how far it got, so that it can be resumed.
 *
 * The document is never sent as a whole: the model gets its outline and reads sections. Sections
 * it has read are repeated in later steps while there is room, then dropped, oldest first.
 */
import { setTimeout } from "node:timers/promises";
import { outlineLines } from "#core/agent/agent-sections.ts";
import {
  agentLimits,
  limitSentence,
  type AgentChoice,
  type AgentLimit,
  type AgentPlan,
  type ProposeResult,
} from "#core/agent/agent.ts";
import { planInput } from "#core/agent/agent-schema.ts";
import type { MessagePart } from "#core/chat/message.ts";
import { estimateTokens } from "#core/models/models.ts";
import type { ProblemCode } from "#core/workspace/problem.ts";
import type { RunEnd } from "../data/upkeep/run-log.ts";
import type { Db } from "../db/database.ts";
import { contextOf, endOf, filesFor, roomOf, unknownRoom, type AnswerInput } from "../chat/answer.ts";
import type { ToolCall } from "../chat/answer-writer.ts";
import { fenced } from "../models/fenced.ts";
import { historyOf, stepMessages, withQuestionPart, withResultsFenced } from "../chat/history.ts";
import { continueAgentRequest, continueBrokenRequest } from "../chat/continue-requests.ts";
import { isRefused, runTool } from "../chat/run-tool.ts";
import type { ModelEnd, ModelEvent, ModelMessage, ModelRequest, ToolDescription } from "../models/model.ts";
import { withReading } from "../tools/index.ts";
import { briefRun } from "../briefing/brief-run.ts";
import { documentFacts, documentHead } from "../briefing/document-facts.ts";
import type { DocumentFacts } from "../briefing/turn-facts.ts";
import type { Tool } from "../tools/tool.ts";
import { openDesk, type Desk } from "./agent-desk.ts";
import { agentTools, type Told } from "./agent-tools.ts";

export type AgentInput = AnswerInput & { db: Db; agent: AgentChoice; draftId: string };

type Work = {
  input: AgentInput;
  desk: Desk;
  tools: readonly Tool[];
  descriptions: readonly ToolDescription[];
  instructions: string;
  /** The conversation before this answer, and the outline. */
  before: readonly ModelMessage[];
  room: number;
  /** Aborts when the writer stops it or the time limit is reached. */
  signal: AbortSignal;
  wall: AbortSignal;
  /** By call id, the result sent to the model; the message stores less. */
  told: Map<string, unknown>;
  /** How many parts the message had when each step began. */
  begins: number[];
  /** By the number of parts before it, how a model that was cut off there was asked to continue. */
  goOns: Map<number, string>;
  calls: number;
  refusedSteps: number;
  /** Consecutive steps that failed midway. */
  brokenSteps: number;
};

export async function writeAsAgent(input: AgentInput): Promise<RunEnd> {
  const { run, writer, agent } = input;
  const work = await beginWork(input);
  if ("status" in work) return work;
  // A text that was cut off isn't continued: the work resumes in a new one.
  writer.close();
  for (let step = 1; ; step++) {
    const request = requestOf(work);
    const { usage } = writer;
    const used = usage.inputTokens + usage.outputTokens;
    tellProgress(work, step);
    if (input.row.provider !== "builtin" && used + tokensOfRequest(request) > agent.maxTokens) return limited(work, "tokens");
    run.emit({ type: "start-step" });
    work.begins.push(run.folded.parts.length);
    const guarded = guardInput(writer.read);
    const end = await input.model.ask(request, guarded.read, AbortSignal.any([work.signal, guarded.signal]));
    writer.close();
    const called = writer.takeCalls();
    if (run.abort.signal.aborted) return { status: "stopped" };
    if (work.wall.aborted) return limited(work, "time");
    if (guarded.signal.aborted) return limited(work, "input");
    const isBroken = mayGoOnAfter(work, end);
    const { calls, cut } = end.reason === "length" ? refuseCutOff(work, called) : { calls: called, cut: 0 };
    const isOver = end.reason === "filtered" || (end.reason === "problem" ? !isBroken : calls.length + cut === 0);
    if (isOver) {
      run.emit({ type: "finish-step" });
      return endOf(end);
    }
    const areAllRefused = await doCalls(work, calls);
    if (isBroken) await goOnAfter(work, end);
    run.emit({ type: "finish-step" });
    tellProgress(work, step);
    if (run.abort.signal.aborted) return { status: "stopped" };
    if (work.wall.aborted) return limited(work, "time");
    work.refusedSteps = areAllRefused && !isBroken ? work.refusedSteps + 1 : 0;
    if (work.refusedSteps >= agentLimits.refusedInRow) return limited(work, "refused");
    if (work.desk.document.isFull) return limited(work, "changes");
    if (work.calls >= agentLimits.callsInRun) return limited(work, "calls");
    if (step >= agent.maxSteps) return limited(work, "steps");
  }
}

async function beginWork(input: AgentInput): Promise<Work | RunEnd> {
  const { me, run, row, rows, agent, db, draftId } = input;
  const { parts } = run.folded;
  const before = proposalsIn(parts);
  const work = before[0]?.work ?? run.identity.messageId;
  const changes = before.flatMap((proposal) => proposal.changes);
  const desk = await openDesk({ me, db, chatId: run.identity.chatId, work, draftId, applies: agent.applies, changes });
  const at = rows.findLastIndex((one) => one.role === "user");
  const { openDraft: _, ...question } = rows[at]!;
  const room = roomOf(row) ?? unknownRoom;
  const asked = { ...input, rows: rows.with(at, question) };
  const half = Math.round(room / 2);
  const given = await filesFor(asked, half);
  const history = historyOf(given.rows, half, given.partsOf, await input.summaryWithin(half));
  if (history.isTooLong) return { status: "failed", problem: "model-context-full" };
  const tools = agentTools(desk, withReading(input.tools));
  const document = documentFacts(desk.name, desk.document.document);
  const briefing = briefRun({
    ...asked,
    tools,
    mode: { kind: "agent", maxSteps: agent.maxSteps, applies: agent.applies },
    document,
    files: given.facts,
    history,
  });
  const asking = withQuestionPart(history.messages, briefing.withQuestion);
  const wall = AbortSignal.timeout(agentLimits.minutes * 60_000);
  return {
    input,
    desk,
    tools,
    descriptions: briefing.tools,
    instructions: briefing.instructions,
    before: withOutline(asking, desk, document, question.draftContext?.blocks ?? []),
    room,
    signal: AbortSignal.any([run.abort.signal, wall]),
    wall,
    told: new Map(),
    begins: earlierBegins(parts),
    goOns: new Map(parts.length > 0 && parts.at(-1)?.type !== "tool-invocation" ? [[parts.length, continueAgentRequest]] : []),
    calls: 0,
    refusedSteps: 0,
    brokenSteps: 0,
  };
}

/**
 * Resumed work has no record of where its steps began. One step per part is accurate, as calls run
 * in sequence; with reasoning, a step begins after each run of calls.
 */
function earlierBegins(parts: readonly MessagePart[]): number[] {
  if (!parts.some(({ type }) => type === "reasoning")) return parts.map((_, index) => index);
  return parts.flatMap(({ type }, i) => (type !== "tool-invocation" && parts[i - 1]?.type === "tool-invocation" ? [i] : []));
}

/** Errors worth retrying. If nothing was shown yet, the wire has already retried. */
const passing: ReadonlySet<ProblemCode> = new Set([
  "model-overloaded",
  "model-rate-limited",
  "model-cut-off",
  "model-silent",
  "model-nonsense",
]);

function mayGoOnAfter(work: Work, end: ModelEnd): boolean {
  const hasShown = work.input.run.folded.parts.length > work.begins.at(-1)!;
  const isBroken = end.reason === "problem" && passing.has(end.code) && hasShown;
  work.brokenSteps = isBroken ? work.brokenSteps + 1 : 0;
  return isBroken && work.brokenSteps <= agentLimits.brokenInRow;
}

/** Completed calls have been run; incomplete ones are canceled, and the model is asked to continue. */
async function goOnAfter({ input, goOns, begins, brokenSteps, signal }: Work, end: ModelEnd): Promise<void> {
  if (end.reason !== "problem") return;
  const { run, writer, log } = input;
  writer.cancelUnfinished();
  const { parts } = run.folded;
  const hasCalled = parts.slice(begins.at(-1)).some(({ type }) => type === "tool-invocation");
  if (!hasCalled) goOns.set(parts.length, continueBrokenRequest);
  const seconds = Math.min(end.retryAfterSeconds ?? brokenSteps, agentLimits.patienceSeconds);
  log.info({ runId: run.identity.runId, code: end.code, seconds }, "a step of an agent broke off and is gone on with");
  writer.read({ kind: "waiting", code: end.code, seconds });
  await setTimeout(seconds * 1000, undefined, { signal }).catch(() => {});
}

/** Calls that exceed the model's output limit are refused with an explanation, so that it splits them. */
function refuseCutOff({ input }: Work, called: readonly ToolCall[]): { calls: ToolCall[]; cut: number } {
  const { run, writer } = input;
  const partial = run.folded.parts.flatMap((part) =>
    part.type === "tool-invocation" && part.toolInvocation.state === "partial-call" ? [part.toolInvocation.toolCallId] : [],
  );
  const cut = new Set([...partial, ...called.flatMap(({ id, input: read }) => (read === undefined ? [id] : []))]);
  for (const id of cut)
    writer.result(id, { error: "The call was cut off: it is longer than you can write at once. Send less at a time." });
  return { calls: called.filter(({ id }) => !cut.has(id)), cut: cut.size };
}

/** The question, preceded by the document outline and the selected passages. */
function withOutline(
  messages: readonly ModelMessage[],
  desk: Desk,
  facts: DocumentFacts,
  blocks: readonly { content: string }[],
): ModelMessage[] {
  const text = (label: string, content: string) => ({ type: "text" as const, text: fenced(label, content) });
  const outline = text(
    "outline of the open document",
    `${documentHead(desk.name, facts)}\n\n${outlineLines(desk.document.sections)}`,
  );
  const passages = blocks.map(({ content }, i) => text(`passage ${i + 1} of the open document, chosen by the writer`, content));
  const last = messages.at(-1);
  if (last?.role !== "user") return [...messages, { role: "user", parts: [outline, ...passages] }];
  return [...messages.slice(0, -1), { role: "user", parts: [outline, ...passages, ...last.parts] }];
}

function requestOf(work: Work): ModelRequest {
  const { input, descriptions, instructions } = work;
  const { choices, row } = input;
  return {
    model: row.providerModel,
    instructions,
    // As in every chat, results are fenced as data, except for the built-in editor, which needs them raw.
    messages: row.provider === "builtin" ? messagesOf(work) : withResultsFenced(messagesOf(work)),
    tools: [...descriptions],
    // No one is waiting for each word.
    patienceSeconds: agentLimits.patienceSeconds,
    ...(choices.reasoningEffort === undefined ? {} : { reasoningEffort: choices.reasoningEffort }),
  };
}

const leftOut = { leftOut: "Left out to save room. Call again if it is needed." };

/** The work so far, in full while there is room. */
function messagesOf({ input, before, told, begins, room, goOns, instructions }: Work): ModelMessage[] {
  const { parts } = input.run.folded;
  const asked = (at: number): ModelMessage[] =>
    goOns.has(at) ? [{ role: "user", parts: [{ type: "text", text: goOns.get(at)! }] }] : [];
  // One message per step: a call made after a result wasn't made in parallel with it.
  const steps = [0, ...begins].map((from, i) => ({ from, parts: parts.slice(from, begins[i]) }));
  const done = steps.flatMap(({ from, parts: own }) => (own.length === 0 ? [] : asked(from).concat(stepMessages(own))));
  for (const message of done) {
    if (message.role !== "tool") continue;
    for (const result of message.results) if (told.has(result.id)) result.output = told.get(result.id);
  }
  let left = room - estimateTokens(instructions) - tokensOfMessages(before);
  for (const message of done.toReversed()) {
    if (message.role !== "tool") {
      left -= tokensOfMessages([message]);
      continue;
    }
    for (const [i, result] of message.results.entries()) {
      const tokens = estimateTokens(JSON.stringify(result.output ?? null));
      if (tokens > 300 && tokens > left) message.results[i] = { ...result, output: leftOut };
      else left -= tokens;
    }
  }
  return [...before, ...done, ...asked(parts.length)];
}

function tokensOfRequest({ instructions, messages, tools }: ModelRequest): number {
  return estimateTokens(instructions) + tokensOfMessages(messages) + estimateTokens(JSON.stringify(tools));
}

function tokensOfMessages(messages: readonly ModelMessage[]): number {
  return messages.reduce(
    (sum, message) => sum + estimateTokens(JSON.stringify(message.role === "tool" ? message.results : message.parts)),
    0,
  );
}

function tellProgress({ input }: Work, step: number): void {
  const { maxSteps, maxTokens } = input.agent;
  const { inputTokens, outputTokens } = input.writer.usage;
  input.run.emit({ type: "data-stet-agent", data: { step, maxSteps, tokens: inputTokens + outputTokens, maxTokens } });
}

/** Runs the calls in sequence, so each sees what the previous one changed. Returns whether all of them failed. */
async function doCalls(work: Work, calls: readonly ToolCall[]): Promise<boolean> {
  const { input, desk, told } = work;
  await input.carryNumbers();
  let refused = 0;
  for (const [i, call] of calls.entries()) {
    if (work.signal.aborted) return false;
    work.calls++;
    await desk.refresh();
    const output =
      i < agentLimits.callsInStep
        ? await runTool(work.tools, call, contextOf(input, work.signal), input.log)
        : { error: `No more than ${agentLimits.callsInStep} calls are done in one step. Call it again in the next.` };
    if (isRefused(output)) {
      refused++;
      input.log.warn(
        { runId: input.run.identity.runId, tool: call.name.slice(0, 60), reason: output.error.slice(0, 300) },
        "an agent's call was refused",
      );
    }
    const both = isTold(output) ? output : { told: output, kept: output };
    told.set(call.id, both.told);
    input.writer.result(call.id, both.kept);
  }
  return refused === calls.length;
}

function isTold(output: unknown): output is Told {
  return typeof output === "object" && output !== null && "told" in output && "kept" in output;
}

/** Cuts off a call that grows beyond any reasonable size as it arrives, before it is stored. */
function guardInput(read: (event: ModelEvent) => void): { read: (event: ModelEvent) => void; signal: AbortSignal } {
  const tooMuch = new AbortController();
  let length = 0;
  return {
    signal: tooMuch.signal,
    read(event) {
      if (tooMuch.signal.aborted) return;
      if (event.kind === "tool-input") length += event.text.length;
      const isLong = length > agentLimits.inputLength || (event.kind === "tool-call" && event.raw.length > agentLimits.inputLength);
      if (isLong) return tooMuch.abort();
      read(event);
    },
  };
}

/** Why it ends here, and what is left of the plan. */
function limited({ input }: Work, limit: AgentLimit): RunEnd {
  const { plan, begun } = readWork(input.run.folded.parts);
  const { runId } = input.run.identity;
  input.log.info({ runId, limit }, "an agent came to a limit");
  return { status: "stopped", problem: "agent-limit", problemDetail: limitSentence(limit, input.agent, plan, begun) };
}

/** The plan, and the items that calls belong to. */
function readWork(parts: readonly MessagePart[]): { plan: AgentPlan | null; begun: number[] } {
  let plan: AgentPlan | null = null;
  const begun: number[] = [];
  for (const part of parts) {
    if (part.type !== "tool-invocation") continue;
    const { toolName, args } = part.toolInvocation;
    if (toolName === "plan") plan ??= planInput.safeParse(args).data ?? null;
    const item = typeof args === "object" && args !== null ? (args as { item?: unknown }).item : undefined;
    if (typeof item === "number") begun.push(item);
  }
  return { plan, begun };
}

/** Proposals this message already accepted. */
function proposalsIn(parts: readonly MessagePart[]): ProposeResult[] {
  return parts.flatMap((part) => {
    if (part.type !== "tool-invocation" || part.toolInvocation.toolName !== "proposeChanges") return [];
    const result = part.toolInvocation.result as Partial<ProposeResult> | undefined;
    return result?.changes === undefined ? [] : [result as ProposeResult];
  });
}
