/*
 * Whether a party is known in a workspace before a matter is opened: its contacts, the parties of its matters, and the
 * words of its drafts and files. Stet itself compares everything; what the asker may not see is counted and nothing of
 * it leaves this module. Every check is kept as a record.
 */
import { sql, type RawBuilder } from "kysely";
import {
  byWeight,
  isAdverse,
  partyLimits,
  sides,
  type ConflictCheck,
  type ConflictFindings,
  type ConflictHit,
  type Party,
} from "#core/contacts/conflicts.ts";
import { nameKeys } from "#core/contacts/folded-name.ts";
import { foldName, likeness, nearMatch, type FoldedName } from "#core/contacts/name-match.ts";
import { longestWordPattern, mentionOf } from "#core/contacts/name-in-text.ts";
import type { AskedConflicts } from "#core/requests/contacts.ts";
import { matterOf } from "#core/workspace/project.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { mayMake, theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { conflictChecksHere, contactsHere, isHere, ownProjects, seenDrafts, seenFiles, seenProjects } from "../visible.ts";
import { isListed, ownerOf } from "./contacts.ts";

const textsAtOnce = 100;
const mostCandidates = 5_000;
const checksAtOnce = 40;

/** What is found, before it is divided into what the asker sees and what is only counted. */
type Found = ConflictHit & { isVisible: boolean };
type Asked = Party & { folded: FoldedName };

export async function checkConflicts(
  me: Person,
  db: Db,
  { parties, except }: AskedConflicts,
): Promise<{ id: string; found: ConflictFindings }> {
  db = actAs(me, db);
  if (!mayMake(me) || me.scopes !== undefined) throw problem("not-allowed");
  const found = await findParties(me, db, parties, { except });
  const id = uuidv7();
  await db
    .insertInto("conflict_checks")
    .values({ id, ...ownerOf(me), parties: JSON.stringify(parties), found: JSON.stringify(found) })
    .execute();
  return { id, found };
}

/** What the workspace knows of these parties. `most`: how many of what is found are listed. */
export async function findParties(
  me: Person,
  db: Db,
  parties: readonly Party[],
  { except, most = partyLimits.shown }: { except?: string | undefined; most?: number },
): Promise<ConflictFindings> {
  db = actAs(me, db);
  const asked = parties.map((party) => ({ ...party, folded: foldName(party.name) }));
  const contacts = await contactHits(me, db, asked);
  const projects = await projectHits(me, db, asked);
  const drafts = await textHits(me, db, asked, "draft");
  const files = await textHits(me, db, asked, "file");
  const all = [...contacts.hits, ...projects.hits, ...drafts.hits, ...files.hits];
  const others = all.filter(({ projectId }) => except === undefined || projectId !== except);
  const compared = {
    contacts: contacts.compared,
    projects: projects.compared,
    drafts: drafts.compared,
    files: files.compared,
  };
  return divided(others, compared, most);
}

function divided(all: readonly Found[], compared: ConflictFindings["compared"], most: number): ConflictFindings {
  const visible = all.filter(({ isVisible }) => isVisible).toSorted(byWeight);
  const shown = visible.slice(0, most).map(({ isVisible: _isVisible, ...hit }) => hit);
  // A matter counts once, whatever is found in it.
  const hidden = Map.groupBy(
    all.filter(({ isVisible }) => !isVisible),
    ({ projectId, id }) => projectId ?? id,
  );
  const adverse = [...hidden.values()].filter((hits) => hits.some((hit) => hit.isAdverse)).length;
  return { hits: shown, more: visible.length - shown.length, hidden: { count: hidden.size, adverse }, compared };
}

type Part = { hits: Found[]; compared: number };

async function contactHits(me: Person, db: Db, asked: readonly Asked[]): Promise<Part> {
  db = actAs(me, db);
  const here = () => db.selectFrom("contacts").where(contactsHere(me)).where(isListed);
  const { compared } = await here()
    .select(sql<number>`count(*)::int`.as("compared"))
    .executeTakeFirstOrThrow();
  const hits: Found[] = [];
  for (const { name, side, folded } of asked) {
    const rows = await here()
      .select(["id", "name", "fields"])
      .where(sql<boolean>`name_keys && ${nameKeys(name)}::text[]`)
      .limit(mostCandidates)
      .execute();
    for (const { id, name: title, fields } of rows) {
      const alike = likeness(folded, foldName(title));
      if (alike < nearMatch) continue;
      const roles = fields.roles;
      const common = { party: name, kind: "contact", id, projectId: null, title, words: title, roles, likeness: alike } as const;
      hits.push({ ...common, isAdverse: isAdverse(side, roles), isVisible: true });
    }
  }
  return { hits, compared };
}

/** The parties that matters name. */
async function projectHits(me: Person, db: Db, asked: readonly Asked[]): Promise<Part> {
  const rows = await actAs(theServer, db)
    .selectFrom("projects")
    .select(["id", "name", "matter", seenProjects(me).as("isVisible")])
    .where(inWorkspace(me, "projects"))
    .where("removed_at", "is", null)
    .where("is_sample", "=", false)
    .execute();
  const hits = rows.flatMap(({ id, name: title, matter, isVisible }) =>
    sides.flatMap((role) => {
      const words = matterOf(matter)[role];
      const there = words === "" ? [] : foldName(words);
      return asked.flatMap(({ name: party, side, folded }): Found[] => {
        const alike = likeness(folded, there);
        if (alike < nearMatch) return [];
        const common = { party, kind: "project", id, projectId: id, title, words, roles: [role], likeness: alike } as const;
        return [{ ...common, roles: [role], isAdverse: isAdverse(side, [role]), isVisible }];
      });
    }),
  );
  return { hits, compared: rows.length };
}

type TextRow = { id: string; title: string; projectId: string | null; isVisible: boolean; text: string };

/** Mentions in drafts or files. The texts are read a part at a time, and only where the longest word of a name is. */
async function textHits(me: Person, db: Db, asked: readonly Asked[], kind: "draft" | "file"): Promise<Part> {
  const ids = await textIds(me, db, kind);
  const patterns = asked.flatMap(({ name }) => longestWordPattern(name) ?? []);
  if (patterns.length === 0) return { hits: [], compared: ids.length };
  const hits: Found[] = [];
  for (let from = 0; from < ids.length; from += textsAtOnce) {
    const rows = await textsWith(me, db, kind, { ids: ids.slice(from, from + textsAtOnce), pattern: patterns.join("|") });
    for (const { text, ...row } of rows) {
      for (const { name } of asked) {
        const words = mentionOf(name, text);
        if (words !== null) hits.push({ ...row, party: name, kind, words, roles: null, likeness: 1, isAdverse: false });
      }
    }
  }
  return { hits, compared: ids.length };
}

async function textIds(me: Person, db: Db, kind: "draft" | "file"): Promise<string[]> {
  const table = kind === "draft" ? "drafts" : "files";
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where removed_at is null
    and ${inWorkspace(me, table)} order by id`.execute(actAs(theServer, db));
  return rows.map(({ id }) => id);
}

async function textsWith(
  me: Person,
  db: Db,
  kind: "draft" | "file",
  { ids, pattern }: { ids: string[]; pattern: string },
): Promise<TextRow[]> {
  const query =
    kind === "draft"
      ? sql<TextRow>`select drafts.id, drafts.name as title, drafts.project_id as "projectId", ${seenDrafts(me)} as "isVisible", drafts.content as text
          from drafts where drafts.id = any(${ids}::uuid[]) and drafts.content ~* ${pattern}`
      : sql<TextRow>`select files.id, files.original_name as title, files.project_id as "projectId", ${seenFiles(me)} as "isVisible", file_texts.text
          from files join file_texts on file_texts.file_id = files.id where files.id = any(${ids}::uuid[]) and file_texts.text ~* ${pattern}`;
  return (await query.execute(actAs(theServer, db))).rows;
}

/** All of an organization’s, also what the person may not see; in the personal workspace their own. */
function inWorkspace(me: Person, table: "projects" | "drafts" | "files"): RawBuilder<boolean> {
  const here = isHere(me, `${table}.organization_id`);
  return me.organizationId === null ? sql<boolean>`(${here} and ${sql.ref(`${table}.owner_id`)} = ${me.userId})` : here;
}

/** Newest first; `before` is the last id of the page before. */
export async function listConflictChecks(
  me: Person,
  db: Db,
  before?: string,
): Promise<{ checks: ConflictCheck[]; hasMore: boolean }> {
  db = actAs(me, db);
  let asked = db
    .selectFrom("conflict_checks")
    .leftJoin("user", "user.id", "conflict_checks.made_by")
    .leftJoin("projects", "projects.id", "conflict_checks.project_id")
    .select([
      "conflict_checks.id",
      "conflict_checks.created_at",
      "parties",
      "found",
      "user.name as by",
      "projects.id as projectId",
      "projects.name as projectName",
    ])
    .where(conflictChecksHere(me));
  if (before !== undefined) asked = asked.where("conflict_checks.id", "<", before);
  const rows = await asked
    .orderBy("conflict_checks.id", "desc")
    .limit(checksAtOnce + 1)
    .execute();
  const checks = rows.slice(0, checksAtOnce).map(({ id, created_at, parties, found, by, projectId, projectName }) => ({
    id,
    at: created_at.toISOString(),
    by,
    project: projectId === null || projectName === null ? null : { id: projectId, name: projectName },
    parties,
    found,
  }));
  return { checks: await withPresentContacts(me, db, checks), hasMore: rows.length > checksAtOnce };
}

/** Each contact that was found as the one it is now: merged into another, or gone. The record itself stays as it was. */
async function withPresentContacts(me: Person, db: Db, checks: readonly ConflictCheck[]): Promise<ConflictCheck[]> {
  const isContact = ({ kind }: ConflictHit) => kind === "contact";
  const ids = checks.flatMap(({ found }) => found.hits.filter(isContact).map(({ id }) => id));
  if (ids.length === 0) return [...checks];
  const { rows } = await sql<{ id: string; present: string }>`select contacts.id, present.id as present
    from contacts join contacts present on present.id = coalesce(contacts.merged_into, contacts.id)
    where contacts.id = any (${[...new Set(ids)]}::uuid[]) and present.removed_at is null and ${contactsHere(me)}`.execute(
    actAs(me, db),
  );
  const present = new Map(rows.map((row) => [row.id, row.present]));
  const now = (hit: ConflictHit): ConflictHit =>
    isContact(hit) ? { ...hit, id: present.get(hit.id) ?? hit.id, isGone: !present.has(hit.id) } : hit;
  return checks.map((check) => ({ ...check, found: { ...check.found, hits: check.found.hits.map(now) } }));
}

/** Says for which matter the check was made. */
export async function nameCheckedProject(me: Person, db: Db, { id, projectId }: { id: string; projectId: string }): Promise<void> {
  db = actAs(me, db);
  const project = await db
    .selectFrom("projects")
    .select("id")
    .where("id", "=", projectId)
    .where(ownProjects(me))
    .where(isHere(me, "organization_id"))
    .executeTakeFirst();
  if (project === undefined) throw problem("not-found");
  const { numUpdatedRows } = await db
    .updateTable("conflict_checks")
    .set({ project_id: projectId })
    .where("id", "=", id)
    .where("made_by", "=", me.userId)
    .where("project_id", "is", null)
    .where(conflictChecksHere(me))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw problem("not-found");
}

/** For exports: all of a person's own, wherever they are, or those of the workspace. */
export async function* eachKeptCheck(me: Person, db: Db, of: "person" | "workspace") {
  db = actAs(me, db);
  for (let before: string | null = null; ;) {
    const rows: { id: string; created_at: Date; parties: Party[]; found: ConflictFindings; project_id: string | null }[] = await db
      .selectFrom("conflict_checks")
      .select(["id", "created_at", "parties", "found", "project_id"])
      .where(of === "person" ? sql<boolean>`user_id = ${me.userId}` : conflictChecksHere(me))
      .where(sql<boolean>`(${before}::uuid is null or id < ${before}::uuid)`)
      .orderBy("id", "desc")
      .limit(200)
      .execute();
    yield* rows;
    if (rows.length < 200) return;
    before = rows.at(-1)!.id;
  }
}
