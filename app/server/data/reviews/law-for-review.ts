/* Sections of stored law that can become rows of a review, or that are to become them. */
import { sql } from "kysely";
import { isInRanges, sectionRanges } from "#core/law/section-ranges.ts";
import type { LawRows } from "#core/requests/reviews.ts";
import { reviewLimits } from "#core/review/review.ts";
import type { LawCandidates } from "#core/review/row-candidates.ts";
import { isSameText } from "#core/text/same-text.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";
import { listActs } from "../law/law-shelf.ts";
import { heldReview } from "./reviews.ts";

/** Sections that are listed at once; more are found by their numbers or words. */
const mostListed = 100;

type Asked = { reviewId: string; actId: string | undefined; words: string };

/** Acts by the words of their names; with `actId`, its sections by their numbers or words. */
export async function listLawCandidates(me: Person, db: Db, { reviewId, actId, words }: Asked): Promise<LawCandidates> {
  db = actAs(me, db);
  await db.transaction().execute((trx) => heldReview(me, trx, reviewId));
  if (actId === undefined) {
    const shelf = { query: words, jurisdiction: undefined, after: undefined, model: null };
    const { acts, next } = await listActs(me, db, shelf);
    const shown = acts.map(({ id, title, shortNames, sections }) => ({ id, title, shortNames, sections }));
    return { kind: "acts", acts: shown, hasMore: next !== null };
  }
  const refs = await refsFor(db, { actId, query: words });
  const listed = refs.slice(0, mostListed);
  const rows = await rowsOfLaw(db, reviewId, listed);
  const found = await db
    .selectFrom("law_sections")
    .select(["ref", "label", "heading", "text"])
    .where("ref", "in", ["", ...listed])
    .execute();
  const byRef = new Map(found.map((one) => [one.ref, one]));
  const sections = listed.flatMap((ref) => {
    const section = byRef.get(ref);
    if (section === undefined) return [];
    const texts = rows.get(ref) ?? [];
    const isRow = texts.some((text) => isSameText(text, section.text));
    return [{ ref, label: section.label, heading: section.heading, isRow, isAmended: texts.length > 0 && !isRow }];
  });
  return { kind: "sections", sections, all: refs.length };
}

/** The texts of a review's rows, by the section each is of. */
async function rowsOfLaw(db: BoundDb, reviewId: string, refs: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ ref: string; text: string }>`select frozen->'law'->>'ref' as ref, text
    from review_documents join files on files.id = review_documents.file_id join file_texts on file_texts.file_id = files.id
    where review_id = ${reviewId} and review_documents.removed_at is null and frozen->'law'->>'ref' = any (${[...refs]}::text[])`.execute(
    db,
  );
  return new Map([...Map.groupBy(rows, ({ ref }) => ref)].map(([ref, own]) => [ref, own.map(({ text }) => text)]));
}

/** The refs of sections in the newest text of an act, in its order; refused if they are none or too many. */
export async function sectionsForReview(me: Person, db: Db, { actId, refs, query }: LawRows): Promise<string[]> {
  db = actAs(me, db);
  const found = await refsFor(db, refs === undefined ? { actId, query: query ?? "" } : { actId, refs });
  if (found.length === 0) throw problem("not-found", "There is no such section in the stored text of this act.");
  const most = reviewLimits.lawAtOnce;
  if (found.length > most)
    throw problem(
      "bad-request",
      `These are ${found.length.toLocaleString("en")} sections; at most ${most} can be added at once. Name a range, such as 1-${most}, or select some.`,
    );
  return found;
}

type Wanted = { actId: string } & ({ refs: readonly string[] } | { query: string });

async function refsFor(db: BoundDb, wanted: Wanted): Promise<string[]> {
  const ofAct = db.selectFrom("law_sections").select(["ref", "number"]).where("act_id", "=", wanted.actId).orderBy("id");
  if ("refs" in wanted) return (await ofAct.where("ref", "in", [...wanted.refs]).execute()).map(({ ref }) => ref);
  const { query } = wanted;
  const ranges = sectionRanges(query);
  if (ranges !== null) {
    const within = (await ofAct.execute()).filter(({ number }) => isInRanges(number, ranges));
    if (within.length > 0) return within.map(({ ref }) => ref);
  }
  const found = await ofAct.where(containsAll(sql`(label || ' ' || heading || ' ' || text)`, query)).execute();
  return found.map(({ ref }) => ref);
}
