/*
 * Everything that a workspace holds about a contact. What the asker has no access to is counted, as in a conflict check,
 * and nothing of it leaves this module.
 */
import { sql } from "kysely";
import type { ConflictCheck, ConflictFindings, Party } from "#core/contacts/conflicts.ts";
import type { ContactReport, ErasurePreview, ReportedRun } from "#core/contacts/contact-report.ts";
import { foldName, likeness, nearMatch, type FoldedName } from "#core/contacts/name-match.ts";
import type { WorkflowValues } from "#core/workflows/values.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { conflictChecksHere, contactsHere, isHere, seenRuns } from "../visible.ts";
import { findParties } from "./conflict-checks.ts";
import { getContact, heldContact } from "./contacts.ts";

/** Of what is found: far beyond what a workspace holds. */
const most = 100_000;

export async function reportContact(me: Person, db: Db, id: string): Promise<ContactReport> {
  db = actAs(me, db);
  const contact = await getContact(me, db, id);
  const rows = await db
    .selectFrom("contacts")
    .select(["id", "fields"])
    .where("merged_into", "=", id)
    .where(contactsHere(me))
    .orderBy("id")
    .execute();
  const merged = rows.map(({ id: other, fields }) => Object.assign({ id: other }, fields));
  const ids = [id, ...merged.map((one) => one.id)];
  const names = [...new Set([contact.name, ...merged.map(({ name }) => name)])];
  const named = await findNamed(me, db, { ids, names });
  const checks = await checksOf(me, db, { ids, names });
  const runs = await runsGiven(me, db, ids);
  const hidden = { checks: checks.hidden, runs: runs.hidden };
  return { contact: { ...contact, merged }, named, checks: checks.seen, runs: runs.seen, hidden };
}

/** What erasing it takes along and leaves. */
export async function previewErasure(me: Person, db: Db, id: string): Promise<ErasurePreview> {
  db = actAs(me, db);
  const { contact, named, checks, runs, hidden } = await reportContact(me, db, id);
  const found = (kind: string) => new Set(named.hits.filter((hit) => hit.kind === kind).map((hit) => hit.id)).size;
  return {
    merged: contact.merged.map(({ name }) => name),
    relations: contact.relations.length,
    kept: {
      projects: found("project"),
      drafts: found("draft"),
      files: found("file"),
      checks: checks.length + hidden.checks,
      runs: runs.length + hidden.runs,
    },
    hidden: named.hidden.count,
  };
}

type Wanted = { ids: readonly string[]; names: readonly string[] };

async function findNamed(me: Person, db: Db, { ids, names }: Wanted): Promise<ConflictFindings> {
  // For either side: who is on the other is no question here.
  const parties: Party[] = names.map((name) => ({ name, side: "client" }));
  const found = await findParties(me, db, parties, { most });
  const hits = found.hits
    .filter((hit) => hit.kind !== "contact" || !ids.includes(hit.id))
    .map((hit) => Object.assign(hit, { isAdverse: false }));
  return { ...found, hidden: { ...found.hidden, adverse: 0 }, hits };
}

/** Checks that asked for a name like this, or found the contact. */
async function checksOf(me: Person, db: Db, { ids, names }: Wanted): Promise<{ seen: ConflictCheck[]; hidden: number }> {
  db = actAs(theServer, db);
  const rows = await db
    .selectFrom("conflict_checks")
    .leftJoin("user", "user.id", "conflict_checks.made_by")
    .leftJoin("projects", "projects.id", "conflict_checks.project_id")
    .select(["conflict_checks.id", "conflict_checks.created_at", "parties", "found", "user.name as by"])
    .select(["projects.id as projectId", "projects.name as projectName", conflictChecksHere(me).as("isVisible")])
    .where(contactsHere(me, "conflict_checks"))
    .orderBy("conflict_checks.id", "desc")
    .execute();
  const wanted = names.map(foldName);
  const of = rows.filter(
    ({ parties, found }) =>
      parties.some(({ name }) => isLike(foldName(name), wanted)) || found.hits.some((hit) => ids.includes(hit.id)),
  );
  const seen = of
    .filter(({ isVisible }) => isVisible)
    .map(({ id, created_at, parties, found, by, projectId, projectName }) => ({
      id,
      at: created_at.toISOString(),
      by,
      project: projectId === null || projectName === null ? null : { id: projectId, name: projectName },
      parties,
      found,
    }));
  return { seen, hidden: of.length - seen.length };
}

function isLike(name: FoldedName, wanted: readonly FoldedName[]): boolean {
  return wanted.some((one) => likeness(name, one) >= nearMatch);
}

/** Runs of workflows keep what they were given, as it was then. */
async function runsGiven(me: Person, db: Db, ids: readonly string[]): Promise<{ seen: ReportedRun[]; hidden: number }> {
  type Row = { id: string; name: string; at: Date; inputs: WorkflowValues; isVisible: boolean };
  const { rows } = await sql<Row>`select workflow_runs.id, workflow_runs.name, workflow_runs.created_at as at, inputs,
      ${seenRuns(me)} as "isVisible"
    from workflow_runs join projects on projects.id = workflow_runs.project_id
    where workflow_runs.removed_at is null and ${isHere(me, "projects.organization_id")}
      and (${me.organizationId}::text is not null or projects.owner_id = ${me.userId})
      and exists (select 1 from jsonb_each(inputs) as given(name, value) where value ->> 'contactId' = any (${[...ids]}::text[]))
    order by workflow_runs.id desc`.execute(actAs(theServer, db));
  const seen = rows
    .filter(({ isVisible }) => isVisible)
    .map(({ id, name, at, inputs }) => {
      const given = Object.entries(inputs).filter(([, value]) => value.type === "contact" && ids.includes(value.contactId));
      return { id, name, at: at.toISOString(), given: Object.fromEntries(given) };
    });
  return { seen, hidden: rows.length - seen.length };
}

/**
 * For good, with the contacts that were merged into it and what it was to others. What was said before it is done: a
 * contact that has changed since is refused.
 */
export async function eraseContact(me: Person, db: Db, { id, version }: { id: string; version: number }): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const held = await heldContact(me, trx, id);
    if (held.version !== version) throw problem("text-changed", "Reload to see the changes, then decide again.");
    await trx.deleteFrom("contacts").where("id", "=", id).where(contactsHere(me)).execute();
  });
}
