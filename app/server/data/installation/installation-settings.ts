/* The settings that administrators make on the screen, by name. */
import type { Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { administrator } from "./administrators.ts";

export type InstallationSetting = "default model" | "sign-up";

/** Undefined if it has not been made. */
export async function readSetting(me: Actor, db: Db, name: InstallationSetting): Promise<unknown> {
  db = actAs(me, db);
  const row = await db.selectFrom("installation_settings").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** Null takes it back. By an administrator, or by Stet for a command on its machine. */
export async function writeSetting(me: Actor, db: Db, name: InstallationSetting, value: unknown): Promise<void> {
  if (me.kind !== "server") administrator(me);
  db = actAs(me, db);
  if (value === null) {
    await db.deleteFrom("installation_settings").where("name", "=", name).execute();
    return;
  }
  const stored = JSON.stringify(value);
  await db
    .insertInto("installation_settings")
    .values({ name, value: stored })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: stored, updated_at: new Date() }))
    .execute();
}
