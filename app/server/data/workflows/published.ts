/* Which version of a workflow is run. The newest is a draft until it is published; what comes with Stet is published. */
import { kinds } from "#core/templates/library.ts";
import { isUuid } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { builtInItems } from "../../library/built-in-items.ts";
import { heldTemplate } from "../library/held-template.ts";
import { templatesHere } from "../visible.ts";

export type Runnable = { version: number; source: string };

export async function getRunnable(me: Person, db: Db, id: string, which: "newest" | "published"): Promise<Runnable> {
  db = actAs(me, db);
  if (!isUuid(id)) {
    const found = builtInItems().find((one) => one.id === id && one.item.shelf === "workflows");
    if (found === undefined) throw problem("not-found");
    return { version: 0, source: found.source };
  }
  const { version, publishedVersion } = await getVersions(me, db, id);
  const wanted = which === "newest" ? version : publishedVersion;
  if (wanted === null) throw problem("bad-request", "This workflow is a draft. Publish it first, or test it.");
  const { source } = await db
    .selectFrom("library_template_versions")
    .select("source")
    .where("template_id", "=", id)
    .where("version", "=", wanted)
    .executeTakeFirstOrThrow();
  return { version: wanted, source };
}

export type Versions = { version: number; publishedVersion: number | null };

/** Of a workflow of the workspace's own. */
export async function getVersions(me: Person, db: Db, id: string): Promise<Versions> {
  const row = await actAs(me, db)
    .selectFrom("library_templates")
    .select(["version", "published_version"])
    .where("id", "=", id)
    .where("kind", "=", kinds.workflows)
    .where("removed_at", "is", null)
    .where(templatesHere(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return { version: row.version, publishedVersion: row.published_version };
}

/** By id, of those that are workflows of the workspace's own. */
export async function listPublished(me: Person, db: Db, ids: readonly string[]): Promise<Map<string, Versions>> {
  if (ids.length === 0) return new Map();
  const rows = await actAs(me, db)
    .selectFrom("library_templates")
    .select(["id", "version", "published_version"])
    .where("id", "in", [...ids])
    .where(templatesHere(me))
    .execute();
  return new Map(rows.map(({ id, version, published_version }) => [id, { version, publishedVersion: published_version }]));
}

/** Null: it is a draft again, and cannot be run. */
export async function publishWorkflow(me: Person, db: Db, id: string, version: number | null): Promise<void> {
  await actAs(me, db)
    .transaction()
    .execute(async (trx) => {
      const held = await heldTemplate(me, trx, id);
      await getVersions(me, trx, id);
      if (version !== null && version > held.version) throw problem("bad-request", "There is no such version.");
      await trx.updateTable("library_templates").set({ published_version: version }).where("id", "=", id).execute();
    });
}
