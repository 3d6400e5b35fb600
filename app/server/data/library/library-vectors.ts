/* The vectors of a library's items, where an embedding model is set up. */
import { sql } from "kysely";
import type { LibraryShelf } from "#core/templates/library.ts";
import type { TemplateJurisdiction } from "#core/templates/template.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import type { Place } from "../pseudonyms/pseudonym-lists.ts";
import { templatesHere } from "../visible.ts";
import { ofShelves } from "./search-templates.ts";

export type ItemToEmbed = { id: string; version: number; source: string; place: Place };

type Wanted = { model: string; limit: number; except: ReadonlySet<string> };

/** The next items without a vector of this model and of their version, newest first; none that are deleted. */
export async function itemsToEmbed(me: Server, db: Db, { model, limit, except }: Wanted): Promise<ItemToEmbed[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("library_templates as items")
    .leftJoin("library_vectors as vectors", (join) =>
      join
        .onRef("vectors.template_id", "=", "items.id")
        .onRef("vectors.version", "=", "items.version")
        .on("vectors.model", "=", model),
    )
    .where("vectors.template_id", "is", null)
    .where("items.removed_at", "is", null)
    .where(sql<boolean>`not (items.id = any (${[...except]}::uuid[]))`)
    .select(["items.id", "items.version", "items.source", "items.organization_id", "items.user_id", "items.made_by"])
    .orderBy("items.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, version, source, organization_id, user_id, made_by }) => {
    const place = { organizationId: organization_id, projectId: null, userId: user_id ?? made_by ?? "" };
    return { id, version, source, place };
  });
}

type Made = Pick<ItemToEmbed, "id" | "version"> & { model: string; dimensions: number; data: Int8Array };

export async function saveItemVector(me: Server, db: Db, { id, version, model, dimensions, data }: Made): Promise<void> {
  db = actAs(me, db);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  // The item may have been purged by now.
  await sql`insert into library_vectors (template_id, version, model, dimensions, data)
    select id, ${version}, ${model}, ${dimensions}, ${bytes} from library_templates where id = ${id} for key share
    on conflict (template_id) do update
      set version = excluded.version, model = excluded.model, dimensions = excluded.dimensions, data = excluded.data`.execute(db);
}

/** Comparing so many takes milliseconds; of more, the newest are compared. */
const mostCompared = 2_000;

type Asked = { model: string; shelves: readonly LibraryShelf[]; jurisdiction?: TemplateJurisdiction | undefined };
export type ItemVector = { id: string; dimensions: number; data: Int8Array };

/** Of the items that are not retired. */
export async function readItemVectors(me: Person, db: Db, { model, shelves, jurisdiction }: Asked): Promise<ItemVector[]> {
  db = actAs(me, db);
  let found = db
    .selectFrom("library_templates")
    .innerJoin("library_vectors", "library_vectors.template_id", "library_templates.id")
    .where(templatesHere(me))
    .where("removed_at", "is", null)
    .where("retired_at", "is", null)
    .where("library_vectors.model", "=", model)
    .where(ofShelves(shelves));
  if (jurisdiction !== undefined) found = found.where("jurisdiction", "=", jurisdiction);
  const rows = await found
    .select(["library_templates.id", "dimensions", "data"])
    .orderBy("library_templates.id", "desc")
    .limit(mostCompared)
    .execute();
  return rows.map(({ id, dimensions, data }) => ({
    id,
    dimensions,
    data: new Int8Array(data.buffer, data.byteOffset, data.byteLength),
  }));
}
