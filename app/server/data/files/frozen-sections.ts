/* Sections of law that are to be rows of a review, as files: made together, and each wording once in its project. */
import { sql } from "kysely";
import type { FrozenSection } from "#core/review/frozen.ts";
import { packBlocks, type FileText } from "#core/sources/file-text.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { enforceLimit } from "../accounts/plan-usage.ts";
import { fileOwner } from "./files.ts";

/** `key`: of its content in the file store. */
export type NewSection = { key: string; name: string; size: number; sha256: string; law: FrozenSection; document: FileText };

/** As removed files, until they are rows. `unused`: the keys of those that were known. */
export async function createSections(
  me: Person,
  db: Db,
  projectId: string,
  sections: readonly NewSection[],
): Promise<{ ids: string[]; unused: string[] }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const ownerId = await fileOwner(me, trx, projectId);
    // The same may be added twice at the same moment.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sections ${projectId}`}, 0))`.execute(trx);
    const known = await knownSections(trx, projectId, sections);
    const common = { owner_id: ownerId, organization_id: me.organizationId, made_by: me.userId, project_id: projectId };
    const kind = { kind: "text", content_type: "text/plain; charset=utf-8", status: "ready", problem: null } as const;
    const made = sections.filter((section) => !known.has(nameOf(section))).map((section) => ({ id: uuidv7(), section }));
    if (made.length > 0) {
      const files = made.map(({ id, section: { key, name, size, sha256, law } }) => {
        const own = { id, key, original_name: name, size, sha256, frozen: JSON.stringify({ from: "law", law }) };
        return Object.assign(own, common, kind, { modified_at: null, removed_at: sql<Date>`now()` });
      });
      await trx.insertInto("files").values(files).execute();
      const texts = made.map(({ id, section: { document } }) => {
        return { file_id: id, text: document.text, blocks: JSON.stringify(packBlocks(document.blocks)) };
      });
      await trx.insertInto("file_texts").values(texts).execute();
    }
    await enforceLimit(me, trx, "storageBytes");
    const ids = new Map([...known, ...made.map(({ id, section }) => [nameOf(section), id] as const)]);
    const unused = sections.filter((section) => known.has(nameOf(section))).map(({ key }) => key);
    return { ids: sections.flatMap((section) => ids.get(nameOf(section)) ?? []), unused };
  });
}

/** A wording of a section. */
function nameOf({ sha256, law: { ref } }: { sha256: string; law: Pick<FrozenSection, "ref"> }): string {
  return `${sha256} ${ref}`;
}

/** Their ids. Those that are no rows at present are not purged before they are. */
async function knownSections(trx: Trx, projectId: string, sections: readonly NewSection[]): Promise<Map<string, string>> {
  const [refs, sums] = [sections.map(({ law }) => law.ref), sections.map(({ sha256 }) => sha256)];
  const { rows } = await sql<{ id: string; sha256: string; ref: string }>`with known as (
      select id, sha256, frozen->'law'->>'ref' as ref from files
      where project_id = ${projectId} and frozen->'law'->>'ref' = any (${refs}::text[]) and sha256 = any (${sums}::text[])),
    kept as (update files set removed_at = now() where id in (select id from known) and removed_at is not null)
    select id, sha256, ref from known`.execute(trx);
  return new Map(rows.map(({ id, sha256, ref }) => [nameOf({ sha256, law: { ref } }), id]));
}
