/*
 * A person's sign-ins to tool servers. What is secret is sealed before it comes here. Whatever ends or renews a sign-in
 * names the one it means (`before`), so that it cannot undo what another process or the person has done meanwhile.
 */
import { toolServerLimits, type SignInState } from "#core/tool-servers/tool-server.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export type StoredSignIn = {
  id: string;
  issuer: string;
  metadataUrl: string | null;
  scope: string | null;
  state: SignInState;
  sealedKey: string | null;
  expiresAt: Date | null;
};

/** What a sealed sign-in is bound to. */
export function rowOfSignIn(id: string): string {
  return `tool_sign_ins ${id}`;
}

const columns = [
  "id",
  "issuer",
  "metadata_url as metadataUrl",
  "scope",
  "state",
  "sealed_key as sealedKey",
  "expires_at as expiresAt",
] as const;

export async function listSignIns(me: Person, db: Db): Promise<StoredSignIn[]> {
  db = actAs(me, db);
  return db.selectFrom("tool_sign_ins").select(columns).where("user_id", "=", me.userId).execute();
}

export async function getSignIn(me: Person, db: Db, id: string): Promise<StoredSignIn | null> {
  db = actAs(me, db);
  const found = await db
    .selectFrom("tool_sign_ins")
    .select(columns)
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .executeTakeFirst();
  return found ?? null;
}

type Asked = Pick<StoredSignIn, "id" | "issuer" | "metadataUrl" | "scope">;

/** The server asks for it, and has not before. */
export async function askForSignIn(me: Person, db: Db, { id, issuer, metadataUrl, scope }: Asked): Promise<void> {
  db = actAs(me, db);
  await db
    .insertInto("tool_sign_ins")
    .values({ id, user_id: me.userId, issuer, metadata_url: metadataUrl, scope, state: "needed" })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** A later attempt takes the place of an earlier one. */
export async function beginAttempt(
  me: Person,
  db: Db,
  id: string,
  { attempt, sealedAttempt }: { attempt: string; sealedAttempt: string },
): Promise<void> {
  db = actAs(me, db);
  await db
    .updateTable("tool_sign_ins")
    .set({ attempt, sealed_attempt: sealedAttempt, attempted_at: new Date() })
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .execute();
}

/** Once: afterwards it is not there any more, whatever becomes of it. Null too if it is another person's, or too old. */
export async function takeAttempt(me: Person, db: Db, attempt: string): Promise<{ id: string; sealedAttempt: string } | null> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("tool_sign_ins")
      .select(["id", "sealed_attempt as sealedAttempt", "attempted_at as attemptedAt"])
      .where("attempt", "=", attempt)
      .where("user_id", "=", me.userId)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined || found.sealedAttempt === null || found.attemptedAt === null) return null;
    await trx
      .updateTable("tool_sign_ins")
      .set({ attempt: null, sealed_attempt: null, attempted_at: null })
      .where("id", "=", found.id)
      .execute();
    const oldest = Date.now() - toolServerLimits.attemptSeconds * 1000;
    return found.attemptedAt.getTime() < oldest ? null : { id: found.id, sealedAttempt: found.sealedAttempt };
  });
}

type Signed = { issuer: string; sealedKey: string; expiresAt: Date | null };

/** False if the server has been removed meanwhile. */
export async function storeSignIn(me: Person, db: Db, id: string, { issuer, sealedKey, expiresAt }: Signed): Promise<boolean> {
  db = actAs(me, db);
  const { numUpdatedRows } = await db
    .updateTable("tool_sign_ins")
    .set({
      issuer,
      sealed_key: sealedKey,
      expires_at: expiresAt,
      state: "done",
      renewing_until: null,
      updated_at: new Date(),
    })
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether the caller is the one who renews it; `seconds` later another may. */
export async function holdRenewal(me: Person, db: Db, id: string, before: string, seconds: number): Promise<boolean> {
  db = actAs(me, db);
  const now = new Date();
  const { numUpdatedRows } = await db
    .updateTable("tool_sign_ins")
    .set({ renewing_until: new Date(now.getTime() + seconds * 1000) })
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .where("sealed_key", "=", before)
    .where((is) => is.or([is("renewing_until", "is", null), is("renewing_until", "<", now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseRenewal(me: Person, db: Db, id: string, before: string): Promise<void> {
  db = actAs(me, db);
  await db
    .updateTable("tool_sign_ins")
    .set({ renewing_until: null })
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .where("sealed_key", "=", before)
    .execute();
}

/** False if it has ended meanwhile. */
export async function renewSignIn(
  me: Person,
  db: Db,
  id: string,
  { before, sealedKey, expiresAt }: { before: string; sealedKey: string; expiresAt: Date | null },
): Promise<boolean> {
  db = actAs(me, db);
  const { numUpdatedRows } = await db
    .updateTable("tool_sign_ins")
    .set({ sealed_key: sealedKey, expires_at: expiresAt, renewing_until: null, updated_at: new Date() })
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .where("sealed_key", "=", before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Ending = {
  before: string;
  /** What of it is kept: a client that the person has entered. */
  sealedKey: string | null;
  /** What the server said now, for the next time. */
  metadataUrl: string | null;
  scope: string | null;
};

/** It is over, and the person signs in again; the server and what was accepted of it stay. */
export async function endSignIn(me: Person, db: Db, id: string, { before, sealedKey, metadataUrl, scope }: Ending): Promise<void> {
  db = actAs(me, db);
  await db
    .updateTable("tool_sign_ins")
    .set({
      state: "again",
      sealed_key: sealedKey,
      metadata_url: metadataUrl,
      scope,
      expires_at: null,
      renewing_until: null,
      updated_at: new Date(),
    })
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .where("sealed_key", "=", before)
    .execute();
}

/** The person signs out. An attempt that is under way ends with it. */
export async function forgetSignIn(me: Person, db: Db, id: string, sealedKey: string | null): Promise<void> {
  db = actAs(me, db);
  await db
    .updateTable("tool_sign_ins")
    .set({
      state: "needed",
      sealed_key: sealedKey,
      expires_at: null,
      renewing_until: null,
      attempt: null,
      sealed_attempt: null,
      attempted_at: null,
      updated_at: new Date(),
    })
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .execute();
}
