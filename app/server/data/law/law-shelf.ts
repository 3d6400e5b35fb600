/* The law shelf: every stored act with how much of it there is. Measured by bench/law-shelf.ts. */
import { sql, type RawBuilder } from "kysely";
import {
  lastChangeOf,
  type ActFacts,
  type LastChange,
  type SectionDays,
  type ShelfAct,
  type ShelfPage,
} from "#core/law/law-shelf.ts";
import type { ShelfQuery } from "#core/requests/law.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";

const atOnce = 50;

/** As the indexes have it: 2026-12-14-law-shelf.sql. */
const order = sql<string>`left(title, 200) collate "C"`;

/**
 * By title, continued after the act with this id. Every word is in the title, a short name or the number. `model`: whose
 * vectors are counted, if any.
 */
export async function listActs(
  me: Person,
  db: Db,
  { query, jurisdiction, after, model }: ShelfQuery & { model: string | null },
): Promise<ShelfPage> {
  db = actAs(me, db);
  let found = db.selectFrom("law_acts").select("id");
  found = found.where(containsAll(sql`(title || ' ' || id || ' ' || short_names::text)`, query));
  if (jurisdiction !== undefined) found = found.where("jurisdiction", "=", jurisdiction);
  if (after !== undefined) {
    const last = await db
      .selectFrom("law_acts")
      .select(["id", order.as("title")])
      .where("id", "=", after)
      .executeTakeFirst();
    if (last === undefined) return { acts: [], next: null };
    found = found.where(sql<boolean>`(${order}, id) > (${last.title}::text collate "C", ${last.id})`);
  }
  const page = found
    .orderBy(order)
    .orderBy("id")
    .limit(atOnce + 1);
  const { rows } = await sql<Row>`select ${columns(model)} from (${page}) as page join law_acts on law_acts.id = page.id
    order by ${order}, law_acts.id`.execute(db);
  const acts = rows.slice(0, atOnce).map(actOf);
  return { acts, next: rows.length > atOnce ? acts.at(-1)!.id : null };
}

type Row = Omit<ShelfAct, "checkedAt"> & { checkedAt: Date | null };

/** How much there is of an act is noted beside it (law-counts.ts). */
function columns(model: string | null): RawBuilder<unknown> {
  const vectors = model === null ? sql`null::int` : sql`case when vectors_model = ${model} then vectors else 0 end`;
  return sql`law_acts.id, law_acts.title, short_names as "shortNames", jurisdiction, source, version::text as version,
    (select max(checked_at) from law_fetches where act_id = law_acts.id) as "checkedAt", sections, wordings, ${vectors} as vectors`;
}

function actOf({ checkedAt, ...row }: Row): ShelfAct {
  return { ...row, checkedAt: checkedAt?.toISOString() ?? null };
}

/** Those of which law is stored. */
export async function shelfJurisdictions(me: Person, db: Db): Promise<string[]> {
  db = actAs(me, db);
  // From one to the next along the index, however many acts each has.
  const { rows } = await sql<{ jurisdiction: string }>`with recursive one as (
      (select jurisdiction from law_acts order by jurisdiction limit 1)
      union all select (select jurisdiction from law_acts where jurisdiction > one.jurisdiction order by jurisdiction limit 1)
        from one where one.jurisdiction is not null)
    select jurisdiction from one where jurisdiction is not null`.execute(db);
  return rows.map(({ jurisdiction }) => jurisdiction);
}

const mostTexts = 50;

export async function getAct(me: Person, db: Db, id: string, model: string | null): Promise<ActFacts> {
  db = actAs(me, db);
  type Facts = Row & Pick<ActFacts, "inForce" | "url" | "licence" | "note" | "changesOn">;
  const { rows } = await sql<Facts>`select ${columns(model)}, in_force::text as "inForce", url, licence, note,
      (select min(changes_on)::text from law_fetches where act_id = law_acts.id) as "changesOn"
    from law_acts where id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw problem("not-found");
  const { inForce, url, licence, note, changesOn, ...act } = row;
  const texts = await textsOf(db, id);
  return { ...actOf(act), inForce, url, licence, note, changesOn, texts: texts.toReversed().slice(0, mostTexts) };
}

/** What changed with the newest text that changed anything; null if nothing that is stored says so. */
export async function getLastChange(me: Person, db: Db, actId: string): Promise<LastChange | null> {
  db = actAs(me, db);
  const [texts, present, past] = await Promise.all([
    textsOf(db, actId),
    db
      .selectFrom("law_sections")
      .select(["ref", sql<string | null>`first_seen::text`.as("first")])
      .where("act_id", "=", actId)
      .execute(),
    db
      .selectFrom("law_past_sections")
      .select(["ref", sql<string | null>`first_seen::text`.as("first"), sql<string | null>`version::text`.as("last")])
      .where("act_id", "=", actId)
      .execute(),
  ]);
  const sections = new Map<string, SectionDays>(
    present.map(({ ref, first }) => [ref, { ref, current: { firstSeen: first }, others: [] }]),
  );
  for (const { ref, first, last } of past) {
    const section = sections.get(ref) ?? { ref, current: null, others: [] };
    section.others.push({ inForce: null, ends: null, firstSeen: first, lastSeen: last, isPresent: false });
    sections.set(ref, section);
  }
  return lastChangeOf([...sections.values()], texts);
}

/** Earliest first. */
async function textsOf(db: BoundDb, actId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("law_versions")
    .select(sql<string>`version::text`.as("day"))
    .where("act_id", "=", actId)
    .orderBy("version")
    .execute();
  return rows.map(({ day }) => day);
}
