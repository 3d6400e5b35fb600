/*
 * Administration of a running server with the embedded database, which no second process may open: a socket in the data
 * folder. Access requires write permission to that folder's files; it is not reachable over the network.
 */
import { chmodSync, existsSync, unlinkSync } from "node:fs";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { theServer } from "#core/workspace/policy.ts";
import type { Backup } from "../backup/backup-folder.ts";
import type { Env } from "../env.ts";
import type { Stet } from "../stet.ts";
import { accountOrderSchema, orderAccount } from "../accounts/account-order.ts";
import { administratorOrderSchema, makeAdministrator } from "../accounts/administrator-order.ts";
import { orderSignUp, signUpOrderSchema } from "../accounts/sign-up.ts";
import { carryOut, planOrderSchema } from "../billing/plan-order.ts";
import { openDatabase, type Db } from "../db/database.ts";
import { administrationLogLines } from "../export/administration-log.ts";

/** The maximum length of a socket path on the strictest system. */
const longestPath = 103;

function doorOf(env: Pick<Env, "STET_DATA">): string {
  return resolve(env.STET_DATA, "administration.sock");
}

/**
 * Returns a function that closes it. Only one process can have the embedded database open, so an existing socket is
 * stale.
 */
export async function openDoor({ env, db, log, backups }: Pick<Stet, "env" | "db" | "log" | "backups">): Promise<() => void> {
  const path = doorOf(env);
  if (env.DATABASE_URL !== undefined || process.platform === "win32") return () => undefined;
  if (Buffer.byteLength(path) > longestPath) {
    log.warn({ path }, "The data folder's path is too long for a socket: to run a command such as npm run plan, stop Stet first");
    return () => undefined;
  }
  if (existsSync(path)) unlinkSync(path);
  const server = createServer((asked, response) => void answer(asked, response, { db, backups }));
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(path, listening);
  });
  chmodSync(path, 0o600);
  server.unref();
  return () => server.close();
}

type Desk = Pick<Stet, "db" | "backups">;
type Order = (order: unknown, db: Db) => Promise<string>;

/** Orders that need only the database, by their address. */
const orders = {
  "/plan": (order, db) => carryOut(planOrderSchema.parse(order), db),
  "/administrator": (order, db) => makeAdministrator(administratorOrderSchema.parse(order), db),
  "/account": (order, db) => orderAccount(accountOrderSchema.parse(order), db),
  "/log": async (_order, db) => {
    let lines = "";
    for await (const line of administrationLogLines(theServer, db, { person: "", kind: null })) lines += line;
    return lines;
  },
  "/sign-up": (order, db) => orderSignUp(signUpOrderSchema.parse(order), db),
} satisfies Record<string, Order>;

const backupOrderSchema = z.object({ folder: z.string().min(1) });

async function answer(asked: IncomingMessage, response: ServerResponse, { db, backups }: Desk): Promise<void> {
  try {
    const order: unknown = JSON.parse(await text(asked));
    const said = await carriedOut(asked.url ?? "", order, { db, backups });
    response.writeHead(200).end(said);
  } catch (error) {
    response.writeHead(400).end(error instanceof Error ? error.message : String(error));
  }
}

async function carriedOut(address: string, order: unknown, { db, backups }: Desk): Promise<string> {
  if (address === "/backup") return backupSentence(await backups.make(backupOrderSchema.parse(order).folder));
  const carry = Object.entries(orders).find(([name]) => name === address)?.[1];
  if (carry === undefined) throw new Error("The running server is of another version. Restart it, and try again.");
  return carry(order, db);
}

/**
 * Carries an order out in the running server, or directly on the database if none is running or it is PostgreSQL.
 * Returns a sentence describing what was done; throws one describing why it was not.
 */
export async function administer(env: Env, address: keyof typeof orders, order: object): Promise<string> {
  const said = await askRunning(env, address, order);
  if (said !== null) return said;
  const database = await openDatabase({ url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, folder: `${env.STET_DATA}/database` });
  try {
    return await orders[address](order, database.db);
  } finally {
    await database.close();
  }
}

/** Like `administer`, for a backup into a folder given by absolute path; null if no server is running. */
export function askRunningForBackup(env: Env, folder: string): Promise<string | null> {
  return askRunning(env, "/backup", { folder });
}

export function backupSentence({ name, rows, files, isEncrypted, missing }: Backup): string {
  const lost = missing.length === 0 ? "" : ` ${missing.length} files are missing from the storage, and so from the backup.`;
  return `Backup ${name} is whole: ${rows} rows, ${files.length} files${isEncrypted ? ", encrypted" : ""}.${lost}`;
}

/** The running server's response; null if none is running. Throws its message if refused. */
function askRunning(env: Env, address: string, order: object): Promise<string | null> {
  const path = doorOf(env);
  return new Promise((resolve_, reject) => {
    const asking = request({ socketPath: path, method: "POST", path: address }, (response) => {
      const isDone = response.statusCode === 200;
      text(response).then((said) => (isDone ? resolve_(said) : reject(new Error(said))), reject);
    });
    asking.on("error", (error: NodeJS.ErrnoException) =>
      ["ENOENT", "ECONNREFUSED"].includes(error.code ?? "") ? resolve_(null) : reject(error),
    );
    asking.end(JSON.stringify(order));
  });
}
