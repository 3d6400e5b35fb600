/* What a research has read, as it read, and how each of it reads in the stored law now. */
import { sql } from "kysely";
import type { AuthorityStatus, NumberedSource, ResearchAuthority } from "#core/research/research.ts";
import { sourceMetadata, sourceName, type Source } from "#core/sources/source.ts";
import { isSameText } from "#core/text/same-text.ts";
import { storableJson } from "#core/text/storable.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";

/** With their numbers, in order. For callers that have checked that the person sees the research. */
export async function listSources(me: Person, db: Db, researchId: string): Promise<NumberedSource[]> {
  const rows = await actAs(me, db)
    .selectFrom("research_sources")
    .select(["number", "source"])
    .where("research_id", "=", researchId)
    .orderBy("number")
    .execute();
  return rows.map(({ number, source }) => Object.assign(source, { number }));
}

/** With numbers of their own. A section is kept with the newest stored text of it, so that a later change of that is seen. */
export async function keepSources(me: Person, trx: Trx, researchId: string, sources: readonly NumberedSource[]): Promise<void> {
  trx = actAs(me, trx);
  if (sources.length === 0) return;
  const present = await presentTexts(
    trx,
    sources.flatMap((source) => sourceMetadata(source).ref ?? []),
  );
  const rows = sources.map((source) => {
    const { ref = null } = sourceMetadata(source);
    const now = ref === null ? undefined : present.get(ref);
    return {
      research_id: researchId,
      number: source.number,
      source_id: source.id,
      ref,
      source: storableJson(source),
      present: now?.text ?? null,
      present_version: now?.version ?? null,
    };
  });
  await trx
    .insertInto("research_sources")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["research_id", "number"]).doNothing())
    .execute();
}

type PresentText = {
  ref: string;
  text: string;
  version: string | null;
  inForce: string | null;
  ends: string | null;
  url: string;
};

/** By name. A section that no text has any more is not among them. */
async function presentTexts(db: BoundDb, refs: readonly string[]): Promise<Map<string, PresentText>> {
  if (refs.length === 0) return new Map();
  const { rows } =
    await sql<PresentText>`select ref, text, law_acts.version::text as version, law_sections.in_force::text as "inForce",
      ends::text as ends, law_sections.url as url
    from law_sections join law_acts on law_acts.id = act_id where ref = any (${[...new Set(refs)]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.ref, row]));
}

/** For callers that have checked that the person sees the research. */
export async function listAuthorities(me: Person, db: Db, researchId: string): Promise<ResearchAuthority[]> {
  const asMe = actAs(me, db);
  const sources = await listSources(me, db, researchId);
  const present = await presentTexts(
    asMe,
    sources.flatMap((source) => sourceMetadata(source).ref ?? []),
  );
  const today = new Date().toISOString().slice(0, 10);
  return sources.map((source) => {
    const {
      ref = null,
      version = null,
      inForce = null,
      inForceTo = null,
      inForceOn = null,
      fileName = "",
    } = sourceMetadata(source);
    const isLaw = source.type === "edgar";
    return {
      number: source.number,
      ref,
      name: sourceName(source),
      title: isLaw ? fileName : "",
      version,
      inForce,
      inForceTo,
      day: inForceOn,
      url: isLaw && /^https?:\/\//.test(source.description ?? "") ? source.description! : null,
      status: statusOf(source, ref === null ? undefined : present.get(ref), today),
    };
  });
}

function statusOf(source: Source, present: PresentText | undefined, today: string): AuthorityStatus {
  if (source.type !== "edgar") return "file";
  if (/^(?:ECLI:|CELEX 6)/.test(sourceMetadata(source).ref ?? "")) return "decided";
  if (present === undefined) return "repealed";
  if (present.ends !== null && present.ends <= today) return "ended";
  if (!isSameText(source.content, present.text)) return "amended";
  return present.inForce !== null && present.inForce > today ? "to-come" : "in-force";
}
