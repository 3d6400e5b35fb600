/*
 * Short-lived values that can be read once: passkey challenges and download tickets. Stored in better-auth's
 * verification table.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

type Kind = "passkey" | "export";

/** Returns the name to take it by: 256 random bits, so it cannot be guessed. */
export async function keepOnce(me: Server, db: Db, kind: Kind, value: unknown, seconds: number): Promise<string> {
  db = actAs(me, db);
  const name = randomBytes(32).toString("base64url");
  await db
    .deleteFrom("verification")
    .where("identifier", "like", `${kind}:%`)
    .where("expiresAt", "<", sql<Date>`now()`)
    .execute();
  await db
    .insertInto("verification")
    .values({
      id: randomUUID(),
      identifier: `${kind}:${name}`,
      value: JSON.stringify(value),
      expiresAt: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute();
  return name;
}

/** Undefined if there is none of that name or it has expired. */
export async function takeOnce(me: Server, db: Db, kind: Kind, name: string): Promise<unknown> {
  db = actAs(me, db);
  const row = await db
    .deleteFrom("verification")
    .where("identifier", "=", `${kind}:${name}`)
    .returning(["value", sql<boolean>`"expiresAt" > now()`.as("isGood")])
    .executeTakeFirst();
  return row?.isGood === true ? JSON.parse(row.value) : undefined;
}
