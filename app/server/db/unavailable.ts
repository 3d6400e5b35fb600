/*
 * The database cannot answer now and will be able to later, without anybody's
 * doing: a refusal to try again after, not a bug.
 */
import { problem } from "#core/problem.ts";

export class DatabaseUnavailable extends Error {}

/** What PostgreSQL, Node and the embedded engine say when a disk is full. */
const diskFullCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** What the pool says to a query that has waited too long for a connection; it has no code for it. */
const poolExhausted = "timeout exceeded when trying to connect";

/** The refusal that a failure of storage means; null for every other error. */
export function storageRefusal(error: unknown): Response | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined && diskFullCodes.has(code)) return problem("disk-full");
    if (cause.message === poolExhausted) return problem("too-busy");
    if (cause instanceof DatabaseUnavailable) return problem("database-unavailable");
  }
  return null;
}
