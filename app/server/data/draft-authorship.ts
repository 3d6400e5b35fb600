/* Whose the words of a draft are, counted, with who has saved it and how: for all who may read it. */
import { sql } from "kysely";
import { runsOf, unknown, unpackRuns } from "#core/authorship.ts";
import { authorshipReport, type AuthorshipPage } from "#core/authorship-report.ts";
import { storedDocument } from "#core/document-repair.ts";
import type { Person } from "#core/policy.ts";
import type { Db } from "../db/database.ts";
import { getDraft } from "./drafts.ts";

export async function getAuthorshipPage(me: Person, db: Db, draftId: string): Promise<AuthorshipPage> {
  const draft = await getDraft(me, db, draftId);
  const document = storedDocument(draft.document);
  const { size } = document.content;
  const runs = unpackRuns(draft.authorship, size) ?? runsOf(size, unknown);
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
    report: authorshipReport(document, runs),
    people,
    entries,
    firstAt: ends.first.toISOString(),
    lastAt: ends.last.toISOString(),
  };
}
