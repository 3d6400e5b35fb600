/*
 * The administrator's door to a server that runs on the embedded database,
 * which no second process may open: a socket in the data folder. Whoever may
 * write to that folder's files may use it, and nobody over the network can.
 */
import { chmodSync, existsSync, unlinkSync } from "node:fs";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Db } from "./db/database.ts";
import type { Env } from "./env.ts";
import type { Log } from "./log.ts";
import { carryOut, planOrderSchema, type PlanOrder } from "./plan-order.ts";

/** A socket's path may be this long at most, on the strictest of the systems. */
const longestPath = 103;

function doorOf(env: Pick<Env, "STET_DATA">): string {
  return resolve(env.STET_DATA, "administration.sock");
}

/** Answers the function that closes it. Only one process at a time has the embedded database, so an old socket is a dead one's. */
export async function openDoor({ env, db, log }: { env: Env; db: Db; log: Log }): Promise<() => void> {
  const path = doorOf(env);
  if (env.DATABASE_URL !== undefined || process.platform === "win32") return () => undefined;
  if (Buffer.byteLength(path) > longestPath) {
    log.warn({ path }, "The data folder's path is too long for a socket: to give somebody a plan, stop Stet first");
    return () => undefined;
  }
  if (existsSync(path)) unlinkSync(path);
  const server = createServer((asked, response) => void answer(asked, response, db));
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(path, listening);
  });
  chmodSync(path, 0o600);
  server.unref();
  return () => server.close();
}

async function answer(asked: IncomingMessage, response: ServerResponse, db: Db): Promise<void> {
  try {
    const said = await carryOut(planOrderSchema.parse(JSON.parse(await text(asked))), db);
    response.writeHead(200).end(said);
  } catch (error) {
    response.writeHead(400).end(error instanceof Error ? error.message : String(error));
  }
}

/** The running server's sentence; null where none is running. Throws the sentence of a refusal. */
export function askRunning(env: Env, order: PlanOrder): Promise<string | null> {
  const path = doorOf(env);
  return new Promise((resolve_, reject) => {
    const asking = request({ socketPath: path, method: "POST", path: "/plan" }, (response) => {
      const isDone = response.statusCode === 200;
      text(response).then((said) => (isDone ? resolve_(said) : reject(new Error(said))), reject);
    });
    asking.on("error", (error: NodeJS.ErrnoException) =>
      ["ENOENT", "ECONNREFUSED"].includes(error.code ?? "") ? resolve_(null) : reject(error),
    );
    asking.end(JSON.stringify(order));
  });
}
