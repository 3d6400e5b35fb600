/*
 * The database is temporarily unavailable and will recover without intervention: the client should retry, and it is not
 * a bug.
 */
import { problem } from "#core/workspace/problem.ts";

export class DatabaseUnavailable extends Error {}

/** When a refused client may retry. */
export const retryAfterSeconds = 5;

/** Codes of PostgreSQL, Node and the embedded engine for a full disk. */
const diskFullCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** The pool's error for a query that has waited too long for a connection; it has no code. */
const poolExhausted = "timeout exceeded when trying to connect";

/**
 * A connection that broke, could not be made, or was ended by a server that is shutting down, starting or full; a
 * pooler uses 08P01 for all of these. Whether an open transaction was committed is unknown.
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

/** Only for errors from database connections: a network error does not show where it came from. */
export function unavailableOr(error: unknown): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === undefined || !networkCodes.has(code)) return error;
  return new DatabaseUnavailable("The database could not be reached", { cause: error });
}

/** The refusal for a storage failure; null for any other error. */
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
