/* The log of a research: every search, what it found, and what was set aside. */
import { sql } from "kysely";
import type { LoggedSearch } from "#core/research/research.ts";
import { storable, storableJson } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { seenResearch } from "../visible.ts";

const atOnce = 50;

export type NewSearch = Omit<LoggedSearch, "id" | "at" | "stepId" | "step">;
export type SearchPage = { searches: LoggedSearch[]; next: string | null };

/** In the order in which they were made, continued after the one with this id. */
export async function listSearches(me: Person, db: Db, researchId: string, after?: string): Promise<SearchPage> {
  db = actAs(me, db);
  const seen = db.selectFrom("research").select("id").where("id", "=", researchId).where("removed_at", "is", null);
  if ((await seen.where(seenResearch(me)).executeTakeFirst()) === undefined) throw problem("not-found");
  const rows = await searchesAfter(db, researchId, after, atOnce + 1);
  const searches = rows.slice(0, atOnce);
  return { searches, next: rows.length > atOnce ? searches.at(-1)!.id : null };
}

/** All that a memo names. For callers that have checked that the person sees the research. */
export async function listAllSearches(me: Person, db: Db, researchId: string, stepIds: readonly string[]): Promise<LoggedSearch[]> {
  const all = await searchesAfter(actAs(me, db), researchId, undefined, mostOfMemo);
  return all.filter(({ stepId }) => stepId !== null && stepIds.includes(stepId));
}

const mostOfMemo = 2000;

async function searchesAfter(db: BoundDb, researchId: string, after: string | undefined, limit: number): Promise<LoggedSearch[]> {
  const { rows } =
    await sql<LoggedSearch>`select id, step_id as "stepId", step, searched, query, jurisdictions, day::text as day, found,
      notices, to_char(made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from research_searches where research_id = ${researchId} ${after === undefined ? sql`` : sql`and id > ${after}`}
    order by id limit ${limit}`.execute(db);
  return rows;
}

export async function keepSearches(
  me: Person,
  trx: Trx,
  of: { researchId: string; stepId: string; step: string },
  searches: readonly NewSearch[],
): Promise<void> {
  trx = actAs(me, trx);
  if (searches.length === 0) return;
  const rows = searches.map(({ searched, query, jurisdictions, day, found, notices }) => ({
    id: uuidv7(),
    research_id: of.researchId,
    step_id: of.stepId,
    step: of.step,
    searched,
    query: storable(query),
    jurisdictions: JSON.stringify(jurisdictions),
    day,
    found: storableJson(found),
    notices: storableJson(notices),
  }));
  await trx.insertInto("research_searches").values(rows).execute();
}
