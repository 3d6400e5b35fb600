/*
 * Law that has changed since a research read it. The text that was the newest then is kept beside each source, so one
 * comparison with the stored law tells, whatever day the research is about.
 */
import { sql } from "kysely";
import type { ChangedLaw } from "#core/law/changed-law.ts";
import { sourceName, type Source } from "#core/sources/source.ts";
import { isSameText } from "#core/text/same-text.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { isHere, seenDrafts, seenResearch } from "../visible.ts";
import { heldResearch } from "./held-research.ts";

type Row = {
  researchId: string;
  projectId: string;
  question: string;
  draftId: string | null;
  draft: string | null;
  ref: string;
  source: Source;
  was: string;
  wasVersion: string | null;
  now: string | null;
  version: string | null;
  url: string | null;
};

/** Compared in words, not in white space. */
const mostCompared = 2000;

/** Of one research, of a memo's draft, or of all that are watched in the current workspace; at most `limit`. */
export async function listWatchedLaw(
  me: Person,
  db: Db,
  of: { researchId?: string; draftId?: string; limit: number },
): Promise<ChangedLaw[]> {
  db = actAs(me, db);
  const which =
    of.researchId !== undefined
      ? sql`research.id = ${of.researchId}`
      : of.draftId !== undefined
        ? sql`exists (select 1 from research_runs where research_id = research.id and draft_id = ${of.draftId})`
        : sql`${isHere(me, "projects.organization_id")}`;
  const { rows } = await sql<Row>`select research.id as "researchId", research.project_id as "projectId", question,
      memo.id as "draftId", memo.name as draft, read.ref, read.source, read.present as was,
      read.present_version::text as "wasVersion", law_sections.text as now, law_acts.version::text as version,
      coalesce(law_sections.url, '') as url
    from research join projects on projects.id = research.project_id
      join lateral (select distinct on (ref) * from research_sources where research_id = research.id and ref is not null
        and present is not null order by ref, number desc) as read on true
      left join law_sections on law_sections.ref = read.ref
      left join law_acts on law_acts.id = coalesce(law_sections.act_id,
        (select act_id from law_past_sections where law_past_sections.ref = read.ref limit 1))
      left join lateral (select drafts.id, drafts.name from research_runs join drafts on drafts.id = research_runs.draft_id
        where research_id = research.id and ${seenDrafts(me)} order by research_runs.id desc limit 1) as memo on true
    where research.removed_at is null and research.watched and ${seenResearch(me)} and ${which}
      and law_sections.text is distinct from read.present
    order by research.updated_at desc, research.id, read.number limit ${mostCompared}`.execute(db);
  return rows
    .filter(({ was, now }) => now === null || !isSameText(was, now))
    .slice(0, of.limit)
    .map(changeOf);
}

function changeOf({ source, was, wasVersion, now, version, url, ref, ...where }: Row): ChangedLaw {
  const { researchId, question, projectId, draftId, draft } = where;
  return {
    projectId,
    research: { id: researchId, question },
    ...(draftId !== null && { draftId, draft: draft ?? "" }),
    ref,
    name: sourceName(source),
    isRepealed: now === null,
    cited: { text: was, version: wasVersion },
    present: { text: now ?? "", version, url: url ?? "" },
  };
}

/** From now on, changes to today's text are reported. */
export async function lookedAgain(me: Person, db: Db, researchId: string): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldResearch(me, trx, researchId);
    await sql`update research_sources set present = law_sections.text, present_version = law_acts.version
      from law_sections join law_acts on law_acts.id = law_sections.act_id
      where research_id = ${researchId} and law_sections.ref = research_sources.ref`.execute(trx);
    await sql`update research_sources set present = null, present_version = null where research_id = ${researchId}
      and ref is not null and not exists (select 1 from law_sections where law_sections.ref = research_sources.ref)`.execute(trx);
  });
}
