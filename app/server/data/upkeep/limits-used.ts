/*
 * Rate limit counters, in a table shared by all processes. A counter starts with its first point and expires as a
 * whole.
 */
import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export type Use = { digest: string; points: number; seconds: number };
export type Used = { points: number; secondsLeft: number };

/** The key of a counter; the table contains no names or addresses. */
export function limitDigest(name: string, key: string): string {
  return createHash("sha256").update(`${name} ${key}`).digest("base64url");
}

/** Adds points to each counter, and returns the totals in the same order. */
export async function addPoints(me: Server, db: Db, uses: readonly Use[]): Promise<Used[]> {
  db = actAs(me, db);
  // Lock rows in a fixed order, so that concurrent requests cannot deadlock.
  const sorted = [...uses].sort((one, other) => (one.digest < other.digest ? -1 : 1));
  const values = sorted.map(
    ({ digest, points, seconds }) => sql`(${digest}, ${points}::integer, now() + make_interval(secs => ${seconds}))`,
  );
  const { rows } = await sql<{ digest: string; points: number; left: number }>`${addingPoints(sql`values ${sql.join(values)}`)}
    returning digest, points, ceil(extract(epoch from expires_at - now()))::integer as left`.execute(db);
  return uses.map(({ digest, points, seconds }) => {
    const row = rows.find((one) => one.digest === digest);
    return { points: row?.points ?? points, secondsLeft: row?.left ?? seconds };
  });
}

/** The statement without its result. `rows` yields digest, points and end of each, ordered by digest. */
export function addingPoints(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into limits_used (digest, points, expires_at) ${rows}
    on conflict (digest) do update set
      points = excluded.points + case when limits_used.expires_at > now() then limits_used.points else 0 end,
      expires_at = case when limits_used.expires_at > now() then limits_used.expires_at else excluded.expires_at end`;
}

/** Takes a point off each counter that still exists. */
export async function returnPoints(me: Server, db: Db, digests: readonly string[]): Promise<void> {
  db = actAs(me, db);
  await sql`update limits_used set points = greatest(0, limits_used.points - 1)
    from (select digest from limits_used where digest = any(${digests}::text[]) and expires_at > now()
      order by digest for update) as counted
    where limits_used.digest = counted.digest`.execute(db);
}

export async function forgetPoints(me: Server, db: Db, digest: string): Promise<void> {
  db = actAs(me, db);
  await db.deleteFrom("limits_used").where("digest", "=", digest).execute();
}

export async function sweepLimits(me: Server, db: Db): Promise<void> {
  db = actAs(me, db);
  await db
    .deleteFrom("limits_used")
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
}
