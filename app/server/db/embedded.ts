/*
 * The embedded engine: PostgreSQL in WebAssembly on a folder of this machine.
 * One session serves the whole process, through a pool of one.
 */
import { Pool } from "pg";
import { Channels, listenTo, unlistenTo } from "./channels.ts";
import { ClientStream } from "./embedded/client-stream.ts";
import { EngineThread } from "./embedded/engine-thread.ts";
import { lockFolder } from "./embedded/folder-lock.ts";
import { prepareCluster } from "./embedded/cluster.ts";
import type { Engine } from "./database.ts";
import { guardedKysely } from "./guard.ts";
import type { Log } from "./log.ts";
import { valueTypes } from "./value-types.ts";

export async function openEmbedded(folder: string, statementLimitMs: number, log: Log): Promise<Engine> {
  const unlock = lockFolder(folder);
  try {
    const cluster = await prepareCluster(folder, log);
    return await openCluster(cluster, statementLimitMs, log, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openCluster(cluster: string, statementLimitMs: number, log: Log, unlock: () => void): Promise<Engine> {
  const channels = new Channels(log);
  const thread = new EngineThread({ folder: cluster, statementLimitMs, log, onRestart: () => void listenAgain(pool, channels) });
  const pool = new Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: "postgres",
    database: "postgres",
    types: valueTypes,
    stream: () => new ClientStream(thread) as never,
  });
  pool.on("error", (error) => log.warn({ error: error.message }, "The embedded database's session was lost"));
  pool.on("connect", (client) => {
    client.on("error", () => {});
    channels.follow(client).catch((error: unknown) => log.error({ error }, "The embedded database does not listen"));
  });
  await thread.start();
  return {
    name: "embedded",
    db: guardedKysely({ pool }),
    unlimited: (work) => thread.unlimited(work),
    async listen(channel, onPayload) {
      if (channels.add(channel, onPayload)) await pool.query(listenTo(channel));
      return async () => {
        if (channels.remove(channel, onPayload)) await pool.query(unlistenTo(channel));
      };
    },
    async close() {
      if (!pool.ended) await pool.end();
      await thread.close();
      unlock();
    },
  };
}

/** A new session is only made when somebody asks for one, and a listener does not ask. */
async function listenAgain(pool: Pool, channels: Channels) {
  if (channels.isEmpty) return;
  const session = await pool.connect().catch(() => undefined);
  session?.release();
}
