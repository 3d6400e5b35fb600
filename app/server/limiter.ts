/*
 * A limit on how often something may be done, counted in the database: a
 * restart gives nobody their tries back, and two processes count as one.
 */
import { createHash } from "node:crypto";
import { theServer } from "#core/policy.ts";
import { addPoints, forgetPoints } from "./data/limits-used.ts";
import type { Db } from "./db/database.ts";

export type LimitedTo = { /** Of all limiters with this name there is one count. */ name: string; points: number; seconds: number };
export type Limiter = LimitedTo & { db: Db };
/** What is counted, and by which limiter. */
export type Counted = { limiter: Limiter; key: string };

export type Taken = {
  /** Null where the points were taken. */
  secondsToWait: number | null;
  left: number;
  /** Until the count begins again. */
  secondsLeft: number;
};

export function createLimiter(db: Db, to: LimitedTo): Limiter {
  return { ...to, db };
}

function digestOf({ limiter, key }: Counted): string {
  return createHash("sha256").update(`${limiter.name} ${key}`).digest("base64url");
}

/** Takes a point of each. Where one has none left, none is taken; answers the seconds until there is one again. */
export async function takePoints(counted: readonly Counted[]): Promise<Taken> {
  const used = await change(counted, 1);
  const spent = used.filter(({ points }, index) => points > counted[index]!.limiter.points);
  const left = Math.max(0, Math.min(...used.map(({ points }, index) => counted[index]!.limiter.points - points)));
  const secondsLeft = Math.max(1, ...(spent.length > 0 ? spent : used).map((one) => one.secondsLeft));
  if (spent.length === 0) return { secondsToWait: null, left, secondsLeft };
  await change(counted, -1);
  return { secondsToWait: secondsLeft, left, secondsLeft };
}

export async function givePointsBack(counted: readonly Counted[]): Promise<void> {
  await change(counted, -1);
}

export async function forgetCount(counted: Counted): Promise<void> {
  await forgetPoints(theServer, counted.limiter.db, digestOf(counted));
}

async function change(counted: readonly Counted[], points: number) {
  const [first] = counted;
  if (first === undefined) return [];
  const uses = counted.map((one) => ({ digest: digestOf(one), points, seconds: one.limiter.seconds }));
  return addPoints(theServer, first.limiter.db, uses);
}
