/* A person's picture, what they write, and whether they have completed onboarding. */
import { sql } from "kysely";
import type { Person, Server } from "#core/workspace/policy.ts";
import type { Profile, Writes } from "#core/account/profile.ts";
import { styleForModel } from "#core/style/writing-style.ts";
import type { Whereabouts } from "../../chat/whereabouts.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import type { About } from "../chats/foreseen-turns.ts";
import { stylesFor } from "../drafts/writing-styles.ts";

export async function getProfile(me: Person, db: Db): Promise<Profile & Whereabouts> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("user")
    .select(["image", "writes", "onboarded_at", "time_zone", "locale"])
    .where("id", "=", me.userId)
    .executeTakeFirst();
  return {
    image: row?.image ?? null,
    writes: row?.writes ?? {},
    isOnboarded: row?.onboarded_at != null,
    timeZone: row?.time_zone ?? null,
    locale: row?.locale ?? null,
  };
}

/** What a model receives about the person, and where they last were. */
export async function getAbout(me: Person, db: Db): Promise<About> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("user")
    .select(["writes", "time_zone", "locale"])
    .select(stylesFor(sql`${me.userId}::text`, sql`${me.organizationId}::text`).as("styles"))
    .where("id", "=", me.userId)
    .executeTakeFirst();
  return {
    writes: row?.writes ?? {},
    timeZone: row?.time_zone ?? null,
    locale: row?.locale ?? null,
    style: styleForModel(row?.styles ?? []),
  };
}

export async function setWrites(me: Person, db: Db, writes: Writes): Promise<void> {
  db = actAs(me, db);
  await db
    .updateTable("user")
    .set({ writes: JSON.stringify(writes) })
    .where("id", "=", me.userId)
    .execute();
}

export async function setWhereabouts(me: Person, db: Db, { timeZone, locale }: Whereabouts): Promise<void> {
  db = actAs(me, db);
  await db.updateTable("user").set({ time_zone: timeZone, locale }).where("id", "=", me.userId).execute();
}

/** Onboarding is shown once, whether answered or skipped. */
export async function markOnboarded(me: Person, db: Db): Promise<void> {
  db = actAs(me, db);
  await db
    .updateTable("user")
    .set({ onboarded_at: sql<Date>`now()` })
    .where("id", "=", me.userId)
    .where("onboarded_at", "is", null)
    .execute();
}

/** Returns the previous picture. */
export async function setImage(me: Person, db: Db, image: string | null): Promise<string | null> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom("user").select("image").where("id", "=", me.userId).forUpdate().executeTakeFirst();
    await trx.updateTable("user").set({ image }).where("id", "=", me.userId).execute();
    return row?.image ?? null;
  });
}

/** Two people may have the same picture. */
export async function isImageUsed(me: Server, db: Db, image: string): Promise<boolean> {
  db = actAs(me, db);
  return (await db.selectFrom("user").select("id").where("image", "=", image).limit(1).executeTakeFirst()) !== undefined;
}
