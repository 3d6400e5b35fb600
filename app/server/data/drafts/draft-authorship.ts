/* The authorship of a draft's words, counted, with who saved it and how; visible to everyone who can read it. */
import { sql } from "kysely";
import type { AuthorshipPage } from "#core/authorship/authorship-report.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { longWork } from "../../long-work/long-work.ts";
import { getDraftAsText } from "./drafts.ts";

export async function getAuthorshipPage(me: Person, db: Db, draftId: string): Promise<AuthorshipPage> {
  db = actAs(me, db);
  const draft = await getDraftAsText(me, db, draftId);
  const authorship = draft.authorship && JSON.stringify(draft.authorship);
  const report = await longWork(me, "authorshipReport", { document: draft.document, authorship });
  const of = db.selectFrom("draft_versions").where("draft_id", "=", draftId);
  const entries = await of
    .select(["kind", sql<number>`count(*)::int`.as("count")])
    .groupBy("kind")
    .orderBy("count", "desc")
    .execute();
  const people = await of
    .leftJoin("user", "user.id", "draft_versions.made_by")
    .select(["user.name", sql<number>`count(*)::int`.as("entries")])
    .groupBy(["draft_versions.made_by", "user.name"])
    .orderBy("entries", "desc")
    .execute();
  const ends = await of
    .select([sql<Date>`min(created_at)`.as("first"), sql<Date>`max(updated_at)`.as("last")])
    .executeTakeFirstOrThrow();
  return {
    name: draft.name,
    projectName: draft.projectName,
    version: draft.version,
    madeAt: new Date().toISOString(),
    report,
    people,
    entries,
    firstAt: ends.first.toISOString(),
    lastAt: ends.last.toISOString(),
  };
}
