/*
 * The answer loop: ask the model, run the tools it calls, send back the results, and repeat. All
 * output goes through the writer into the run; only how it ended is returned.
 */
import { answerLimits } from "#core/chat/answer-limits.ts";
import type { ChatChoices } from "#core/chat/chat.ts";
import { chosenLaw } from "#core/law/knowledge-sources.ts";
import type { Attachment } from "#core/chat/message.ts";
import { estimateTokens, type ModelRow } from "#core/models/models.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { Source } from "#core/sources/source.ts";
import type { HistoryRow } from "../db/history-row.ts";
import type { RunEnd } from "../data/upkeep/run-log.ts";
import type { ChatFiles } from "../files/chat-files.ts";
import type { Log } from "../log.ts";
import type { Model, ModelEnd, ModelMessage, ModelRequest } from "../models/model.ts";
import type { Secrecy } from "../models/secrecy.ts";
import type { ExternalTools } from "../tool-servers/tool-servers.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import type { Web } from "../web/web.ts";
import type { AnswerWriter, ToolCall } from "./answer-writer.ts";
import type { LiveLaw } from "../knowledge/live-law.ts";
import { withPseudonyms } from "../knowledge/live-law-asked.ts";
import type { OpenTable } from "../reviews/open-table.ts";
import type { FileSearch } from "../knowledge/search-files.ts";
import type { LawQuestion, LawSearch } from "../knowledge/search-law.ts";
import {
  assistantMessages,
  filePart,
  historyOf,
  stepMessages,
  withQuestionPart,
  withResultsFenced,
  type HistorySummary,
} from "./history.ts";
import { draftExcerpt } from "./draft-excerpt.ts";
import { giveFiles } from "./given-files.ts";
import { giveTable, type GivenTable } from "./give-table.ts";
import { tableByRules } from "./table-by-rules.ts";
import type { Situation } from "../briefing/gather-facts.ts";
import { briefRun, type RunBriefing } from "../briefing/brief-run.ts";
import { continueRequest } from "./continue-requests.ts";
import type { LiveRun } from "./live-run.ts";
import { nearestText } from "./nearest-text.ts";
import { withReading } from "../tools/index.ts";
import { runTool } from "./run-tool.ts";

export type AnswerInput = {
  me: Person;
  log: Log;
  run: LiveRun;
  writer: AnswerWriter;
  model: Model;
  /** Of the place where the question is asked. */
  secrecy: Secrecy;
  row: Pick<ModelRow, "provider" | "providerModel" | "contextWindow" | "abilities">;
  tools: readonly Tool[];
  /** Of the tool servers switched on for this answer. */
  external: ExternalTools;
  files: ChatFiles;
  law: LawSearch;
  fileSearch: FileSearch;
  web: Web;
  /** The sources cited in the chat so far. */
  cited: () => Promise<Source[]>;
  /** Reserves those numbers in the writer before a tool adds sources. */
  carryNumbers: () => Promise<void>;
  liveLaw: LiveLaw;
  /** Searched like attachments; empty unless the question asks for it. */
  projectFiles: readonly Attachment[];
  choices: ChatChoices;
  /** The table that the chat is about. */
  reviewTable?: OpenTable | null;
  situation: Situation;
  /** The conversation before this answer. */
  rows: readonly HistoryRow[];
  /** The summary that replaces the oldest messages when they don't fit. */
  summaryWithin: (room: number) => Promise<HistorySummary | null>;
};

/** One step is a model request plus its tool calls. */
const maxSteps = 8;
/** Reserved for the answer, the instructions and tool results. */
const roomForAnswer = (window: number) => Math.min(32_000, Math.round(window * 0.35));

/** Tokens left for the conversation; null if the context window is unknown. */
export function roomOf({ contextWindow }: Pick<ModelRow, "contextWindow">): number | null {
  return contextWindow === null ? null : contextWindow - roomForAnswer(contextWindow);
}

export async function writeAnswer(input: AnswerInput): Promise<RunEnd> {
  const { run, writer, row, rows } = input;
  const room = roomOf(row);
  if (input.reviewTable && row.provider === "builtin") return writeByRules(input, input.reviewTable);
  const given = await filesFor(input, room);
  const table = input.reviewTable ? await tableFor(input, input.reviewTable, room) : null;
  const fitting = row.provider === "builtin" ? given.rows : withDraftThatFits(given.rows, room ?? unknownRoom);
  const left = room === null ? null : room - estimateTokens(table?.text ?? "");
  const history = historyOf(fitting, left, given.partsOf, await input.summaryWithin(room ?? unknownRoom));
  if (history.isTooLong) return { status: "failed", problem: "model-context-full" };
  const document = rows.findLast((one) => one.role === "user")?.openDraft?.facts ?? null;
  const briefing = briefRun({
    ...input,
    mode: { kind: "answer" },
    document,
    table: table?.facts ?? null,
    files: given.facts,
    history,
  });
  const resume: ModelMessage[] = [{ role: "user", parts: [{ type: "text", text: continueRequest }] }];
  const begun = assistantMessages(run.folded.parts);
  const asked = withQuestionPart(withQuestionPart(history.messages, table?.text ?? null), briefing.withQuestion);
  let messages = begun.length === 0 ? asked : [...asked, ...begun, ...resume];
  const wall = AbortSignal.timeout(answerLimits.minutes * 60_000);
  const signal = AbortSignal.any([run.abort.signal, wall]);

  for (let step = 1; ; step++) {
    const from = run.folded.parts.length;
    run.emit({ type: "start-step" });
    const end = await input.model.ask(requestOf(input, briefing, messages, step), writer.read, signal);
    writer.close();
    const calls = writer.takeCalls();
    if (run.abort.signal.aborted) return { status: "stopped" };
    if (wall.aborted) return { status: "failed", problem: "answer-took-too-long" };
    if (calls.length === 0 || end.reason === "problem" || end.reason === "filtered") {
      run.emit({ type: "finish-step" });
      return endOf(end);
    }
    if (step >= maxSteps) {
      // It called a tool although none were offered.
      writer.cancelUnfinished();
      run.emit({ type: "finish-step" });
      return { status: "failed", problem: "model-only-calls" };
    }
    await input.carryNumbers();
    await Promise.all(calls.map(async (call) => writer.result(call.id, await resultOf(input, call, signal))));
    run.emit({ type: "finish-step" });
    // Read from the run itself, which has the signatures and joins a continued text.
    const { parts } = run.folded;
    messages = step === 1 ? [...asked, ...assistantMessages(parts)] : [...messages, ...stepMessages(parts.slice(from))];
  }
}

async function resultOf(input: AnswerInput, call: ToolCall, signal: AbortSignal): Promise<unknown> {
  const { external, log } = input;
  if (!external.has(call.name)) return runTool(withReading(input.tools), call, contextOf(input, signal), log);
  try {
    return await external.run(call, signal);
  } catch (error) {
    if (!signal.aborted) log.warn({ tool: call.name, err: error }, "a tool of another server failed");
    return { error: "The tool failed." };
  }
}

/** About four characters per token, and at most two fifths of the room. */
async function tableFor({ writer, carryNumbers }: AnswerInput, table: OpenTable, roomTokens: number | null): Promise<GivenTable> {
  // A cell keeps the number that earlier answers cite.
  await carryNumbers();
  return giveTable(table, Math.round((roomTokens ?? unknownRoom) * 4 * 0.4), writer.giveSources.bind(writer));
}

async function writeByRules({ run, writer, rows, carryNumbers }: AnswerInput, table: OpenTable): Promise<RunEnd> {
  run.emit({ type: "start-step" });
  await carryNumbers();
  const question = rows.findLast((row) => row.role === "user")?.content ?? "";
  writer.read({ kind: "text", text: await tableByRules(table, question, writer.giveSources.bind(writer)) });
  writer.close();
  run.emit({ type: "finish-step" });
  return { status: "done" };
}

/** Used when the context window is unknown. */
export const unknownRoom = 60_000;

/** An open document takes at most half of the room; of a longer one, a part is given. */
function withDraftThatFits(rows: readonly HistoryRow[], roomTokens: number): readonly HistoryRow[] {
  const at = rows.findLastIndex(({ openDraft }) => openDraft !== undefined);
  const row = rows[at];
  if (row?.openDraft === undefined) return rows;
  const { caret = null, blocks = [] } = row.draftContext ?? {};
  const passages = [row.editorSelection ?? "", ...blocks.map(({ content }) => content)].filter((words) => words.trim() !== "");
  // About four characters per token.
  const text = draftExcerpt(row.openDraft.text, { caret, passages }, roomTokens * 4 * 0.5);
  return text === null ? rows : rows.with(at, { ...row, openDraft: { ...row.openDraft, text, isPart: true } });
}

/** The built-in editor doesn't use citation numbers and takes files as they are. */
export async function filesFor(input: AnswerInput, roomTokens: number | null) {
  const { me, row, rows, files, writer } = input;
  if (row.provider === "builtin") return { facts: [], rows: await withContent(input), partsOf: filePart };
  // About four characters per token, and at most two fifths of the room.
  const room = Math.round((roomTokens ?? unknownRoom) * 4 * 0.4);
  // A file keeps the number that earlier answers cite.
  if (rows.some(({ attachments }) => attachments.length > 0)) await input.carryNumbers();
  const number = writer.giveSources.bind(writer);
  const textOnly = await input.secrecy.isOn();
  return { rows, ...(await giveFiles({ me, rows, files, abilities: row.abilities, textOnly, room, number })) };
}

/** Rows only reference uploaded files; this fills in their content. */
async function withContent({ me, rows, files }: Pick<AnswerInput, "me" | "rows" | "files">): Promise<HistoryRow[]> {
  const isStored = (row: HistoryRow) => row.attachments.some(({ url }) => !url.startsWith("data:"));
  return Promise.all(
    rows.map(async (row) => (isStored(row) ? { ...row, attachments: await files.withContent(me, row.attachments) } : row)),
  );
}

function requestOf(input: AnswerInput, briefing: RunBriefing, messages: ModelMessage[], step: number): ModelRequest {
  const { choices, row } = input;
  const mustSearch = step === 1 && choices.forceWebSearch && briefing.tools.some((tool) => tool.name === "webSearch");
  return {
    model: row.providerModel,
    instructions: briefing.instructions,
    // The built-in editor follows no instructions in its input and needs raw results.
    messages: row.provider === "builtin" ? messages : withResultsFenced(messages),
    // In the last step the model has to answer without tools.
    tools: step < maxSteps ? [...briefing.tools, ...input.external.descriptions] : [],
    ...(mustSearch ? { requiredTool: "webSearch" } : {}),
    ...(choices.reasoningEffort === undefined ? {} : { reasoningEffort: choices.reasoningEffort }),
  };
}

export function contextOf(input: AnswerInput, signal: AbortSignal): ToolContext {
  const { me, run, writer, rows, files, fileSearch, law, liveLaw, web, projectFiles, choices, secrecy } = input;
  const question = rows.findLast((row) => row.role === "user");
  const chosen = chosenLaw(choices);
  const attachments = rows.flatMap((row) => row.attachments);
  const { chatId } = run.identity;
  const ids = [...new Set(attachments.flatMap(({ documentId }) => documentId ?? []))];
  const withScope = (asked: Parameters<ToolContext["fileSearch"]["search"]>[0]) =>
    asked.project === undefined
      ? { ...asked, ids, ...(choices.searchProjectFiles && { aroundChat: chatId }) }
      : { ...asked, ids: [] };
  return {
    me,
    chatId,
    signal,
    files: (name) => files.read(me, [...projectFiles.filter((file) => file.name === name), ...attachments]),
    fileSearch: {
      searchesProject: choices.searchProjectFiles,
      search: (asked) => fileSearch.search(me, { ...withScope(asked), secrecy }, signal),
    },
    law: {
      chosen,
      search: (asked) => law.search(me, { ...withChosen(asked, choices), secrecy }),
      missing: (asked) => law.missing(me, withChosen(asked, choices)),
      live: withPseudonyms(liveLaw, secrecy),
    },
    web,
    cited: input.cited,
    editorSelection: question?.editorSelection ?? null,
    ...(question?.openDraft && { openDraft: { ...question.openDraft, caret: question.draftContext?.caret ?? null } }),
    nearestText: () => nearestText(rows),
    ...(input.reviewTable && { table: { ...input.reviewTable, give: writer.giveSources.bind(writer) } }),
    addSources: (sources) => writer.addSources(sources),
  };
}

/** The query limited to the writer's choices; a date set by the writer takes precedence. */
function withChosen(asked: Parameters<ToolContext["law"]["search"]>[0], choices: ChatChoices): LawQuestion {
  const { question, limit, jurisdictions, sources } = asked;
  const inForceOn = choices.inForceOn ?? asked.inForceOn;
  return {
    question,
    limit,
    jurisdictions: chosenLaw(choices).filter((one) => jurisdictions === undefined || jurisdictions.includes(one)),
    ...(sources !== undefined && { sources }),
    ...(inForceOn !== undefined && { inForceOn }),
  };
}

export function endOf(end: ModelEnd): RunEnd {
  if (end.reason === "problem") {
    return { status: "failed", problem: end.code, ...(end.detail === undefined ? {} : { problemDetail: end.detail }) };
  }
  if (end.reason === "filtered") return { status: "failed", problem: "model-filtered" };
  return { status: "done" };
}
