/*
 * One turn: the question becomes rows and starts a run that answers it. The request ends once the
 * rows are stored; the run continues whether or not anyone is watching.
 */
import type { ChatChoices, TurnRequest } from "#core/chat/chat.ts";
import { isCounted } from "#core/account/plans.ts";
import { modelAccess } from "#core/models/model-access.ts";
import { mayMake, theServer, type Person } from "#core/workspace/policy.ts";
import { problem, problemOf, type Problem } from "#core/workspace/problem.ts";
import { documentUrl } from "#core/sources/stored-file.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { getChatDocument } from "../data/chats/chat-documents.ts";
import { requireWrittenDraft } from "../data/drafts/drafts.ts";
import { attachFiles, listFilesAroundChat, visibleFiles } from "../data/files/files.ts";
import { listCited, listCitedNumbers, listHistory } from "../data/chats/messages.ts";
import type { HistoryRow } from "../db/history-row.ts";
import { getAbout, setWhereabouts } from "../data/accounts/profiles.ts";
import { writesSentence } from "#core/account/profile.ts";
import { countTokens, refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import { placeOfChat } from "../data/pseudonyms/pseudonym-lists.ts";
import { setRunUsage, type RunEnd } from "../data/upkeep/run-log.ts";
import type { About, Foreseen } from "../data/chats/foreseen-turns.ts";
import type { BegunTurn } from "../data/chats/turns.ts";
import type { Db } from "../db/database.ts";
import type { FoundModel } from "../models/index.ts";
import type { Model } from "../models/model.ts";
import type { ExternalTools } from "../tool-servers/tool-servers.ts";
import { secrecyAt, type Secrecy } from "../models/secrecy.ts";
import type { Situation } from "../briefing/gather-facts.ts";
import { withToolNames } from "../briefing/briefed-model.ts";
import { forOneAnswer, webFor, withoutSecrets } from "../web/web.ts";
import { costOfAnswer } from "./answer-cost.ts";
import { AnswerWriter } from "./answer-writer.ts";
import { writeAsAgent } from "../agent/write-as-agent.ts";
import { writeAnswer } from "./answer.ts";
import { openTable } from "../reviews/open-table.ts";
import { longWork } from "../long-work/long-work.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import { workBehind } from "./behind-answer.ts";
import { citesEarlier, type FinalSources } from "./final-event.ts";
import { unknownAuthorities } from "./unknown-authorities.ts";
import { recorded } from "./request-record.ts";
import { withOpenDraft } from "./open-draft.ts";
import { withEarlierChanges } from "./earlier-changes.ts";
import { recordProposals } from "./record-proposals.ts";
import { firstWords } from "./title.ts";
import type { Whereabouts } from "./whereabouts.ts";
import type { Turn } from "./running-turn.ts";
import type { TurnServices } from "./running-turn.ts";

/** Stores the question and starts its run. A repeated request gets the same run. */
export async function startTurn(
  stet: TurnServices,
  me: Person,
  request: TurnRequest,
  where: Whereabouts = { timeZone: null, locale: null },
): Promise<{ runId: string }> {
  if (!stet.runs.isAccepting) throw problem("server-stopping");
  refuseUnreadable(request);
  const documents = documentsOf(request);
  const known = await visibleFiles(me, stet.db, documents);
  if (known < documents.length) throw problem("attachment-refused", "A file has been deleted since it was attached.");
  const { row, reach } = await chooseModel(stet, me, request.choices.model);
  if (request.trigger === "send" && request.choices.agent?.isOn === true && request.draft !== undefined)
    await requireWrittenDraft(me, stet.db, request.draft.draftId);
  const leave = stet.asking.enter(me, request.replyId);
  const identity = { runId: uuidv7(), messageId: request.replyId, chatId: request.chatId, ownerId: me.userId };
  // Opened before the rows are stored, so that a repeated request finds the run as soon as it finds the rows.
  const run = stet.runs.open(identity);
  const title = request.trigger === "send" ? firstWords(request.content, request.attachments) : "";
  const toBegin = { me, request, runId: identity.runId, processId: stet.runs.processId, title };
  const stored = Promise.withResolvers<boolean>();
  let isAnswering = false;
  const answer = (begun: BegunTurn, foreseen: Foreseen | null) => {
    isAnswering = true;
    const secrecy = secrecyOf(stet.db, me, request, foreseen);
    const turn = { stet, me, request, where, run, begun, foreseen, isStored: stored.promise, row, reach, secrecy, sent: [] };
    stet.turnGate.answer(() => void answerTurn(turn).finally(leave));
  };
  try {
    // The model takes longer to start than the rows take to store: ask it meanwhile and hold back its output.
    const foreseen = isForeseeable(me, request, documents) ? await stet.turnGate.foresee(toBegin) : null;
    run.isHeld = true;
    if (foreseen !== null) answer(foreseen.begun, foreseen);
    const begun = await stet.turnGate.begin(toBegin);
    await attachFiles(me, stet.db, request.chatId, documents);
    if (begun.isRepeated) stet.runs.discard(run);
    else if (foreseen === null) answer(begun, null);
    if (!isAnswering) leave();
    stored.resolve(!begun.isRepeated);
    run.isHeld = false;
    return { runId: begun.runId };
  } catch (error) {
    stet.runs.discard(run);
    if (!isAnswering) leave();
    stored.resolve(false);
    throw error;
  }
}

function secrecyOf(db: Db, me: Person, request: TurnRequest, foreseen: Foreseen | null): Secrecy {
  if (foreseen !== null) return secrecyAt(db, foreseen.place, foreseen.pseudonyms);
  const newIn = (request.trigger === "send" && request.projectId) || null;
  return secrecyAt(db, () => placeOfChat(theServer, db, me, request.chatId, newIn));
}

/** A question whose answer needs nothing from the stored rows. */
function isForeseeable(me: Person, { trigger, version, choices }: TurnRequest, documents: readonly string[]): boolean {
  const isPlain =
    choices.agent?.isOn !== true && !choices.searchProjectFiles && choices.review === undefined && documents.length === 0;
  return trigger === "send" && isPlain && (version > 0 || mayMake(me));
}

function refuseUnreadable(request: TurnRequest): void {
  if (request.trigger === "edit" && request.content.trim() === "") throw problem("bad-request", "An empty edit is not sent.");
  if (request.trigger !== "send") return;
  if (request.content.trim() === "" && request.attachments.length === 0) throw problem("bad-request", "There is nothing to send.");
  const foreign = request.attachments.find(
    ({ url, documentId }) => !url.startsWith("data:") && url !== documentUrl(documentId ?? ""),
  );
  if (foreign !== undefined) throw problem("attachment-refused", `${foreign.name} did not arrive with its content.`);
}

/** The uploaded files a question references, without duplicates. */
function documentsOf(request: TurnRequest): string[] {
  if (request.trigger !== "send") return [];
  return [...new Set(request.attachments.flatMap(({ documentId }) => documentId ?? []))];
}

async function chooseModel(stet: TurnServices, me: Person, id: string): Promise<FoundModel> {
  const found = await stet.models.find(id, modelAccess(me));
  if ("problem" in found) throw problem(found.problem.code, found.problem.detail);
  if (isCounted(id)) await refuseBeyondTokens(me, stet.db);
  return found;
}

/** Never rejects: a failure here ends this run only. */
async function answerTurn(turn: Turn): Promise<void> {
  const { run } = turn;
  try {
    const { runId, chatId, messageId } = run.identity;
    const { chatVersion } = turn.begun;
    run.emit({ type: "start", messageId, messageMetadata: { runId, chatId, chatVersion, model: turn.row.id } });
    void turn.isStored.then((isStored) => isStored && announce(turn)).catch((error: unknown) => breakOff(turn, error));
    const writer = new AnswerWriter(run);
    writer.resume(turn.begun);
    // Recorded as the provider gets it.
    const model = heldBack(
      turn.reach(turn.secrecy, (one) => recorded(one, turn.sent)),
      turn.isStored,
    );
    const named = turn.row.provider === "builtin" ? model : withToolNames(model);
    const end = await write(turn, writer, named);
    if (!(await turn.isStored)) return;
    writer.addCited();
    writer.close();
    writer.cancelUnfinished();
    await recordChanges(turn);
    finish(turn, writer, end, await checkedAnswer(turn));
  } catch (error) {
    await breakOff(turn, error);
  }
}

/** Recorded before the answer ends, so that a client can read them on "finish". A failure doesn't affect the answer. */
async function recordChanges({ stet, me, run }: Turn): Promise<void> {
  const { chatId, messageId, runId } = run.identity;
  try {
    const news = await recordProposals(me, stet.db, { chatId, messageId, parts: run.folded.parts });
    if (news === null) return;
    stet.updates.publish(me.userId, "draftId" in news ? { kind: "draft-changes", ...news } : { kind: "chat-changes", ...news });
  } catch (error) {
    stet.log.error({ runId, err: error }, "the changes of an answer could not be kept");
  }
}

async function breakOff({ stet, run, isStored }: Turn, error: unknown): Promise<void> {
  stet.log.error({ runId: run.identity.runId, err: error }, "an answer broke off");
  if (await isStored) await stet.runs.fail(run);
}

/** The same model, held back until the question is stored: no tool runs and nothing permanent happens before that. */
function heldBack(model: Model, isStored: Promise<boolean>): Model {
  return {
    async ask(request, onEvent, signal) {
      const end = await model.ask(request, onEvent, signal);
      await isStored;
      return end;
    },
  };
}

function announce({ stet, me, run, begun, row }: Turn): void {
  const { runId, chatId } = run.identity;
  stet.metrics.runsStarted.inc({ model: row.id });
  stet.metrics.runsActive.inc();
  const { isPrivate } = begun;
  run.isPrivate = isPrivate;
  stet.updates.publish(me.userId, { kind: "chat", chatId }, { isPrivate });
  stet.updates.publish(me.userId, { kind: "thread", chatId, version: begun.chatVersion, runId }, { isPrivate });
}

async function write(turn: Turn, writer: AnswerWriter, model: Model): Promise<RunEnd> {
  const { stet, me, request, run, begun } = turn;
  const { runId, chatId } = run.identity;
  try {
    const { conversation, synced, about } = await materialOf(turn);
    const draftId = conversation.findLast((one) => one.role === "user")?.draftContext?.draftId;
    const agent = request.choices.agent?.isOn === true && draftId !== undefined ? request.choices.agent : null;
    // An agent reads the draft section by section.
    const open = agent ? conversation : await withOpenDraft(me, stet.db, { chatId, synced }, conversation);
    // The built-in editor treats every part of a question as text to work on.
    const rows = turn.row.provider === "builtin" ? open : await withEarlierChanges(me, stet.db, chatId, open);
    const { log, tools, files, fileSearch, law, liveLaw, web } = stet;
    const situation = await situationOf(turn, about);
    const { review } = request.choices;
    const reviewTable =
      review === undefined || agent !== null ? null : await openTable(me, stet.db, { reviewId: review.id, chatId });
    const choices = reviewTable === null ? request.choices : ofTable(request.choices);
    const around = choices.searchProjectFiles ? await listFilesAroundChat(me, stet.db, chatId) : [];
    const projectFiles = around.map(({ id, originalName, contentType, url }) => ({
      name: originalName,
      contentType,
      url,
      documentId: id,
    }));
    const given = {
      log,
      writer,
      tools,
      external: await externalTools(turn, choices),
      files,
      law,
      fileSearch,
      web: withoutSecrets(forOneAnswer(webFor(me, web)), turn.secrecy),
      liveLaw,
      cited: () => listCited(me, stet.db, chatId),
      carryNumbers: async () => {
        if (!begun.isFirstTurn) writer.carry(await listCitedNumbers(me, stet.db, chatId));
      },
      projectFiles,
      choices,
      reviewTable,
      rows,
      situation,
      summaryWithin: async (room: number) => (turn.row.provider === "builtin" ? null : stet.summaries.of(me, chatId, rows, room)),
    };
    const input = { ...turn, ...given, model };
    const end = agent ? await writeAsAgent({ ...input, db: stet.db, agent, draftId: draftId! }) : await writeAnswer(input);
    workBehind(turn, rows, end.status);
    return end;
  } catch (error) {
    if (!(error instanceof Response)) stet.log.error({ runId, err: error }, "a run failed");
    return error instanceof Response ? await refusedEnd(error) : { status: "failed", problem: "something-went-wrong" };
  }
}

/** Its cells alone answer: neither law nor the web, other files or other servers' tools. */
function ofTable(choices: ChatChoices): ChatChoices {
  const { toolServers: _, inForceOn: __, ...rest } = choices;
  const nothingElse = { sources: [], knowledgeSources: [], forceWebSearch: false, searchProjectFiles: false };
  return { ...rest, ...nothingElse, draftMode: false, writingType: null };
}

/** The built-in editor works by rules, and asks for no tools but its own. */
async function externalTools({ stet, me, run, row, secrecy }: Turn, choices: ChatChoices): Promise<ExternalTools> {
  const ids = row.provider === "builtin" ? [] : (choices.toolServers ?? []);
  return stet.toolServers.forAnswer({ me, chatId: run.identity.chatId, ids, secrecy });
}

/** Who asks, where and when, as far as known. */
async function situationOf({ stet, me, where, begun }: Turn, { writes, style, ...last }: About): Promise<Situation> {
  const timeZone = where.timeZone ?? last.timeZone;
  const locale = where.locale ?? last.locale;
  if (timeZone !== last.timeZone || locale !== last.locale) await setWhereabouts(me, stet.db, { timeZone, locale });
  const workspace = me.memberships.find((one) => one.organizationId === me.organizationId)?.name ?? null;
  const { projectName, projectInstructions, matter } = begun;
  const project = { name: projectName, instructions: projectInstructions, matter };
  const writer = { writerName: me.name || null, writes: writesSentence(writes), style };
  return { timeZone, locale, now: new Date(), ...writer, workspace, project };
}

/** What the answer needs is gone, or the person may no longer change it. */
async function refusedEnd(refusal: Response): Promise<RunEnd> {
  const { code, title, detail } = (await refusal.json()) as Problem;
  return { status: "failed", problem: code, problemDetail: detail ?? title };
}

type Material = { conversation: HistoryRow[]; synced: string | null; about: About };

/** What the model gets besides its instructions: read ahead, or now that the rows exist. */
async function materialOf({ stet, me, request, run, foreseen }: Turn): Promise<Material> {
  if (foreseen !== null) return { ...foreseen, conversation: [...foreseen.history, questionRow(request)] };
  const { chatId, messageId } = run.identity;
  const conversation = await listHistory(me, stet.db, chatId, messageId);
  return { conversation, synced: await getChatDocument(me, stet.db, chatId), about: await getAbout(me, stet.db) };
}

/** The question as it will be stored. */
function questionRow(request: TurnRequest): HistoryRow {
  if (request.trigger !== "send") throw new Error("only a question that is sent is foreseen");
  const { messageId: id, content, attachments, editorSelection, draft } = request;
  return {
    id,
    role: "user",
    content,
    parts: [{ type: "text", text: content }],
    attachments,
    editorSelection,
    ...(draft && { draftContext: draft }),
  };
}

/** The answer with its citations renumbered and checked. If that fails, the answer is kept unchecked. */
async function checkedAnswer(turn: Turn): Promise<RunEvent | null> {
  const { stet, me, run } = turn;
  const checked = await finalSources(turn);
  const { parts, sources } = run.folded;
  try {
    return await longWork(me, "finalEvent", { folded: { parts, sources }, checked });
  } catch (error) {
    stet.log.error({ runId: run.identity.runId, err: error }, "the citations of an answer could not be checked");
    return null;
  }
}

/** What a finished answer's citations are checked against. */
async function finalSources({ stet, me, run, begun }: Turn): Promise<FinalSources> {
  const { parts, sources } = run.folded;
  const needsEarlier = !begun.isFirstTurn && (sources.length > 0 || citesEarlier(run.folded));
  try {
    const earlier = needsEarlier ? await listCited(me, stet.db, run.identity.chatId) : [];
    const own = earlier.filter(({ unknown }) => unknown === undefined);
    return { earlier: own, unknown: await unknownAuthorities(me, { law: stet.law, parts, sources: [...sources, ...own] }) };
  } catch (error) {
    stet.log.error({ runId: run.identity.runId, err: error }, "the sources of an answer could not be checked");
    return {};
  }
}

function finish({ stet, me, run, row, begun, sent }: Turn, writer: AnswerWriter, how: RunEnd, final: RunEvent | null): void {
  stet.sent.keep(run.identity, { provider: row.provider, model: row.providerModel }, sent);
  const costUsd = costOfAnswer(sent, writer.usage, row);
  const usage = { ...writer.usage, ...(costUsd !== undefined && { costUsd }) };
  const end: RunEnd = { ...how, usage };
  void countTokens(me, stet.db, { usage, model: row, about: { chatId: run.identity.chatId } }).catch((error: unknown) =>
    stet.log.error({ err: error }, "tokens could not be counted"),
  );
  if (run.isSealed && usage.outputTokens > 0)
    void setRunUsage(theServer, stet.db, run.identity.runId, usage).catch((error: unknown) =>
      stet.log.error({ err: error }, "the usage of a stopped answer could not be kept"),
    );
  if (final !== null) run.emit(final);
  if (how.problem !== undefined) run.emit({ type: "error", errorText: problemOf(how.problem).title });
  const title = begun.isFirstTurn ? { title: begun.chatTitle } : {};
  const { problem: code, problemDetail } = how;
  const told = { ...(code && { problem: code }), ...(problemDetail && { problemDetail }) };
  run.end(end, { type: "finish", messageMetadata: { status: end.status, usage, ...told, ...title } });
}
