/*
 * Wordings of law other than the current one: replaced, repealed, expired or future. Each is stored with the dates of
 * the first and last stored text that contain it; the result does not depend on the order in which texts are loaded.
 */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { isSameText } from "#core/text/same-text.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import type { LawAct, LawSection } from "../../knowledge/law-act.ts";
import type { Indexed } from "../../knowledge/law-index.ts";

/** A section as written, with the dates it is known for (ISO). */
export type StoredWording = Pick<LawSection, "ref" | "number" | "label" | "heading" | "path" | "text" | "url" | "inForce"> & {
  id: number;
  ends: string | null;
  firstSeen: string | null;
};
type Kept = Omit<StoredWording, "id"> & { lastSeen: string | null };
type Past = Kept & { id: number };

export async function storedWordings(me: Server, db: Db, actId: string): Promise<StoredWording[]> {
  db = actAs(me, db);
  const rows = await db.selectFrom("law_sections").select(wordingColumns).where("act_id", "=", actId).execute();
  return rows.map((row) => wordingOf(row));
}

const wordingColumns = [
  "id",
  "ref",
  "number",
  "label",
  "heading",
  "path",
  "text",
  "url",
  sql<string | null>`in_force::text`.as("since"),
  sql<string | null>`ends::text`.as("until"),
  sql<string | null>`first_seen::text`.as("first"),
] as const;

type WordingRow = Omit<StoredWording, "path" | "inForce" | "ends" | "firstSeen"> & {
  path: unknown;
  since: string | null;
  until: string | null;
  first: string | null;
};

function wordingOf({ since, until, first, path, ...row }: WordingRow): StoredWording {
  return { ...row, path: path as string[], inForce: since, ends: until, firstSeen: first };
}

/** What a newer text has replaced; `version` is the date of the last text that contained it. */
export async function keepReplaced(
  me: Server,
  db: Db,
  actId: string,
  version: string | null,
  replaced: readonly StoredWording[],
): Promise<void> {
  db = actAs(me, db);
  await insertPast(
    db,
    actId,
    replaced.map((wording) => Object.assign(wording, { lastSeen: version })),
  );
}

/** Records that the act's text of that date is stored. */
export async function noteVersion(me: Server, db: Db, { id, version }: LawAct): Promise<void> {
  db = actAs(me, db);
  if (version === null) return;
  await db
    .insertInto("law_versions")
    .values({ act_id: id, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The other wordings in the newest text. Future wordings announced by an earlier text are kept only if this one
 * confirms them.
 */
export async function keepOthers(me: Server, db: Db, act: LawAct): Promise<void> {
  db = actAs(me, db);
  const { id, version, otherWordings = [] } = act;
  if (version !== null)
    await db
      .deleteFrom("law_past_sections")
      .where("act_id", "=", id)
      .where("version", "is", null)
      .where("in_force", ">", sql<Date>`${version}::date`)
      .execute();
  if (otherWordings.length === 0) return;
  const past = await pastWordings(db, id);
  const added: Kept[] = [];
  for (const other of otherWordings) {
    const known = past.find(({ ref, text }) => ref === other.ref && isSameText(text, other.text));
    if (known === undefined) added.push(keptOf(other, version));
    else if (other.ends && known.ends === null)
      await db.updateTable("law_past_sections").set({ ends: other.ends }).where("id", "=", known.id).execute();
  }
  await insertPast(db, id, added);
}

/**
 * Merges a text older than the stored one. Its wordings are placed among the known ones; those in common get an earlier
 * start date.
 */
export async function keepOlder(me: Server, db: Db, act: LawAct, newest: string | null): Promise<void> {
  db = actAs(me, db);
  await noteVersion(me, db, act);
  const [present, past, texts] = await Promise.all([storedWordings(me, db, act.id), pastWordings(db, act.id), textsOf(db, act.id)]);
  const runs = new Map<string, Run[]>();
  for (const one of present) addTo(runs, { ...one, lastSeen: newest, isPresent: true });
  for (const one of past) addTo(runs, { ...one, isPresent: false });
  const added: Kept[] = [];
  const seenEarlier: string[] = [];
  const change = async (run: Run, days: { first_seen?: string | null; version?: string | null }) => {
    if (!run.isPresent) await db.updateTable("law_past_sections").set(days).where("id", "=", run.id).execute();
    else if (days.first_seen != null && days.first_seen === act.version) seenEarlier.push(run.ref);
    else await db.updateTable("law_sections").set(days).where("id", "=", run.id).execute();
  };
  for (const section of [...act.sections, ...(act.otherWordings ?? [])]) {
    const wording = keptOf(section, act.version);
    const isToCome = wording.firstSeen === null && section.inForce !== null && newest !== null && section.inForce > newest;
    // Future wordings are taken only from the newest text.
    if (isToCome) continue;
    const own = (runs.get(section.ref) ?? []).toSorted((a, b) => (a.firstSeen ?? "").localeCompare(b.firstSeen ?? ""));
    const isSame = (run: Run | undefined) => run !== undefined && isSameText(run.text, section.text);
    const day = wording.firstSeen;
    if (day === null) {
      if (!own.some(isSame)) added.push(wording);
      continue;
    }
    const around = own.find(({ firstSeen, lastSeen }) => firstSeen !== null && firstSeen <= day && day <= (lastSeen ?? firstSeen));
    if (around !== undefined && isSame(around)) continue;
    const before = own.findLast(({ lastSeen }) => lastSeen !== null && lastSeen < day);
    const after = own.find(({ firstSeen }) => firstSeen !== null && firstSeen > day);
    if (around !== undefined) {
      // The wording of the texts before and after this one, but not of this one.
      const { id: _, isPresent, ...kept } = around;
      const [earlier, later] = [texts.findLast((text) => text < day) ?? null, texts.find((text) => text > day) ?? null];
      if (isPresent) {
        added.push({ ...kept, lastSeen: earlier });
        await change(around, { first_seen: later });
      } else {
        added.push({ ...kept, firstSeen: later });
        await change(around, { version: earlier });
      }
      added.push(wording);
    } else if (before !== undefined && isSame(before)) await change(before, { version: day });
    else if (after !== undefined && isSame(after)) await change(after, { first_seen: day });
    else added.push(wording);
  }
  if (seenEarlier.length > 0)
    await sql`update law_sections set first_seen = ${act.version}::date
      where ref in (select jsonb_array_elements_text(${JSON.stringify(seenEarlier)}::jsonb))`.execute(db);
  await insertPast(db, act.id, added);
}

type Run = Past & { isPresent: boolean };

function addTo(runs: Map<string, Run[]>, run: Run): void {
  const own = runs.get(run.ref);
  if (own) own.push(run);
  else runs.set(run.ref, [run]);
}

/** A section counts as present in that text if it was in force on its date. */
function keptOf(section: LawSection, version: string | null): Kept {
  const { ref, number, label, heading, path, text, url, inForce, ends = null } = section;
  const isSeen = version !== null && (inForce ?? "") <= version && (ends === null || version < ends);
  const seen = isSeen ? version : null;
  return { ref, number, label, heading, path, text, url, inForce, ends, firstSeen: seen, lastSeen: seen };
}

async function pastWordings(db: BoundDb, actId: string): Promise<Past[]> {
  const rows = await db
    .selectFrom("law_past_sections")
    .select([...wordingColumns, sql<string | null>`version::text`.as("last")])
    .where("act_id", "=", actId)
    .execute();
  return rows.map(({ last, ...row }) => Object.assign(wordingOf(row), { lastSeen: last }));
}

async function textsOf(db: BoundDb, actId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("law_versions")
    .select(sql<string>`version::text`.as("day"))
    .where("act_id", "=", actId)
    .orderBy("version")
    .execute();
  return rows.map(({ day }) => day);
}

async function insertPast(db: BoundDb, actId: string, wordings: readonly Kept[]): Promise<void> {
  for (let at = 0; at < wordings.length; at += 500) {
    const rows = wordings.slice(at, at + 500).map((wording) => ({
      act_id: actId,
      ref: wording.ref,
      number: wording.number,
      label: wording.label,
      heading: wording.heading,
      path: JSON.stringify(wording.path),
      text: wording.text,
      url: wording.url,
      in_force: wording.inForce,
      ends: wording.ends,
      first_seen: wording.firstSeen,
      version: wording.lastSeen,
    }));
    await db.insertInto("law_past_sections").values(rows).execute();
  }
}

/** Claims the next unindexed wordings of a jurisdiction for this caller. */
export async function pastToIndex(me: Server, db: Db, jurisdiction: string, limit: number): Promise<Indexed[]> {
  db = actAs(me, db);
  const { rows } = await sql<{ id: number; text: string; heading: string; title: string; short_names: string[] }>`
    with taken as (
      update law_past_sections set indexed = true where id in (
        select law_past_sections.id from law_past_sections join law_acts on law_acts.id = act_id
        where not indexed and jurisdiction = ${jurisdiction}
        order by law_past_sections.id limit ${limit} for update of law_past_sections skip locked)
      returning id, act_id, text, heading)
    select taken.id, text, heading, title, short_names from taken join law_acts on law_acts.id = act_id order by taken.id`.execute(
    db,
  );
  return rows.map(({ id, text, heading, title, short_names: names }) => ({
    id,
    text,
    heading,
    title: `${title} ${names.join(" ")}`,
  }));
}

/** Marks wordings for reindexing: the given ones, or the whole jurisdiction. */
export async function forgetPastIndex(
  me: Server,
  db: Db,
  of: { ids: readonly number[] } | { jurisdiction: string },
): Promise<void> {
  db = actAs(me, db);
  if ("ids" in of && of.ids.length === 0) return;
  await db
    .updateTable("law_past_sections")
    .set({ indexed: false })
    .where((where) =>
      "ids" in of
        ? where("id", "in", [...of.ids])
        : sql<boolean>`act_id in (select id from law_acts where jurisdiction = ${of.jurisdiction})`,
    )
    .execute();
}
