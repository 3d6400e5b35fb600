/*
 * One structured log. It never contains user texts, model answers or secrets: values under the names below are
 * redacted, and callers log ids and codes, not texts.
 */
import { pino, type Logger } from "pino";
import type { Env } from "./env.ts";

export type Log = Logger;

const secret = ["authorization", "cookie", "password", "token", "secret", "key", "apiKey", "content", "text", "prompt", "email"];

export function createLog(env: Pick<Env, "LOG_LEVEL">, destination?: pino.DestinationStream): Log {
  // On a terminal a newcomer should see one address, not a stream of JSON.
  const level = env.LOG_LEVEL ?? (process.stdout.isTTY ? "warn" : "info");
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[hidden]" },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
