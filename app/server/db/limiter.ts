/* A rate limit counted in the database: a restart does not reset it, and processes share it. */
import { theServer } from "#core/workspace/policy.ts";
import { addPoints, forgetPoints, limitDigest, returnPoints } from "../data/upkeep/limits-used.ts";
import type { Db } from "./database.ts";

export type LimitedTo = { /** All limiters with this name share one counter. */ name: string; points: number; seconds: number };
export type Limiter = LimitedTo & { db: Db };
export type Counted = { limiter: Limiter; key: string };

export type Taken = {
  /** Null if the points were taken. */
  secondsToWait: number | null;
  left: number;
  /** Until the counter resets. */
  secondsLeft: number;
};

export function createLimiter(db: Db, to: LimitedTo): Limiter {
  return { ...to, db };
}

function digestOf({ limiter, key }: Counted): string {
  return limitDigest(limiter.name, key);
}

/** Takes a point from each limiter, or from none if one is exhausted; then returns the seconds until it resets. */
export async function takePoints(counted: readonly Counted[]): Promise<Taken> {
  const [first] = counted;
  if (first === undefined) return { secondsToWait: null, left: 0, secondsLeft: 1 };
  const uses = counted.map((one) => ({ digest: digestOf(one), points: 1, seconds: one.limiter.seconds }));
  const used = await addPoints(theServer, first.limiter.db, uses);
  const spent = used.filter(({ points }, index) => points > counted[index]!.limiter.points);
  const left = Math.max(0, Math.min(...used.map(({ points }, index) => counted[index]!.limiter.points - points)));
  const secondsLeft = Math.max(1, ...(spent.length > 0 ? spent : used).map((one) => one.secondsLeft));
  if (spent.length === 0) return { secondsToWait: null, left, secondsLeft };
  await givePointsBack(counted);
  return { secondsToWait: secondsLeft, left, secondsLeft };
}

export async function givePointsBack(counted: readonly Counted[]): Promise<void> {
  const db = counted[0]?.limiter.db;
  if (db !== undefined) await returnPoints(theServer, db, counted.map(digestOf));
}

export async function forgetCount(counted: Counted): Promise<void> {
  await forgetPoints(theServer, counted.limiter.db, digestOf(counted));
}
