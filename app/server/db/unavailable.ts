/*
 * The database cannot answer now and will be able to later, without anybody's
 * doing: a refusal to try again after, not a bug.
 */
import { problem } from "#core/workspace/problem.ts";

export class DatabaseUnavailable extends Error {}

/** When one who was refused for it may ask again. */
export const retryAfterSeconds = 5;

/** What PostgreSQL, Node and the embedded engine say when a disk is full. */
const diskFullCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** What the pool says to a query that has waited too long for a connection; it has no code for it. */
const poolExhausted = "timeout exceeded when trying to connect";

/**
 * A connection that broke, could not be made, or was ended by the server, which is shutting down, starting, or has no room
 * for one more; a pooler says 08P01 for all of it. Whether a transaction that was under way is stored is not known then.
 */
const connectionLost = /^(?:08...|57P0[1-5]|53300)$/;
/** Errors of the driver itself, which have no code. */
const connectionLostWords = new Set([
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
]);
const networkCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"]);

/** For errors that come from the database's connections and from nothing else: those of the network have no sign of it. */
export function unavailableOr(error: unknown): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === undefined || !networkCodes.has(code)) return error;
  return new DatabaseUnavailable("The database could not be reached", { cause: error });
}

/** The refusal that a failure of storage means; null for every other error. */
export function storageRefusal(error: unknown): Response | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined && diskFullCodes.has(code)) return problem("disk-full");
    if (cause.message === poolExhausted) return problem("too-busy");
    const isLost = connectionLostWords.has(cause.message) || (code !== undefined && connectionLost.test(code));
    if (isLost || cause instanceof DatabaseUnavailable) return problem("database-unavailable");
  }
  return null;
}
