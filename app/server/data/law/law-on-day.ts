/* Law as of one day: for each section the wording of that day, or the nearest one stored. */
import { sql } from "kysely";
import type { Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { foundOf, type FoundSection } from "../../knowledge/found-section.ts";
import { wordingOn, type Wording } from "../../knowledge/wording-on.ts";
import type { LawFilter } from "./law.ts";

type Wanted = { ids: readonly number[] } | { refs: readonly string[] } | { actIds: readonly string[]; numbers: readonly string[] };
/** `ids`: the requested ids, which may be of any wording of the section. */
export type SectionOnDay = { section: FoundSection; ids: number[] };

export async function readLawOn(
  me: Actor,
  db: Db,
  wanted: Wanted,
  { sources, inForceOn: day }: LawFilter & { inForceOn: string },
): Promise<SectionOnDay[]> {
  db = actAs(me, db);
  if (me.kind === "visitor") throw problem("not-signed-in");
  const asked = "ids" in wanted ? new Set(wanted.ids) : null;
  const refs = await refsOf(db, wanted);
  if (refs.length === 0) return [];
  const [present, past] = await Promise.all([
    wordings(db, "law_sections", refs, sources),
    wordings(db, "law_past_sections", refs, sources),
  ]);
  const acts = [...new Set([...present, ...past].map(({ act_id: act }) => act))];
  const texts = await textsOf(db, acts);
  const byRef = new Map<string, Candidate[]>(refs.map((ref) => [ref, []]));
  for (const row of present) byRef.get(row.ref)!.push(candidate(row, true));
  for (const row of past) byRef.get(row.ref)!.push(candidate(row, false));
  return [...byRef.values()].flatMap((own) => {
    const since = own[0]?.row.act_since ?? null;
    if (own.length === 0 || (since !== null && day < since)) return [];
    const found = wordingOn(own, texts.get(own[0]!.row.act_id) ?? [], day);
    if (found === null) return [];
    const { wording, isCertain, last } = found;
    const section = { ...foundOf(wording.row), onDay: { day, isCertain, last, isPresent: wording.isPresent } };
    return [{ section, ids: own.flatMap(({ row }) => (asked === null || asked.has(row.id) ? [row.id] : [])) }];
  });
}

async function refsOf(db: BoundDb, wanted: Wanted): Promise<string[]> {
  if ("refs" in wanted) return [...wanted.refs];
  const isEmpty = "ids" in wanted ? wanted.ids.length === 0 : wanted.actIds.length === 0 || wanted.numbers.length === 0;
  if (isEmpty) return [];
  const from = (table: "law_sections" | "law_past_sections") =>
    db
      .selectFrom(table)
      .select("ref")
      .where((where) =>
        "ids" in wanted
          ? where("id", "in", [...wanted.ids])
          : where.and([where("act_id", "in", [...wanted.actIds]), where("number", "in", [...wanted.numbers])]),
      );
  const rows = await from("law_sections").union(from("law_past_sections")).execute();
  return rows.map(({ ref }) => ref);
}

/** The version of a past wording is the date of the last text that contains it. */
function wordings(db: BoundDb, table: "law_sections" | "law_past_sections", refs: readonly string[], sources?: readonly string[]) {
  const version = table === "law_sections" ? sql<string | null>`law_acts.version::text` : sql<string | null>`section.version::text`;
  let query = db
    // Both tables have these columns.
    .selectFrom(`${table as "law_past_sections"} as section`)
    .innerJoin("law_acts", "law_acts.id", "section.act_id")
    .select(["section.id", "section.act_id", "section.ref", "section.number", "section.label", "section.heading", "section.path"])
    .select(["section.text", "section.url", "title", "short_names", "jurisdiction", "source", "licence", "note"])
    .select(sql<string | null>`section.in_force::text`.as("since"))
    .select(sql<string | null>`section.ends::text`.as("ends"))
    .select(sql<string | null>`section.first_seen::text`.as("first_seen"))
    .select(version.as("version"))
    .select(sql<string | null>`law_acts.in_force::text`.as("act_since"))
    .where("section.ref", "in", [...refs]);
  if (sources !== undefined) query = query.where("source", "in", [...sources]);
  return query.execute();
}

type Row = Awaited<ReturnType<typeof wordings>>[number];
type Candidate = Wording & { row: Row };

function candidate(row: Row, isPresent: boolean): Candidate {
  return { row, isPresent, inForce: row.since, ends: row.ends, firstSeen: row.first_seen, lastSeen: row.version };
}

async function textsOf(db: BoundDb, actIds: readonly string[]): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>();
  if (actIds.length === 0) return texts;
  const rows = await db
    .selectFrom("law_versions")
    .select(["act_id", sql<string>`version::text`.as("day")])
    .where("act_id", "in", [...actIds])
    .orderBy("version")
    .execute();
  for (const { act_id: act, day } of rows) {
    const own = texts.get(act);
    if (own) own.push(day);
    else texts.set(act, [day]);
  }
  return texts;
}
