/* The sections of an act on the law shelf, and the wordings that are kept of each. */
import { sql, type RawBuilder } from "kysely";
import { languageOfId } from "#core/law/law-names.ts";
import { byDays, type KeptWording, type SectionPage, type SectionWordings, type ShelfSection } from "#core/law/law-shelf.ts";
import type { ActQuery } from "#core/requests/law.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";
import { getLastChange } from "./law-shelf.ts";

const atOnce = 100;
/** Characters of a section's text in the list. */
const startLength = 240;

type Found = Omit<ShelfSection, "wordings">;

/**
 * In the order of the act, continued after the section with this ref; those that are not in its newest text by their
 * refs. Every word is in the label, the heading or the text.
 */
export async function listActSections(me: Person, db: Db, { id: actId, query, show, after }: ActQuery): Promise<SectionPage> {
  db = actAs(me, db);
  const changed = show === "changed" ? await changedRefs(me, db, actId) : null;
  const { rows } = await (show === "absent"
    ? absent(db, { actId, query, after })
    : present(db, { actId, query, after, show, changed }));
  const shown = rows.slice(0, atOnce);
  const kept = await keptWordings(
    db,
    shown.map(({ ref }) => ref),
  );
  const sections = shown.map((row) => Object.assign(row, { wordings: kept.get(row.ref) ?? [] }));
  return { sections, next: rows.length > atOnce ? sections.at(-1)!.ref : null };
}

async function changedRefs(me: Person, db: Db, actId: string): Promise<string[]> {
  const last = await getLastChange(me, db, actId);
  return last === null ? [] : [...last.changed, ...last.added];
}

type Wanted = { actId: string; query: string; after: string | undefined };

const shownColumns = sql`ref, label, heading, path, left(text, ${sql.lit(startLength)}) as start`;
const words = (query: string) => containsAll(sql`(label || ' ' || heading || ' ' || text)`, query);

function present(
  db: BoundDb,
  { actId, query, after, show, changed }: Wanted & { show: ActQuery["show"]; changed: string[] | null },
) {
  const narrowed: RawBuilder<unknown> =
    changed !== null
      ? sql`ref = any (${changed}::text[])`
      : show === "other"
        ? sql`ref in (select ref from law_past_sections where act_id = ${actId})`
        : sql`true`;
  // A refresh gives sections new ids, so a page begins after a ref.
  const begins = after === undefined ? sql`true` : sql`id > (select id from law_sections where ref = ${after})`;
  return sql<Found>`select ${shownColumns}, true as "isPresent" from law_sections where id in (
      select id from law_sections where act_id = ${actId} and ${narrowed} and ${begins} and ${words(query)}
      order by id limit ${atOnce + 1})
    order by id`.execute(db);
}

function absent(db: BoundDb, { actId, query, after }: Wanted) {
  const begins = after === undefined ? sql`true` : sql`ref > ${after}`;
  return sql<Found>`select distinct on (ref) ${shownColumns}, false as "isPresent" from law_past_sections as past
    where act_id = ${actId} and ${begins} and ${words(query)}
      and not exists (select 1 from law_sections where law_sections.ref = past.ref)
    order by ref, id desc limit ${atOnce + 1}`.execute(db);
}

async function keptWordings(db: BoundDb, refs: readonly string[]): Promise<Map<string, KeptWording[]>> {
  const kept = new Map<string, KeptWording[]>();
  if (refs.length === 0) return kept;
  const rows = await db
    .selectFrom("law_past_sections")
    .select(["ref", ...dayColumns, sql<string | null>`version::text`.as("lastSeen")])
    .where("ref", "in", [...refs])
    .execute();
  for (const { ref, ...row } of rows) {
    const wording = { ...row, isPresent: false };
    const own = kept.get(ref);
    if (own) own.push(wording);
    else kept.set(ref, [wording]);
  }
  for (const own of kept.values()) own.sort(byDays);
  return kept;
}

const dayColumns = [
  "id",
  sql<string | null>`in_force::text`.as("inForce"),
  sql<string | null>`ends::text`.as("ends"),
  sql<string | null>`first_seen::text`.as("firstSeen"),
] as const;

const textColumns = [...dayColumns, "act_id", "label", "heading", "path", "url", "text"] as const;

/** Every stored wording of a section, with its text. */
export async function getSectionWordings(me: Person, db: Db, ref: string): Promise<SectionWordings> {
  db = actAs(me, db);
  const [present, past] = await Promise.all([
    db.selectFrom("law_sections").select(textColumns).where("ref", "=", ref).execute(),
    db
      .selectFrom("law_past_sections")
      .select([...textColumns, sql<string | null>`version::text`.as("lastSeen")])
      .where("ref", "=", ref)
      .orderBy("id")
      .execute(),
  ]);
  const newest = present[0] ?? past.at(-1);
  if (newest === undefined) throw problem("not-found");
  const act = await db
    .selectFrom("law_acts")
    .select(["id", "title", "jurisdiction", "language", sql<string | null>`version::text`.as("version")])
    .where("id", "=", newest.act_id)
    .executeTakeFirstOrThrow();
  const { version, id, ...shownAct } = act;
  const wordings = [
    ...present.map((one) => wordingOf(one, { lastSeen: version, isPresent: true })),
    ...past.map((one) => wordingOf(one, { lastSeen: one.lastSeen, isPresent: false })),
  ];
  const { label, heading, url } = newest;
  return {
    ref,
    label,
    heading,
    path: newest.path as string[],
    url,
    act: { ...shownAct, id, language: languageOfId(id) ?? act.language },
    wordings: wordings.toSorted(byDays),
  };
}

type WordingRow = Omit<KeptWording, "lastSeen" | "isPresent"> & { text: string };

function wordingOf({ id, inForce, ends, firstSeen, text }: WordingRow, rest: Pick<KeptWording, "lastSeen" | "isPresent">) {
  return { id, inForce, ends, firstSeen, text, ...rest };
}
