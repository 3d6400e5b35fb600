/* Writing styles: a person's own, which applies everywhere, and the organization's, edited by those who manage it. */
import { sql, type Expression } from "kysely";
import { mayManage, membershipOf, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { describeStyle } from "#core/style/describe-style.ts";
import { longSentenceOf, type WritingRules } from "#core/style/house-checks.ts";
import {
  emptyStyle,
  houseIn,
  measuresOf,
  mostSamples,
  type StoredStyle,
  type StyleChange,
  type StyleInPlace,
  type StyleOwner,
  type StyleSample,
} from "#core/style/writing-style.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { isHere, removableDrafts } from "../visible.ts";

export async function getStyle(me: Person, db: Db, of: StyleOwner): Promise<StoredStyle> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("writing_styles")
    .select(["samples", "description", "house"])
    .where(isOf(me, of))
    .executeTakeFirst();
  return row ?? emptyStyle;
}

export async function changeStyle(me: Person, db: Db, of: StyleOwner, { description, house }: StyleChange): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const { id } = await lockedStyle(me, trx, of);
    if (description !== undefined) await write(trx, id, { description: description === "" ? null : description });
    if (house !== undefined) await write(trx, id, { house: JSON.stringify(house) });
  });
}

export async function addStyleSample(me: Person, db: Db, of: StyleOwner, sample: StyleSample): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const { id, samples } = await lockedStyle(me, trx, of);
    if (samples.length >= mostSamples)
      throw problem("bad-request", `A style can have at most ${mostSamples} samples. Remove one first.`);
    await write(trx, id, withSamples([...samples, sample]));
  });
}

export async function removeStyleSample(me: Person, db: Db, of: StyleOwner, sampleId: string): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const { id, samples } = await lockedStyle(me, trx, of);
    const left = samples.filter((sample) => sample.id !== sampleId);
    if (left.length === samples.length) throw problem("not-found");
    await write(trx, id, withSamples(left));
  });
}

export async function deleteStyle(me: Person, db: Db, of: StyleOwner): Promise<void> {
  db = actAs(me, db);
  await db.deleteFrom("writing_styles").where(isOf(me, of)).execute();
}

/** The person's own style and that of their current organization, as JSON: `StyleInPlace`. */
export function stylesFor(userId: Expression<unknown>, organizationId: Expression<unknown>) {
  return sql<StyleInPlace[] | null>`(select json_agg(json_build_object('isOwn', user_id is not null,
      'description', coalesce(writing_styles.description, measured), 'house', house))
    from writing_styles where writing_styles.user_id = ${userId} or writing_styles.organization_id = ${organizationId})`;
}

/** What the person's drafts are checked against here; null if nothing is set or measured. */
export async function getWritingRules(me: Person, db: Db): Promise<WritingRules | null> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("writing_styles")
    .select(["user_id", "samples", "house"])
    .where(sql<boolean>`user_id = ${me.userId} or organization_id = ${me.organizationId}`)
    .execute();
  if (rows.length === 0) return null;
  const styles = rows.map(({ user_id, samples, house }) => ({ isOwn: user_id !== null, house, measures: measuresOf({ samples }) }));
  const measured = styles.toSorted((a) => (a.isOwn ? -1 : 1)).find(({ measures }) => measures.length > 0);
  return { house: houseIn(styles), longSentence: measured ? longSentenceOf(measured.measures[0]!.sentence) : null };
}

const mostDrafts = 50;

/** The drafts in this workspace that are the person's own, or made by them, that a sample can be taken from. */
export async function listDraftsToMeasure(me: Person, db: Db): Promise<{ id: string; name: string }[]> {
  return actAs(me, db)
    .selectFrom("drafts")
    .select(["id", "name"])
    .where(removableDrafts(me))
    .where("removed_at", "is", null)
    .where(isHere(me, "drafts.organization_id"))
    .orderBy("updated_at", "desc")
    .limit(mostDrafts)
    .execute();
}

/** The row of the person, or of the current organization if they manage it. */
function isOf(me: Person, of: StyleOwner) {
  return of === "person" ? sql<boolean>`user_id = ${me.userId}` : sql<boolean>`organization_id = ${managed(me)}`;
}

function managed(me: Person): string {
  const { organizationId } = me;
  if (organizationId === null || membershipOf(me, organizationId) === null) throw problem("not-found");
  if (!mayManage(me, organizationId)) throw problem("not-allowed");
  return organizationId;
}

/** Created if missing, and locked until the end of the transaction, so that no update is lost. */
async function lockedStyle(me: Person, trx: Trx, of: StyleOwner): Promise<{ id: string; samples: StyleSample[] }> {
  const owner = of === "person" ? { user_id: me.userId } : { organization_id: managed(me) };
  await trx
    .insertInto("writing_styles")
    .values({ id: uuidv7(), ...owner, samples: "[]" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx.selectFrom("writing_styles").select(["id", "samples"]).where(isOf(me, of)).forUpdate().executeTakeFirstOrThrow();
}

function withSamples(samples: StyleSample[]) {
  return { samples: JSON.stringify(samples), measured: describeStyle(measuresOf({ samples })) };
}

async function write(
  trx: Trx,
  id: string,
  change: ReturnType<typeof withSamples> | { description: string | null } | { house: string },
): Promise<void> {
  await trx
    .updateTable("writing_styles")
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}
