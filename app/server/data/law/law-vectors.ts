/*
 * The vectors of current law. Each stores the digest of the text it was made from; when a section's text changes, its
 * vector is deleted in the same transaction.
 */
import { sql } from "kysely";
import type { Actor, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { noteVectorCounts } from "./law-counts.ts";

export type LawToEmbed = { id: number; ref: string; actId: string; digest: string; text: string };
export type EmbeddedLaw = Omit<LawToEmbed, "id" | "text"> & { dimensions: number; data: Int8Array; code: Uint8Array };
export type LawScope = { jurisdiction?: string; actId?: string };

/** A section as embedded: with its act and its position in it. */
const embedded = sql<string>`concat_ws(E'\\n', law_acts.title,
  (select string_agg(part, ' › ' order by place) from jsonb_array_elements_text(law_sections.path) with ordinality as row(part, place)),
  nullif(law_sections.heading, ''), law_sections.text)`;
const digest = sql<string>`md5(${embedded})`;

function sectionsWithout(db: BoundDb, model: string, { jurisdiction, actId }: LawScope) {
  let query = db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .leftJoin("law_vectors", (join) =>
      join
        .onRef("law_vectors.ref", "=", "law_sections.ref")
        .on("law_vectors.model", "=", model)
        .on("law_vectors.digest", "=", digest),
    )
    .where("law_vectors.ref", "is", null);
  if (jurisdiction !== undefined) query = query.where("law_acts.jurisdiction", "=", jurisdiction);
  if (actId !== undefined) query = query.where("law_sections.act_id", "=", actId);
  return query;
}

/** How many sections lack a vector of this model. */
export async function countLawToEmbed(
  me: Server,
  db: Db,
  model: string,
  scope: LawScope,
): Promise<{ sections: number; characters: number }> {
  db = actAs(me, db);
  const row = await sectionsWithout(db, model, scope)
    .select(({ fn }) => fn.countAll<string>().as("sections"))
    .select(sql<string>`coalesce(sum(length(${embedded})), 0)`.as("characters"))
    .executeTakeFirstOrThrow();
  return { sections: Number(row.sections), characters: Number(row.characters) };
}

/** Those after `after`, by id. */
export async function lawToEmbed(
  me: Server,
  db: Db,
  model: string,
  { after, limit, ...scope }: LawScope & { after: number; limit: number },
): Promise<LawToEmbed[]> {
  db = actAs(me, db);
  return sectionsWithout(db, model, scope)
    .where("law_sections.id", ">", after)
    .select(["law_sections.id", "law_sections.ref", "law_sections.act_id as actId"])
    .select([digest.as("digest"), embedded.as("text")])
    .orderBy("law_sections.id")
    .limit(limit)
    .execute();
}

/** Vectors of sections that have changed since are dropped. */
export async function saveLawVectors(me: Server, db: Db, model: string, made: readonly EmbeddedLaw[]): Promise<void> {
  db = actAs(me, db);
  const refs = made.map(({ ref }) => ref);
  await db.transaction().execute(async (trx) => {
    // Locked, so that they do not change meanwhile, and another process's vectors of them come before or after.
    const present = await trx
      .selectFrom("law_sections")
      .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
      .where("law_sections.ref", "in", refs)
      .select(["law_sections.ref", digest.as("digest")])
      .orderBy("law_sections.ref")
      .forNoKeyUpdate("law_sections")
      .execute();
    const here = made.filter((one) => present.some(({ ref, digest: now }) => ref === one.ref && now === one.digest));
    if (here.length === 0) return;
    await trx.deleteFrom("law_vectors").where("ref", "in", refs).execute();
    await trx
      .insertInto("law_vectors")
      .values(
        here.map(({ ref, digest: own, dimensions, actId, data, code }) => ({
          ref,
          digest: own,
          dimensions,
          model,
          act_id: actId,
          data: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
          code: Buffer.from(code),
        })),
      )
      .execute();
    await noteVectorCounts(
      me,
      trx,
      here.map(({ actId }) => actId),
      model,
    );
  });
}

/** After an act's sections were written: deletes the vectors of removed or changed ones. */
export async function forgetLawVectors(me: Server, db: Db, actId: string): Promise<void> {
  db = actAs(me, db);
  await db
    .deleteFrom("law_vectors")
    .where("law_vectors.act_id", "=", actId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("law_sections")
            .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
            .whereRef("law_sections.ref", "=", "law_vectors.ref")
            .where("law_vectors.digest", "=", digest)
            .select("law_sections.id"),
        ),
      ),
    )
    .execute();
}

export type LawCoverage = { jurisdiction: string; model: string; vectors: number; sections: number };

export async function lawVectorCoverage(me: Actor, db: Db): Promise<LawCoverage[]> {
  db = actAs(me, db);
  refuseVisitor(me);
  // Counted by act first, which is read off an index, without the texts and vectors.
  const [vectors, sections] = await Promise.all([
    db
      .selectFrom(({ selectFrom }) =>
        selectFrom("law_vectors")
          .select(({ fn }) => ["act_id", "model", fn.countAll().as("count")])
          .groupBy(["act_id", "model"])
          .as("counted"),
      )
      .innerJoin("law_acts", "law_acts.id", "counted.act_id")
      .select(({ fn }) => ["jurisdiction", "model", fn.sum<string>("count").as("vectors")])
      .groupBy(["jurisdiction", "model"])
      .orderBy("jurisdiction")
      .orderBy("model")
      .execute(),
    db
      .selectFrom(({ selectFrom }) =>
        selectFrom("law_sections")
          .select(({ fn }) => ["act_id", fn.countAll().as("count")])
          .groupBy("act_id")
          .as("counted"),
      )
      .innerJoin("law_acts", "law_acts.id", "counted.act_id")
      .select(({ fn }) => ["jurisdiction", fn.sum<string>("count").as("sections")])
      .groupBy("jurisdiction")
      .execute(),
  ]);
  const all = new Map(sections.map((row) => [row.jurisdiction, Number(row.sections)]));
  return vectors.map(({ jurisdiction, model, ...row }) => ({
    jurisdiction,
    model,
    vectors: Number(row.vectors),
    sections: all.get(jurisdiction) ?? 0,
  }));
}

type Codes = { model: string; jurisdiction: string; dimensions: number; after: number; limit: number };

/**
 * The codes of vectors stored after `after`, in the order they were stored, one after the other: as rows, most of the
 * time would go into taking them apart. The index law_vectors_codes has all of it.
 */
export async function readLawCodes(
  me: Actor,
  db: Db,
  { model, jurisdiction, dimensions, after, limit }: Codes,
): Promise<{ ids: Uint32Array; codes: Uint8Array }> {
  db = actAs(me, db);
  refuseVisitor(me);
  const { rows } = await sql<{ ids: Uint8Array | null; codes: Uint8Array | null }>`
    select string_agg(int4send(id), ''::bytea order by id) as ids, string_agg(code, ''::bytea order by id) as codes
    from (select id, code from law_vectors where model = ${model} and dimensions = ${dimensions} and id > ${after}
      and act_id in (select id from law_acts where jurisdiction = ${jurisdiction}) order by id limit ${limit}) as next`.execute(db);
  const { ids, codes } = rows[0]!;
  return { ids: ids === null ? new Uint32Array() : numbersIn(ids), codes: codes ?? new Uint8Array() };
}

/** As PostgreSQL sends them: the highest byte first. */
function numbersIn(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4));
}

/** With each section's current id; removed sections and other sources are left out. */
export async function readLawVectors(
  me: Actor,
  db: Db,
  { ids, sources }: { ids: readonly number[]; sources?: readonly string[] | undefined },
): Promise<{ sectionId: number; data: Int8Array }[]> {
  db = actAs(me, db);
  refuseVisitor(me);
  if (ids.length === 0) return [];
  let query = db
    .selectFrom("law_vectors")
    .innerJoin("law_sections", "law_sections.ref", "law_vectors.ref")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .where("law_vectors.id", "in", [...ids])
    .select(["law_sections.id as sectionId", "law_vectors.data"]);
  if (sources !== undefined) query = query.where("source", "in", [...sources]);
  const rows = await query.execute();
  return rows.map(({ sectionId, data }) => ({ sectionId, data: new Int8Array(data.buffer, data.byteOffset, data.byteLength) }));
}

function refuseVisitor(me: Actor): void {
  if (me.kind === "visitor") throw problem("not-signed-in");
}
