/* Predicts what a turn will find, before its rows are stored. */
import { sql } from "kysely";
import { answerLimits } from "#core/chat/answer-limits.ts";
import { isNamedBy } from "#core/chat/chat.ts";
import type { Server } from "#core/workspace/policy.ts";
import { matterOf, type Matter } from "#core/workspace/project.ts";
import type { Writes } from "#core/account/profile.ts";
import { styleForModel, type StyleInPlace } from "#core/style/writing-style.ts";
import type { Whereabouts } from "../../chat/whereabouts.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { prepared } from "../../db/prepared.ts";
import { historyRow, type StoredMessage } from "../../db/history-row.ts";
import type { HistoryRow } from "../../db/history-row.ts";
import { answersInProgress } from "./answers-in-progress.ts";
import { appliedOf, isOfPlace, type AppliedList, type Place } from "../pseudonyms/pseudonym-lists.ts";
import type { ListRow } from "../../db/tables/pseudonyms.ts";
import { isEditor } from "../visible.ts";
import { stylesFor } from "../drafts/writing-styles.ts";
import type { BegunTurn, TurnToBegin } from "./turns.ts";

/** Read without a lock, so that the model request can start while the turn's rows are being stored. */
export type Foreseen = {
  begun: BegunTurn;
  history: HistoryRow[];
  synced: string | null;
  about: About;
  place: Place;
  /** What is replaced there before anything is sent. */
  pseudonyms: AppliedList[];
};
/** What a model receives about the person. */
export type About = { writes: Writes; style: string | null } & Whereabouts;

/**
 * Reads what these turns will find. Null where that cannot be predicted: the chat is not at the requested version, is
 * being answered or would refuse; or the person is at their limit of answers in progress. Every change to a
 * conversation increments its version, so a turn that begins at this version finds what was read here.
 */
export async function foreseeTurns(me: Server, db: Db, turns: readonly TurnToBegin[]): Promise<(Foreseen | null)[]> {
  db = actAs(me, db);
  const asked = turns.map(({ me, request }, nth) => ({
    nth,
    chat_id: request.chatId,
    reply_id: request.replyId,
    owner_id: me.userId,
    organization_id: me.organizationId,
    project_id: (request.trigger === "send" && request.projectId) || null,
  }));
  const { rows } = await sql<ForeseenRow>`
    select projects.id is null as is_private, ${projectId} as project_id, chats.version, chats.title, chats.title_by, chats.owner_id is not distinct from asked.owner_id
        and chats.organization_id is not distinct from asked.organization_id as is_own,
      projects.instructions, projects.matter, person.writes, person.time_zone, person.locale, projects.name as project_name, ${stylesFor(sql.ref("asked.owner_id"), sql.ref("asked.organization_id"))} as styles,
      projects.removed_at is not null or (projects.id is null and ${projectId} is not null) as is_refused,
      exists (select from runs where runs.message_id = asked.reply_id or (runs.chat_id = chats.id and runs.status = 'running'))
        or ${answersInProgress(sql.ref("asked.owner_id"))} >= ${answerLimits.atOnce} as is_taken,
      (select json_agg(json_build_object('project_id', pseudonym_lists.project_id, 'user_id', pseudonym_lists.user_id, 'is_on', is_on,
          'entries', entries, 'codes', codes, 'version', pseudonym_lists.version))
        from pseudonym_lists where ${isOfPlace(sql.ref("asked.organization_id"), projectId, sql.ref("asked.owner_id"))}) as lists,
      (select content from chat_documents where chat_documents.chat_id = chats.id) as synced,
      (select json_agg(json_build_object('id', id, 'role', role, 'content', content, 'parts', parts, 'attachments', attachments, 'extras', extras) order by seq)
        from messages where messages.chat_id = chats.id and messages.removed_by is null) as history
    from json_to_recordset(${JSON.stringify(asked)}::json)
        as asked (nth int, chat_id uuid, reply_id uuid, owner_id text, organization_id text, project_id uuid)
      left join chats on chats.id = asked.chat_id
      left join projects on projects.id = ${projectId} and (projects.owner_id = asked.owner_id or ${isEditor(sql.ref("asked.owner_id"))})
      left join "user" person on person.id = asked.owner_id
    order by asked.nth ${prepared}`.execute(db);
  return turns.map((turn, index) => foreseen(turn, rows[index]!));
}

const projectId = sql<string | null>`case when chats.id is null then asked.project_id else chats.project_id end`;

type ForeseenRow = {
  is_private: boolean;
  project_id: string | null;
  lists: ListRow[] | null;
  version: number | null;
  title: string | null;
  title_by: "none" | "first-words" | "model" | "person" | null;
  is_own: boolean;
  instructions: string | null;
  matter: Partial<Matter> | null;
  is_refused: boolean;
  writes: Writes | null;
  styles: StyleInPlace[] | null;
  time_zone: string | null;
  locale: string | null;
  project_name: string | null;
  is_taken: boolean;
  synced: string | null;
  history: StoredMessage[] | null;
};

function foreseen({ me, request, runId, title }: TurnToBegin, row: ForeseenRow): Foreseen | null {
  const isThere = row.version !== null;
  if ((row.version ?? 0) !== request.version || row.is_taken || row.is_refused || (isThere && !row.is_own)) return null;
  const place = { organizationId: me.organizationId, projectId: row.project_id, userId: me.userId };
  return {
    place,
    pseudonyms: appliedOf(row.lists ?? [], place),
    begun: {
      runId,
      isRepeated: false,
      isFirstTurn: !isThere,
      isNamed: isNamedBy(row.title_by ?? "none"),
      chatVersion: request.version + 1,
      chatTitle: row.title ?? title,
      isPrivate: row.is_private,
      projectName: row.project_name,
      projectInstructions: row.instructions ?? "",
      matter: matterOf(row.matter),
      parts: [],
      sources: [],
    },
    history: (row.history ?? []).map(historyRow),
    synced: row.synced,
    about: { writes: row.writes ?? {}, style: styleForModel(row.styles ?? []), timeZone: row.time_zone, locale: row.locale },
  };
}
