/* Where stored law came from, when its source was last checked, and how each source responded. */
import { sql, type RawBuilder } from "kysely";
import type { Actor, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { says } from "../../db/word-pattern.ts";
import type { Known, LawSourceId, Opened, Reference } from "../../knowledge/connectors/connector.ts";

/** `known` is null for an act loaded from a folder: there is no source to check it against. */
export type StoredLaw = {
  actId: string;
  source: string;
  title: string;
  /** ISO date of the text. */
  version: string | null;
  storedAt: Date;
  checkedAt: Date | null;
  /** ISO date of an already announced change of the text. */
  changesOn: string | null;
  known: Known | null;
};

/** The stored act for a reference: by the source's own key, by id or by title. */
export async function findStoredLaw(me: Server, db: Db, { source, key, actId, names }: Reference): Promise<StoredLaw | null> {
  db = actAs(me, db);
  const isNamed = (title: RawBuilder<unknown>) =>
    sql<boolean>`(${sql.join(
      names.map((name) => says(title, name)),
      sql` or `,
    )})`;
  const rows = await storedLaw(db)
    .where("law_acts.source", "in", [source, "rows"])
    .where((where) =>
      where.or([
        where("law_fetches.key", "=", key),
        where("law_acts.id", "in", (name) =>
          name.selectFrom("law_names").select("act_id").where("source", "=", source).where("name", "=", key),
        ),
        ...(actId === undefined ? [] : [where("law_acts.id", "=", actId)]),
        ...(names.length === 0
          ? []
          : [
              // "Lag (1982:80) om anställningsskydd" is also cited without its number.
              isNamed(sql`law_acts.title`),
              isNamed(sql`regexp_replace(law_acts.title, '\\s*\\([^)]*\\)', '')`),
              sql<boolean>`exists (select 1 from jsonb_array_elements_text(law_acts.short_names) as name where ${isNamed(sql`name`)})`,
            ]),
      ]),
    )
    .orderBy(sql`law_fetches.key is null`)
    .limit(1)
    .execute();
  return rows[0] === undefined ? null : storedOf(rows[0]);
}

export async function findStoredAct(me: Server, db: Db, actId: string): Promise<StoredLaw | null> {
  db = actAs(me, db);
  const rows = await storedLaw(db)
    .where("law_acts.id", "=", actId)
    .orderBy(sql`law_fetches.checked_at desc nulls last`)
    .limit(1)
    .execute();
  return rows[0] === undefined ? null : storedOf(rows[0]);
}

/**
 * Law that may be outdated: the acts of these sections that were last checked before `before` or were due to change.
 */
export async function findStaleLaw(me: Server, db: Db, refs: readonly string[], before: Date): Promise<StoredLaw[]> {
  db = actAs(me, db);
  if (refs.length === 0) return [];
  const rows = await storedLaw(db)
    .where("law_acts.id", "in", (section) =>
      section
        .selectFrom("law_sections")
        .select("act_id")
        .where("ref", "in", [...refs]),
    )
    .where((where) =>
      where.or([where("law_fetches.checked_at", "<", before), where("law_fetches.changes_on", "<=", sql<Date>`current_date`)]),
    )
    .execute();
  return rows.map(storedOf);
}

/** Everything fetched from a source, longest unchecked first. */
export async function listFetchedLaw(me: Server, db: Db, source?: string): Promise<StoredLaw[]> {
  db = actAs(me, db);
  let query = storedLaw(db).where("law_fetches.key", "is not", null);
  if (source !== undefined) query = query.where("law_acts.source", "=", source);
  return (await query.orderBy("law_fetches.checked_at").execute()).map(storedOf);
}

function storedLaw(db: BoundDb) {
  return db
    .selectFrom("law_acts")
    .leftJoin("law_fetches", "law_fetches.act_id", "law_acts.id")
    .selectAll("law_fetches")
    .select(["law_acts.id as id", "law_acts.source as from", "law_acts.title as title", "law_acts.loaded_at as loaded_at"])
    .select(sql<string | null>`law_acts.version::text`.as("version"))
    .select(sql<string | null>`law_fetches.changes_on::text`.as("changing"));
}

function storedOf(row: Awaited<ReturnType<ReturnType<typeof storedLaw>["execute"]>>[number]): StoredLaw {
  const { id, from, title, version, loaded_at: storedAt, key, url, fetched_at: fetchedAt, etag, sha256 } = row;
  const isFetched = key !== null && url !== null && fetchedAt !== null && sha256 !== null;
  const known = isFetched ? { key, url, fetchedAt, etag, lastModified: row.last_modified, sha256 } : null;
  const { checked_at: checkedAt, changing: changesOn } = row;
  return { actId: id, source: from, title, version, storedAt: fetchedAt ?? storedAt, checkedAt, changesOn, known };
}

/** `asked`: the reference it was requested by, if not its own name. */
export async function saveFetch(
  me: Server,
  db: Db,
  source: LawSourceId,
  { key, acts, provenance }: Opened,
  asked?: string,
): Promise<void> {
  db = actAs(me, db);
  const { url, fetchedAt, etag, lastModified, sha256 } = provenance;
  for (const { id, changesOn } of acts) {
    const row = {
      changes_on: changesOn ?? null,
      act_id: id,
      url,
      fetched_at: fetchedAt,
      checked_at: fetchedAt,
      etag,
      last_modified: lastModified,
      sha256,
    };
    await db
      .insertInto("law_fetches")
      .values({ source, key, ...row })
      .onConflict((conflict) => conflict.columns(["source", "key"]).doUpdateSet(row))
      .execute();
    if (asked === undefined || asked === key) continue;
    const name = { act_id: id, looked_up_at: fetchedAt };
    await db
      .insertInto("law_names")
      .values({ source, name: asked, ...name })
      .onConflict((conflict) => conflict.columns(["source", "name"]).doUpdateSet(name))
      .execute();
  }
}

/** The source confirmed that the stored text is current. */
export async function markLawChecked(me: Server, db: Db, source: string, key: string): Promise<void> {
  db = actAs(me, db);
  await db.updateTable("law_fetches").set({ checked_at: new Date() }).where("source", "=", source).where("key", "=", key).execute();
}

/** `fault` is null if the source responded. */
export async function noteSource(me: Server, db: Db, id: LawSourceId, fault: string | null): Promise<void> {
  db = actAs(me, db);
  const now = new Date();
  const row = fault === null ? { reached_at: now, problem: null, problem_at: null } : { problem: fault, problem_at: now };
  await db
    .insertInto("law_sources")
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

export type SourceRecord = {
  source: string;
  acts: number;
  sections: number;
  /** ISO dates. */
  newestText: string | null;
  checkedAt: string | null;
  reachedAt: string | null;
  problem: string | null;
  problemAt: string | null;
};

export async function listLawSources(me: Actor, db: Db): Promise<SourceRecord[]> {
  db = actAs(me, db);
  if (me.kind === "visitor") throw problem("not-signed-in");
  const [acts, sections, checks, answers] = await Promise.all([
    db
      .selectFrom("law_acts")
      .select(["source", (count) => count.fn.countAll<string>().as("acts"), sql<string | null>`max(version)::text`.as("newest")])
      .groupBy("source")
      .execute(),
    db
      .selectFrom("law_sections")
      .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
      .select(["source", (count) => count.fn.countAll<string>().as("sections")])
      .groupBy("source")
      .execute(),
    db
      .selectFrom("law_fetches")
      .select(["source", (newest) => newest.fn.max("checked_at").as("checked")])
      .groupBy("source")
      .execute(),
    db.selectFrom("law_sources").selectAll().execute(),
  ]);
  const names = new Set([...acts.map(({ source }) => source), ...answers.map(({ id }) => id)]);
  return [...names].map((source) => {
    const answer = answers.find(({ id }) => id === source);
    const stored = acts.find((one) => one.source === source);
    return {
      source,
      acts: Number(stored?.acts ?? 0),
      sections: Number(sections.find((one) => one.source === source)?.sections ?? 0),
      newestText: stored?.newest ?? null,
      checkedAt: checks.find((one) => one.source === source)?.checked?.toISOString() ?? null,
      reachedAt: answer?.reached_at?.toISOString() ?? null,
      problem: answer?.problem ?? null,
      problemAt: answer?.problem_at?.toISOString() ?? null,
    };
  });
}
