/*
 * Law that has changed since a draft came to rest on it. What a draft rests on is in its authorship: the answers that its
 * words came from, each stored with the sections it cites as they read on that day.
 */
import { sql } from "kysely";
import type { ChangedLaw } from "#core/law/changed-law.ts";
import type { ThreadMessage } from "#core/chat/message.ts";
import { sourceMetadata, sourceName, type Source } from "#core/sources/source.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { getPresentSection, withAmendments } from "./law-amendments.ts";
import { isHere, seenChats, seenDrafts } from "../visible.ts";

/** Drafts looked at, last changed first. */
const mostDrafts = 200;

type Row = { draftId: string; projectId: string; draft: string; sources: Source[] };

/** Of one draft, or of those in the current workspace; at most `limit`. */
export async function listChangedLaw(me: Person, db: Db, of: { draftId?: string; limit: number }): Promise<ChangedLaw[]> {
  db = actAs(me, db);
  const which = of.draftId === undefined ? isHere(me, "drafts.organization_id") : sql<boolean>`drafts.id = ${of.draftId}`;
  const { rows } = await sql<Row>`
    with resting as (select id, project_id, name, authorship, updated_at from drafts where ${which} and ${seenDrafts(me)}
      and authorship is not null order by updated_at desc, id limit ${mostDrafts})
    select resting.id as "draftId", resting.project_id as "projectId", resting.name as draft, messages.sources
    from resting cross join lateral (select distinct origin ->> 'messageId' as id
        from jsonb_array_elements(resting.authorship -> 'origins') as origin where origin ->> 'messageId' ~ ${uuid}) as answer
      join messages on messages.id = answer.id::uuid
      join chats on chats.id = messages.chat_id
    where messages.sources @> '[{"type": "edgar"}]' and ${seenChats(me)}
    order by resting.updated_at desc, resting.id, messages.id`.execute(db);
  // As an answer's sources are compared when it is shown.
  const compared = await withAmendments(me, db, rows as unknown as ThreadMessage[]);
  const changed = (compared as unknown as Row[]).flatMap(({ sources, ...draft }) =>
    sources.filter(({ amended }) => amended !== undefined).map((source) => ({ draft, source })),
  );
  const keyOf = ({ draft, source }: (typeof changed)[number]) => `${draft.draftId} ${sourceMetadata(source).ref}`;
  const once = [...new Map(changed.toReversed().map((one) => [keyOf(one), one])).values()].reverse();
  return Promise.all(
    once.slice(0, of.limit).map(async ({ source, draft }) => Object.assign(await changeOf(me, db, source), draft)),
  );
}

const uuid = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

async function changeOf(
  me: Person,
  db: Db,
  source: Source,
): Promise<Omit<ChangedLaw, "draftId" | "projectId" | "draft" | "research">> {
  const { ref = "", version = null } = sourceMetadata(source);
  const { text, isRepealed, version: since, url } = await getPresentSection(me, db, ref);
  const cited = { text: source.content ?? "", version };
  return { ref, name: sourceName(source), isRepealed, cited, present: { text, version: since, url } };
}
