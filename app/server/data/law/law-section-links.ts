/* Around a section of stored law: what it cites, what cites it, and the definitions of its act that it uses. */
import { sql } from "kysely";
import { definedTerms, usedTerms } from "#core/law/law-definitions.ts";
import type { SectionLinks, UsedDefinition } from "#core/law/law-shelf.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { citationsAround } from "./law-citations.ts";

const mostLinks = 100;
const mostDefining = 60;
/** A coarse sign, in each language, that a section may define something. */
const defining = "means|includes|has the meaning|avses|betyder|verstaan onder|[Dd]efinition|Begriffsbestimm|Im Sinne|Begripsbepal";

export async function getSectionLinks(me: Person, db: Db, ref: string): Promise<SectionLinks> {
  db = actAs(me, db);
  const section = await db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .select(["act_id", "text", sql<boolean>`coalesce(citations_at >= loaded_at, false)`.as("isRead")])
    .where("ref", "=", ref)
    .executeTakeFirst();
  // Of what is no longer in its act, nothing is known any more.
  if (section === undefined) return { isRead: true, cites: [], citedBy: [], definitions: [] };
  const pairs = await citationsAround(me, db, [ref], mostLinks);
  return {
    isRead: section.isRead,
    cites: pairs.filter(({ from }) => from.ref === ref).map(({ to }) => to),
    citedBy: pairs.filter(({ to }) => to.ref === ref).map(({ from }) => from),
    definitions: await definitionsUsed(me, db, { ref, actId: section.act_id, text: section.text }),
  };
}

type Used = { ref: string; actId: string; text: string };

async function definitionsUsed(me: Person, db: Db, { ref, actId, text }: Used): Promise<UsedDefinition[]> {
  const rows = await actAs(me, db)
    .selectFrom("law_sections")
    .select(["ref", "label", "heading", "text"])
    .where("act_id", "=", actId)
    .where("ref", "<>", ref)
    .where(sql<boolean>`(text ~ ${defining} or heading ~ ${defining})`)
    .orderBy("id")
    .limit(mostDefining)
    .execute();
  const found = new Map<string, UsedDefinition>();
  for (const row of rows)
    for (const term of usedTerms(definedTerms(row), text))
      if (!found.has(term.toLowerCase())) found.set(term.toLowerCase(), { term, ref: row.ref, label: row.label });
  return [...found.values()];
}
