/*
 * Asks a model until it has answered: ask, run the tools it calls, tell it the
 * results, ask again. Everything it sends goes through the writer into the run;
 * what is returned is only how it ended.
 */
import type { ChatChoices } from "#core/chat.ts";
import { chosenLaw } from "#core/knowledge-sources.ts";
import type { Attachment } from "#core/message.ts";
import type { Person } from "#core/policy.ts";
import type { HistoryRow } from "../data/messages.ts";
import type { RunEnd } from "../data/run-log.ts";
import type { ChatFiles } from "../files/chat-files.ts";
import type { Log } from "../log.ts";
import type { Model, ModelEnd, ModelMessage, ModelRequest, ToolDescription } from "../models/model.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import type { AnswerWriter } from "./answer-writer.ts";
import type { LawSearch } from "../knowledge/search-law.ts";
import { assistantMessages, historyOf } from "./history.ts";
import { continueRequest, instructionsFor } from "./instructions.ts";
import type { LiveRun } from "./live-run.ts";
import { withSearched } from "../tools/searched.ts";
import { runTool } from "./run-tool.ts";

export type AnswerInput = {
  me: Person;
  log: Log;
  run: LiveRun;
  writer: AnswerWriter;
  model: Model;
  row: { providerModel: string; contextWindow: number | null };
  tools: readonly Tool[];
  descriptions: readonly ToolDescription[];
  files: ChatFiles;
  law: LawSearch;
  /** Searched like what is attached; empty unless the question asks for it. */
  projectFiles: readonly Attachment[];
  choices: ChatChoices;
  projectInstructions: string;
  aboutWriter: string | null;
  /** The conversation before this answer. */
  rows: readonly HistoryRow[];
};

/** Asking, running tools and asking again is one step each. */
const maxSteps = 8;
const wallLimitMs = 15 * 60_000;
/** Kept free of history: the answer, the instructions, and what tools bring. */
const roomForAnswer = (window: number) => Math.min(32_000, Math.round(window * 0.35));

export async function writeAnswer(input: AnswerInput): Promise<RunEnd> {
  const { run, writer, choices, row, rows } = input;
  const room = row.contextWindow === null ? null : row.contextWindow - roomForAnswer(row.contextWindow);
  const history = historyOf(await withContent(input), room);
  if (history.isTooLong) return { status: "failed", problem: "model-context-full" };
  const question = rows.findLast((one) => one.role === "user");
  const hasSelection = question?.editorSelection != null;
  const names = input.descriptions.map((tool) => tool.name);
  const { projectInstructions, aboutWriter } = input;
  const instructions = instructionsFor({
    ...choices,
    projectInstructions,
    aboutWriter,
    hasSelection,
    hasDraft: question?.openDraft !== undefined,
    leftOut: history.leftOut,
    tools: names,
  });
  const goOn: ModelMessage[] = [{ role: "user", parts: [{ type: "text", text: continueRequest }] }];
  const begun = assistantMessages(run.folded.parts);
  let messages = begun.length === 0 ? history.messages : [...history.messages, ...begun, ...goOn];
  const wall = AbortSignal.timeout(wallLimitMs);
  const signal = AbortSignal.any([run.abort.signal, wall]);

  for (let step = 1; ; step++) {
    run.emit({ type: "start-step" });
    const end = await input.model.ask(requestOf(input, instructions, messages, step), writer.read, signal);
    writer.close();
    const calls = writer.takeCalls();
    if (run.abort.signal.aborted) return { status: "stopped" };
    if (wall.aborted)
      return { status: "failed", problem: "model-cut-off", problemDetail: "An answer may take at most 15 minutes." };
    if (calls.length === 0 || end.reason === "problem") {
      run.emit({ type: "finish-step" });
      return endOf(end);
    }
    await Promise.all(
      calls.map(async (call) => writer.result(call.id, await runTool(input.tools, call, contextOf(input, signal), input.log))),
    );
    run.emit({ type: "finish-step" });
    // Told from the run itself: there the signatures are, and a text gone on with is one text.
    messages = [...history.messages, ...assistantMessages(run.folded.parts)];
  }
}

/** Files that were uploaded are in no row: what they hold is put into their place. */
async function withContent({ me, rows, files }: AnswerInput): Promise<HistoryRow[]> {
  const isStored = (row: HistoryRow) => row.attachments.some(({ url }) => !url.startsWith("data:"));
  return Promise.all(
    rows.map(async (row) => (isStored(row) ? { ...row, attachments: await files.withContent(me, row.attachments) } : row)),
  );
}

function requestOf(input: AnswerInput, instructions: string, messages: ModelMessage[], step: number): ModelRequest {
  const { choices, row, descriptions, projectFiles } = input;
  const searched = { law: chosenLaw(choices), projectFiles };
  const mustSearch = step === 1 && choices.forceWebSearch && descriptions.some((tool) => tool.name === "webSearch");
  return {
    model: row.providerModel,
    instructions,
    messages,
    // After so many steps the model has to answer with what it has.
    tools: step < maxSteps ? descriptions.map((tool) => withSearched(tool, searched)) : [],
    ...(mustSearch ? { requiredTool: "webSearch" } : {}),
    ...(choices.reasoningEffort === undefined ? {} : { reasoningEffort: choices.reasoningEffort }),
  };
}

function contextOf({ me, run, writer, rows, files, law, projectFiles, choices }: AnswerInput, signal: AbortSignal): ToolContext {
  const question = rows.findLast((row) => row.role === "user");
  return {
    me,
    chatId: run.identity.chatId,
    signal,
    files: () => files.read(me, [...projectFiles, ...rows.flatMap((row) => row.attachments)]),
    law: {
      chosen: chosenLaw(choices),
      search: (asked, limit) => law.search(me, asked, chosenLaw(choices), limit),
    },
    editorSelection: question?.editorSelection ?? null,
    ...(question?.openDraft && { openDraft: { ...question.openDraft, caret: question.draftContext?.caret ?? null } }),
    addSources: (sources) => writer.addSources(sources),
  };
}

function endOf(end: ModelEnd): RunEnd {
  if (end.reason === "problem") {
    return { status: "failed", problem: end.code, ...(end.detail === undefined ? {} : { problemDetail: end.detail }) };
  }
  if (end.reason === "filtered") return { status: "failed", problem: "model-filtered" };
  return { status: "done" };
}
