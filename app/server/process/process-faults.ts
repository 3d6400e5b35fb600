/*
 * An unhandled rejection or an error thrown in a callback is a local bug, but Node would exit and interrupt every
 * answer being written. It is logged instead; what failed stays failed, and a run left without a writer is ended by its
 * own catch.
 */
import type { Log } from "../log.ts";

export function surviveFaults(log: Log): void {
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "bug: a rejection that nothing handles"));
  process.on("uncaughtException", (error) => log.error({ err: error }, "bug: an error that nothing catches"));
}
