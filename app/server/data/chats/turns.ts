/*
 * The start of a turn: everything a question writes before the model is asked, in one short transaction that holds the
 * chats' rows. Ids come from the client, so a retried request (a lost response, an impatient proxy) finds the first
 * one's rows and gets the same run.
 */
import { sql } from "kysely";
import { isNamedBy, type TurnRequest } from "#core/chat/chat.ts";
import { contentOf, type MessagePart } from "#core/chat/message.ts";
import { canChangeChat, mayMake, type Person, type Server, type ShareRole } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Source } from "#core/sources/source.ts";
import { matterOf, type Matter } from "#core/workspace/project.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { prepared } from "../../db/prepared.ts";
import { countingAnswers, lockingAnswers, refuseBeyondAnswers, type AnswersUsed } from "./answers-in-progress.ts";
import { chatRefusal } from "./chat-refusal.ts";
import { LockedChat } from "./locked-chat.ts";
import { projectRefusal } from "../organizations/projects.ts";
import { isHere, writtenDrafts, writtenProjects } from "../visible.ts";

export type TurnToBegin = { me: Person; request: TurnRequest; runId: string; processId: string; title: string };

export type BegunTurn = {
  runId: string;
  /** An earlier attempt of this request succeeded; nothing was written. */
  isRepeated: boolean;
  isFirstTurn: boolean;
  chatVersion: number;
  chatTitle: string;
  /** Named by a person or a model; the first words of a question do not count as a name. */
  isNamed: boolean;
  projectName: string | null;
  isPrivate: boolean;
  /** The project's instructions for the model; empty if there are none. */
  projectInstructions: string;
  matter: Matter;
  parts: MessagePart[];
  sources: Source[];
};

/**
 * Begins turns that arrived together, each in another chat, in one transaction: shared data is written once. If one is
 * refused, all are; the caller then retries them one by one.
 */
export async function beginTurns(me: Server, db: Db, turns: readonly TurnToBegin[]): Promise<BegunTurn[]> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const isNew = (turn: TurnToBegin) => turn.request.trigger === "send" && turn.request.version === 0;
    if (turns.some((turn) => isNew(turn) && !mayMake(turn.me)))
      throw problem("not-allowed", "Guests can see what is shared with them, but can’t start chats here.");
    await makeChats(trx, turns.filter(isNew));
    const locked = await lockChats(trx, turns);
    const chats = locked.map(({ chat }) => chat);
    const { runs, lastIds } = await standingOf(trx, turns, chats);
    const fresh: { turn: TurnToBegin; chat: LockedChat; place: Place }[] = [];
    const begun: BegunTurn[] = [];
    for (const [index, turn] of turns.entries()) {
      const chat = chats[index]!;
      const here = runs.filter((run) => run.chat_id === chat.id);
      const repeated = here.find((run) => run.message_id === turn.request.replyId);
      const { chat: _, ...rest } = locked[index]!;
      const known = { isFirstTurn: chat.lastSeq === 0, chatTitle: chat.title, ...rest, parts: [], sources: [] };
      if (repeated !== undefined) {
        begun.push({ ...known, runId: repeated.id, isRepeated: true, chatVersion: chat.version });
        continue;
      }
      chat.refuseIfStale(turn.request.version);
      if (here.some((run) => run.status === "running")) throw problem("chat-busy");
      const place = await makePlace(chat, turn.request, lastIds.get(chat.id) ?? null);
      fresh.push({ turn, chat, place });
      begun.push({ ...known, ...place.continued, runId: turn.runId, isRepeated: false, chatVersion: chat.version + 1 });
    }
    await insertRows(trx, fresh);
    return begun;
  });
}

/** Creates missing chats: a retry may have created one, and the id may belong to another person's chat. */
async function makeChats(trx: Trx, turns: readonly TurnToBegin[]): Promise<void> {
  const rows = turns.flatMap(({ me, request, title }) =>
    request.trigger !== "send"
      ? []
      : [
          {
            id: request.chatId,
            owner_id: me.userId,
            organization_id: me.organizationId,
            title,
            project_id: request.projectId ?? null,
            draft_id: request.draft?.draftId ?? null,
            temporary: request.temporary,
          },
        ],
  );
  if (rows.length === 0) return;
  for (const turn of turns) await refuseForeignProject(trx, turn);
  await sql`insert into chats (id, owner_id, organization_id, title, title_by, project_id, draft_id, temporary)
    select id, owner_id, organization_id, title, 'first-words', project_id, draft_id, temporary from json_to_recordset(${JSON.stringify(rows)}::json)
      as v (id uuid, owner_id text, organization_id text, title text, project_id uuid, draft_id uuid, temporary boolean)
    on conflict (id) do nothing ${prepared}`.execute(trx);
}

/** A chat can start only in a project in which the person may write, in the current workspace. */
async function refuseForeignProject(trx: Trx, { me, request }: TurnToBegin): Promise<void> {
  if (request.trigger !== "send") return;
  if (request.draft !== undefined) await refuseForeignDraft(trx, me, request.draft.draftId, request.projectId);
  if (request.projectId === undefined) return;
  if (request.temporary) throw problem("bad-request", "Temporary chats can’t be in a project.");
  const project = await trx
    .selectFrom("projects")
    .select("id")
    .where("id", "=", request.projectId)
    .where(writtenProjects(me))
    .where(isHere(me, "projects.organization_id"))
    .executeTakeFirst();
  if (project === undefined) throw await projectRefusal(me, trx, request.projectId);
}

/** A chat beside a draft belongs to the draft's project. */
async function refuseForeignDraft(trx: Trx, me: Person, draftId: string, projectId: string | undefined): Promise<void> {
  const draft = await trx
    .selectFrom("drafts")
    .select("project_id")
    .where("id", "=", draftId)
    .where(writtenDrafts(me))
    .executeTakeFirst();
  if (draft === undefined || draft.project_id !== projectId) throw problem("not-found");
}

type Locked = {
  chat: LockedChat;
  isNamed: boolean;
  projectName: string | null;
  isPrivate: boolean;
  projectInstructions: string;
  matter: Matter;
};

async function lockChats(trx: Trx, turns: readonly TurnToBegin[]): Promise<Locked[]> {
  const project = (columns: string) => sql`select ${sql.raw(columns)} from projects where projects.id = chats.project_id`;
  const rows = await trx
    .selectFrom("chats")
    .select(["id", "version", "last_seq", "title", "title_by", "owner_id", "organization_id", "project_id"])
    .select([
      sql<string | null>`(${project("name")})`.as("project_name"),
      sql<string | null>`(${project("instructions")})`.as("project_instructions"),
      sql<Partial<Matter> | null>`(${project("matter")})`.as("matter"),
      sql<string | null>`(${project("owner_id")})`.as("project_owner"),
      sql<boolean>`exists (${project("1")} and projects.removed_at is not null)`.as("is_removed"),
      sql<ShareRole | null>`(select role from project_shares where project_shares.project_id = chats.project_id
        and project_shares.user_id = chats.owner_id)`.as("shared_as"),
    ])
    .where(sql<boolean>`id = any(${turns.map((turn) => turn.request.chatId)}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .modifyEnd(prepared)
    .execute();
  const locked: Locked[] = [];
  for (const { me, request } of turns) {
    const row = rows.find((one) => one.id === request.chatId);
    if (row === undefined || !canChangeChat(me, ownedChat(row))) throw await chatRefusal(me, trx, request.chatId);
    // From another workspace, the wrong plan would be charged.
    if (row.organization_id !== me.organizationId) throw problem("not-found");
    locked.push({
      chat: new LockedChat(trx, row),
      isNamed: isNamedBy(row.title_by),
      projectName: row.project_name,
      isPrivate: row.project_id === null,
      projectInstructions: row.project_instructions ?? "",
      matter: matterOf(row.matter),
    });
  }
  return locked;
}

function ownedChat(row: {
  owner_id: string;
  organization_id: string | null;
  project_owner: string | null;
  is_removed: boolean;
  shared_as: ShareRole | null;
}) {
  const { owner_id: ownerId, organization_id: organizationId, project_owner, is_removed: isRemoved, shared_as: sharedAs } = row;
  const project = project_owner === null ? null : { ownerId: project_owner, organizationId, isRemoved, sharedAs };
  return { ownerId, organizationId, project };
}

type RunThere = { id: string; chat_id: string; message_id: string; status: string };

/**
 * Earlier runs of these same requests, runs still active in their chats, and each chat's last live message. Takes the
 * locks of those asking: the next statement counts their answers.
 */
async function standingOf(
  trx: Trx,
  turns: readonly TurnToBegin[],
  chats: readonly LockedChat[],
): Promise<{ runs: RunThere[]; lastIds: Map<string, string> }> {
  const replyIds = turns.map((turn) => turn.request.replyId);
  const chatIds = chats.map((chat) => chat.id);
  const people = turns.map((turn) => turn.me.userId);
  const { rows } = await sql<RunThere | { id: string; chat_id: string; message_id: null; status: null | "locked" }>`
    with locked as materialized (${lockingAnswers(people)})
    select id, chat_id, message_id, status from runs
      where message_id = any(${replyIds}::uuid[]) or (chat_id = any(${chatIds}::uuid[]) and status = 'running')
    union all
    select last.id, chat.id, null, null from unnest(${chatIds}::uuid[]) as chat (id)
      cross join lateral (select id from messages where chat_id = chat.id and removed_by is null order by seq desc limit 1) as last
    union all
    select null, null, null, 'locked' from (select count(*) from locked) as all_of_them ${prepared}`.execute(trx);
  const runs = rows.filter((row): row is RunThere => row.message_id !== null);
  const lastIds = new Map(rows.flatMap((row) => (row.status === null ? [[row.chat_id, row.id] as const] : [])));
  return { runs, lastIds };
}

/** Where the new rows go, once the existing ones there have been removed. */
type Place = {
  /** Parent of the user's row, or of the reply if there is no new user row. */
  parentId: string | null;
  user: { id: string; content: string; attachments: unknown; extras: unknown } | null;
  continued: { parts: MessagePart[]; sources: Source[] };
};

const nothing = { parts: [], sources: [] };

async function makePlace(chat: LockedChat, request: TurnRequest, lastId: string | null): Promise<Place> {
  switch (request.trigger) {
    case "send": {
      const attachments = request.attachments.length === 0 ? null : request.attachments;
      const { editorSelection, draft } = request;
      const extras = editorSelection === null && draft === undefined ? null : { editorSelection, draft };
      const user = { id: request.messageId, content: request.content, attachments, extras };
      return { parentId: lastId, user, continued: nothing };
    }
    case "edit": {
      const edited = await chat.liveMessage(request.editedId);
      if (edited.role !== "user") throw problem("not-allowed", "Only your own messages can be edited.");
      await chat.stampFrom(edited.seq, "edit", edited.id);
      // The files belong to the question; an edit changes only its text.
      const kept = { attachments: edited.attachments, extras: edited.extras };
      return { parentId: edited.parent_id, user: { id: request.messageId, content: request.content, ...kept }, continued: nothing };
    }
    case "regenerate":
      return { parentId: await makeRoomForAnswer(chat, request.regeneratedId), user: null, continued: nothing };
    case "continue":
      return continueAnswer(chat, request.continuedId);
  }
}

/** Removes the answer (given directly, or by its question) and what follows it. Returns the question's id. */
async function makeRoomForAnswer(chat: LockedChat, messageId: string): Promise<string | null> {
  const message = await chat.liveMessage(messageId);
  if (message.role === "assistant") {
    await chat.stampFrom(message.seq, "regenerate", message.id);
    return message.parent_id;
  }
  const last = await chat.lastLiveMessage();
  if (last !== undefined && last.id !== message.id) await chat.stampFrom(message.seq + 1, "regenerate", message.id);
  return message.id;
}

/*
 * A continued answer is a new row in the same position that begins with the old one's content. The reader sees one
 * growing answer; the old row stays unchanged as a version, whatever happens to the new one.
 */
async function continueAnswer(chat: LockedChat, messageId: string): Promise<Place> {
  const last = await chat.lastLiveMessage();
  if (last === undefined || last.id !== messageId || last.role !== "assistant") throw problem("chat-changed");
  await chat.stampFrom(last.seq, "continue", last.id);
  return { parentId: last.parent_id, user: null, continued: { parts: last.parts, sources: last.sources ?? [] } };
}

/** One statement for all: each extra one is a round trip that everyone on the embedded engine waits for. */
async function insertRows(trx: Trx, fresh: readonly { turn: TurnToBegin; chat: LockedChat; place: Place }[]): Promise<void> {
  if (fresh.length === 0) return;
  const rows = fresh.flatMap(({ turn, chat, place }) => messageRows(chat, turn.request, place));
  const runs = fresh.map(({ turn: { runId, processId, request }, chat }) => ({
    id: runId,
    message_id: request.replyId,
    chat_id: chat.id,
    model: request.choices.model,
    process_id: processId,
  }));
  const changes = fresh.map(({ turn, chat, place }) => ({
    id: chat.id,
    last_seq: chat.lastSeq + (place.user === null ? 1 : 2),
    choices: turn.request.choices,
  }));
  const { ctes, columns } = countingAnswers(answersOf(fresh.map(({ turn }) => turn)));
  const { rows: written } = await sql<{ count: number } & AnswersUsed>`with ${ctes},
    messages_in as (insert into messages (id, chat_id, parent_id, seq, role, content, parts, attachments, sources, extras)
      select id, chat_id, parent_id, seq, role, content, parts, attachments, sources, extras from json_to_recordset(${JSON.stringify(rows)}::json)
        as v (id uuid, chat_id uuid, parent_id uuid, seq int, role text, content text, parts jsonb, attachments jsonb, sources jsonb, extras jsonb)
      on conflict (id) do nothing returning id),
    runs_in as (insert into runs (id, message_id, chat_id, model, status, process_id)
      select id, message_id, chat_id, model, 'running', process_id from json_to_recordset(${JSON.stringify(runs)}::json)
        as v (id uuid, message_id uuid, chat_id uuid, model text, process_id text)
      where exists (select from messages_in where messages_in.id = v.message_id)),
    chats_changed as (update chats set version = version + 1, last_seq = v.last_seq, choices = v.choices, updated_at = now()
      from json_to_recordset(${JSON.stringify(changes)}::json) as v (id uuid, last_seq int, choices jsonb) where chats.id = v.id)
    select (select count(*)::int from messages_in) as count, ${columns} ${prepared}`.execute(trx);
  refuseBeyondAnswers(written[0]!);
  if (written[0]?.count !== rows.length) throw problem("bad-request", "This message id is already taken.");
}

function answersOf(turns: readonly TurnToBegin[]) {
  const owners = Map.groupBy(turns, (turn) => turn.me.userId);
  return [...owners].map(([ownerId, { length }]) => ({ ownerId, answers: length, paced: length }));
}

function messageRows(chat: LockedChat, request: TurnRequest, { parentId, user, continued }: Place) {
  const common = { chat_id: chat.id, sources: null, attachments: null, extras: null };
  const question =
    user === null
      ? []
      : [
          {
            ...common,
            ...user,
            parent_id: parentId,
            seq: chat.lastSeq + 1,
            role: "user" as const,
            parts: [{ type: "text", text: user.content }],
          },
        ];
  const reply = {
    ...common,
    id: request.replyId,
    parent_id: user?.id ?? parentId,
    seq: chat.lastSeq + question.length + 1,
    role: "assistant" as const,
    content: contentOf(continued.parts),
    parts: continued.parts,
    sources: continued.sources.length === 0 ? null : continued.sources,
  };
  return [...question, reply];
}
