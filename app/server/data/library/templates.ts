/*
 * The templates of a library: a person's own in their personal workspace, an organization's in its own. Every save is a
 * version; a deleted template can be brought back until a sweep purges it.
 */
import { sql } from "kysely";
import { describe, readLibraryFile } from "#core/templates/library-file.ts";
import type {
  LibraryPage,
  LibraryQuery,
  LibraryShelf,
  LibraryStatus,
  LibraryTemplate,
  TemplateVersion,
} from "#core/templates/library.ts";
import { kinds, mostTemplates, statusOf } from "#core/templates/library.ts";
import {
  canApproveTemplate,
  canChangeTemplate,
  canSetPrivate,
  isPrivate,
  mayMake,
  type Person,
  type Server,
} from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { keptAfterRemovalDays } from "#core/workspace/project.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";
import { templatesHere } from "../visible.ts";
import { heldTemplate, onlyPrompts } from "./held-template.ts";
import { vectorsOf } from "./library-words.ts";
import { standingColumns, standingOf } from "./template-standing.ts";

const atOnce = 40;
const mostVersions = 100;

/** Newest first; `before` is the last id of the page before. */
export async function listTemplates(
  me: Person,
  db: Db,
  { shelf = "templates", jurisdiction, status, before }: LibraryQuery,
): Promise<LibraryPage> {
  db = actAs(me, db);
  let found = db
    .selectFrom("library_templates")
    .select(["id", "name", "summary", "kind", "jurisdiction", "language", "updated_at"])
    .select(["version", "approved_version", "retired_at", "user_id", "organization_id"])
    .where(templatesHere(me))
    .where(isOnShelf(shelf))
    .where("removed_at", "is", null)
    .where("retired_at", status === "retired" ? "is not" : "is", null);
  if (jurisdiction !== undefined) found = found.where("jurisdiction", "=", jurisdiction);
  if (status === "approved") found = found.whereRef("approved_version", "=", "version");
  if (status === "unapproved") found = found.where(sql<boolean>`approved_version is distinct from version`);
  if (before !== undefined) found = found.where("id", "<", before);
  const rows = await found
    .orderBy("id", "desc")
    .limit(atOnce + 1)
    .execute();
  const templates = rows.slice(0, atOnce).map((row) => {
    const { id, name, summary, kind, jurisdiction: law, language, updated_at, version, approved_version, retired_at } = row;
    return {
      id,
      name,
      summary,
      kind,
      jurisdiction: law,
      language,
      updatedAt: updated_at.toISOString(),
      status: statusOf({ version, approvedVersion: approved_version, isRetired: retired_at !== null }),
      isPrivate: isPrivate({ userId: row.user_id, organizationId: row.organization_id }),
    };
  });
  return { templates, hasMore: rows.length > atOnce };
}

/** Of those in use, the ids and names in which every word of `called` is, newest first. */
export async function listCalled(me: Person, db: Db, shelf: LibraryShelf, called: string): Promise<{ id: string; name: string }[]> {
  return actAs(me, db)
    .selectFrom("library_templates")
    .select(["id", "name"])
    .where(templatesHere(me))
    .where("removed_at", "is", null)
    .where("retired_at", "is", null)
    .where(isOnShelf(shelf))
    .where(containsAll(sql`name`, called))
    .orderBy("id", "desc")
    .limit(atOnce)
    .execute();
}

function isOnShelf(shelf: LibraryShelf) {
  return shelf === "templates"
    ? sql<boolean>`not (kind = any (${Object.values(kinds)}::text[]))`
    : sql<boolean>`kind = ${kinds[shelf]}`;
}

type OwnKind = (typeof kinds)[keyof typeof kinds];

/** The newest of a kind that are not retired, with their files. */
export async function listNewest(me: Person, db: Db, kind: OwnKind): Promise<{ id: string; source: string }[]> {
  return actAs(me, db)
    .selectFrom("library_templates")
    .select(["id", "source"])
    .where(templatesHere(me))
    .where("removed_at", "is", null)
    .where("retired_at", "is", null)
    .where("kind", "=", kind)
    .orderBy("id", "desc")
    .limit(atOnce)
    .execute();
}

export type OwnFile = { id: string; source: string; status: LibraryStatus };

/** The files of all of a kind that are not retired, oldest (`asc`) or newest first. */
export async function* eachFile(me: Person, db: Db, kind: OwnKind, order: "asc" | "desc" = "asc"): AsyncGenerator<OwnFile> {
  db = actAs(me, db);
  for (let last = ""; ;) {
    const rows = await db
      .selectFrom("library_templates")
      .select(["id", "source", "version", "approved_version"])
      .where(templatesHere(me))
      .where("removed_at", "is", null)
      .where("retired_at", "is", null)
      .where("kind", "=", kind)
      .$if(last !== "", (found) => found.where("id", order === "asc" ? ">" : "<", last))
      .orderBy("id", order)
      .limit(100)
      .execute();
    for (const { id, source, version, approved_version } of rows)
      yield { id, source, status: statusOf({ version, approvedVersion: approved_version, isRetired: false }) };
    if (rows.length < 100) return;
    last = rows.at(-1)!.id;
  }
}

export async function getTemplate(me: Person, db: Db, id: string): Promise<LibraryTemplate> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("library_templates")
    .select(["id", "kind", "source", "version", "made_by", "user_id", "organization_id", "updated_at"])
    .select(standingColumns)
    .where("id", "=", id)
    .where(templatesHere(me))
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  const owned = { userId: row.user_id, organizationId: row.organization_id, madeBy: row.made_by };
  const { source, version, kind, updated_at } = row;
  return {
    id,
    source,
    version,
    updatedAt: updated_at.toISOString(),
    canChange: canChangeTemplate(me, owned),
    canApprove: canApproveTemplate(me, owned),
    isPrivate: isPrivate(owned),
    canShare: kind === kinds.prompts && canSetPrivate(me, owned),
    standing: standingOf(row),
  };
}

type Audience = { isPrivate?: boolean | undefined };

export async function createTemplate(me: Person, db: Db, source: string, audience: Audience = {}): Promise<string> {
  db = actAs(me, db);
  const [id] = await createTemplates(me, db, [source], audience);
  return id!;
}

/** All of them or none. In an organization, prompts can be kept to oneself. */
export async function createTemplates(
  me: Person,
  db: Db,
  sources: readonly string[],
  { isPrivate: isOwn = false }: Audience = {},
): Promise<string[]> {
  db = actAs(me, db);
  if (!mayMake(me)) throw problem("not-allowed");
  const files = sources.map((source) => ({ id: uuidv7(), source, described: columnsOf(source) }));
  if (isOwn && files.some(({ described }) => described.kind !== kinds.prompts)) throw problem("bad-request", onlyPrompts);
  const owner = {
    user_id: me.organizationId === null || isOwn ? me.userId : null,
    organization_id: me.organizationId,
  };
  return db.transaction().execute(async (trx) => {
    for (const { id, source, described } of files) {
      await trx
        .insertInto("library_templates")
        .values({ id, ...owner, made_by: me.userId, ...described })
        .execute();
      await keepVersion(me, trx, { id, version: 1, source });
    }
    await refuseTooMany(me, trx);
    return files.map(({ id }) => id);
  });
}

/** The new version. A save on top of another one than the newest is refused: nothing is overwritten unseen. */
export async function saveTemplate(me: Person, db: Db, save: { id: string; version: number; source: string }): Promise<number> {
  db = actAs(me, db);
  const described = columnsOf(save.source);
  return db.transaction().execute(async (trx) => {
    const { version, owned } = await heldTemplate(me, trx, save.id);
    if (isPrivate(owned) && described.kind !== kinds.prompts) throw problem("bad-request", onlyPrompts);
    if (version !== save.version)
      throw problem("text-changed", "Your text is still here; saving again makes it the newest version.");
    await trx
      .updateTable("library_templates")
      .set({ ...described, version: version + 1, updated_at: sql<Date>`now()` })
      .where("id", "=", save.id)
      .execute();
    await keepVersion(me, trx, { id: save.id, version: version + 1, source: save.source });
    return version + 1;
  });
}

/** Removes a template from the library, or brings it back. */
export async function setTemplateRemoved(me: Person, db: Db, id: string, isRemoved: boolean): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldTemplate(me, trx, id, { removed: true });
    await trx
      .updateTable("library_templates")
      .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
      .where("id", "=", id)
      .execute();
    if (!isRemoved) await refuseTooMany(me, trx);
  });
}

/** Newest first. */
export async function listTemplateVersions(me: Person, db: Db, id: string): Promise<TemplateVersion[]> {
  db = actAs(me, db);
  await getTemplate(me, db, id);
  const rows = await db
    .selectFrom("library_template_versions")
    .leftJoin("user", "user.id", "library_template_versions.made_by")
    .select(["version", "source", "library_template_versions.created_at", "user.name as made_by"])
    .where("template_id", "=", id)
    .orderBy("version", "desc")
    .limit(mostVersions)
    .execute();
  return rows.map(({ version, source, created_at, made_by }) => ({
    version,
    source,
    at: created_at.toISOString(),
    madeBy: made_by,
  }));
}

/** Purges templates whose deletion can no longer be undone. */
export async function sweepRemovedTemplates(me: Server, db: Db): Promise<number> {
  db = actAs(me, db);
  const { numDeletedRows } = await db
    .deleteFrom("library_templates")
    .where("removed_at", "<=", sql<Date>`now() - make_interval(days => ${keptAfterRemovalDays})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export type KeptTemplate = { id: string; name: string; source: string; updatedAt: string };

/** For exports: all of a person's own, wherever they are, or those that an organization has in common. */
export async function listKeptTemplates(me: Person, db: Db, of: "person" | "organization"): Promise<KeptTemplate[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("library_templates")
    .select(["id", "name", "source", "updated_at"])
    .where(of === "person" ? sql<boolean>`user_id = ${me.userId}` : sql<boolean>`${templatesHere(me)} and user_id is null`)
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, source, updated_at }) => ({ id, name, source, updatedAt: updated_at.toISOString() }));
}

function columnsOf(source: string) {
  const read = readLibraryFile(source);
  if ("refusal" in read) throw problem("bad-request", read.refusal);
  const { words, head } = vectorsOf(read.item, source);
  const searched = { words: sql<string>`${words}::tsvector`, head_words: sql<string>`${head}::tsvector` };
  return { ...describe(read.item), source, ...searched };
}

async function keepVersion(me: Person, trx: Trx, { id, version, source }: { id: string; version: number; source: string }) {
  await trx.insertInto("library_template_versions").values({ template_id: id, version, source, made_by: me.userId }).execute();
}

async function refuseTooMany(me: Person, trx: Trx): Promise<void> {
  const { count } = await trx
    .selectFrom("library_templates")
    .select(sql<number>`count(*)::int`.as("count"))
    .where(templatesHere(me))
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  if (count > mostTemplates)
    throw problem("bad-request", `A library can hold at most ${mostTemplates.toLocaleString("en")} templates. Delete some first.`);
}
