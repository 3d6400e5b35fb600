/* Clauses of the library beside the law that they cite: which there are, and which cited sections read differently since. */
import { sql } from "kysely";
import { kinds } from "#core/templates/library.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { templatesHere } from "../visible.ts";
import { heldTemplate } from "./held-template.ts";

const mostClauses = 1_000;

export type ClauseToHold = {
  id: string;
  name: string;
  source: string;
  jurisdiction: string;
  /** ISO: saved, approved, or read beside its law, whichever was last. */
  since: string;
};

/** Clauses in use here, last changed first; or one of them. */
export async function clausesToHold(me: Person, db: Db, of: { id?: string }): Promise<ClauseToHold[]> {
  db = actAs(me, db);
  const since = sql`greatest(versions.created_at, law_looked_at,
    case when approved_version = library_templates.version then approved_at end)`;
  const { rows } = await sql<
    Omit<ClauseToHold, "since"> & { since: Date }
  >`select library_templates.id, name, library_templates.source,
      jurisdiction, ${since} as since
    from library_templates join library_template_versions as versions
      on versions.template_id = library_templates.id and versions.version = library_templates.version
    where ${templatesHere(me)} and kind = ${kinds.clauses} and removed_at is null and retired_at is null
      and ${of.id === undefined ? sql`true` : sql`library_templates.id = ${of.id}`}
    order by library_templates.updated_at desc, library_templates.id limit ${mostClauses}`.execute(db);
  return rows.map(({ since: at, ...row }) => Object.assign(row, { since: at.toISOString() }));
}

/** Acts of which a section was replaced or repealed after this moment. */
export async function actsChangedSince(me: Person, db: Db, since: string): Promise<string[]> {
  db = actAs(me, db);
  const { rows } = await sql<{ id: string }>`select distinct act_id as id from law_past_sections
    where replaced_at > ${since}::timestamptz`.execute(db);
  return rows.map(({ id }) => id);
}

/** The first of `refs` that is stored is meant. */
export type CitedBy = { clauseId: string; since: string; refs: readonly string[] };

export type ChangedSection = {
  clauseId: string;
  ref: string;
  label: string;
  title: string;
  was: string;
  wasVersion: string | null;
  /** Null: repealed. */
  now: string | null;
  version: string | null;
  url: string;
};

export async function sectionsChanged(me: Person, db: Db, cited: readonly CitedBy[]): Promise<ChangedSection[]> {
  db = actAs(me, db);
  const given = cited.flatMap(({ clauseId, since, refs }, one) =>
    refs.map((ref, rank) => ({ one, rank, clause: clauseId, since, ref })),
  );
  const { rows } = await sql<ChangedSection>`with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as row (one integer, rank integer, clause uuid, since timestamptz, ref text)),
      meant as (select distinct on (one) one, clause, since, ref from given
        where exists (select 1 from law_sections where law_sections.ref = given.ref)
          or exists (select 1 from law_past_sections where law_past_sections.ref = given.ref)
        order by one, rank)
    select clause as "clauseId", past.ref, past.label, law_acts.title, past.text as was, past.version::text as "wasVersion",
      law_sections.text as now, law_acts.version::text as version, coalesce(law_sections.url, '') as url
    from meant join lateral (select * from law_past_sections where law_past_sections.ref = meant.ref and replaced_at > since
        order by replaced_at, id limit 1) as past on true
      join law_acts on law_acts.id = past.act_id
      left join law_sections on law_sections.ref = past.ref
    where law_sections.text is distinct from past.text order by one`.execute(db);
  return rows;
}

/** From now on, changes of the law after this are reported. */
export async function lookedAtLaw(me: Person, db: Db, id: string): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldTemplate(me, trx, id);
    await sql`update library_templates set law_looked_at = now() where id = ${id}`.execute(trx);
  });
}
