/*
 * The embedded engine: PostgreSQL in WebAssembly on a local folder. One session serves the whole process, through a
 * pool of one.
 */
import { Pool, type ClientBase, type PoolClient } from "pg";
import { theServer } from "#core/workspace/policy.ts";
import { actAs } from "./acting.ts";
import { Channels, listenTo, unlistenTo } from "./channels.ts";
import type { Engine } from "./engine.ts";
import { ClientStream } from "./embedded/client-stream.ts";
import { prepareCluster } from "./embedded/cluster.ts";
import { EngineThread, type EngineOptions } from "./embedded/engine-thread.ts";
import { startFailure } from "./embedded/folder-damage.ts";
import { lockFolder } from "./embedded/folder-lock.ts";
import { warnOfNetworkDisk } from "./embedded/network-disk.ts";
import { keepTidy, tidy } from "./embedded/maintenance.ts";
import { guardedKysely } from "./guard.ts";
import { livingHere } from "./living.ts";
import type { Log } from "./log.ts";
import { valueTypes } from "./value-types.ts";

export type EmbeddedOptions = EngineOptions;

export async function openEmbedded(options: EmbeddedOptions): Promise<Engine> {
  const unlock = lockFolder(options.folder);
  warnOfNetworkDisk(options.folder, options.log);
  try {
    const thread = new EngineThread({ ...options, folder: await prepareCluster(options.folder, options.log) });
    await thread.start().catch((error: unknown) => {
      options.log.error({ err: error, folder: options.folder }, "The embedded database does not start");
      throw startFailure(options.folder, error);
    });
    return engineOn(thread, options.log, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function engineOn(thread: EngineThread, log: Log, unlock: () => void): Engine {
  const channels = new Channels(log);
  const pool = sessionOn(thread, channels, log);
  const { db, refuseInside } = guardedKysely(pool, { prepares: true });
  const stopTidying = keepTidy(pool, thread, log);
  return {
    name: "embedded",
    db: actAs(theServer, db),
    unlimited: (work) => thread.unlimited(work),
    tidy: () => tidy(pool, thread, true),
    // Only this process has the folder open, so its own notifications bypass the database.
    async notify(channel, payload) {
      refuseInside();
      setImmediate(() => channels.deliver(channel, payload));
    },
    // Triggers notify from inside the database when access is revoked (server/process/revocations.ts).
    async listen(channel, onPayload, onGap) {
      if (channels.add(channel, onPayload, onGap)) await pool.query(listenTo(channel));
      return async () => {
        if (channels.remove(channel, onPayload)) await pool.query(unlistenTo(channel));
      };
    },
    living: livingHere(),
    async close() {
      await stopTidying();
      if (!pool.ended) await pool.end();
      await thread.close();
      unlock();
    },
  };
}

function sessionOn(thread: EngineThread, channels: Channels, log: Log): Pool {
  const stream = () => new ClientStream(thread) as never;
  const onConnect = (client: ClientBase) => {
    client.on("error", () => letGo(client as PoolClient));
    return channels.follow(client);
  };
  const options = { max: 1, idleTimeoutMillis: 0, user: "postgres", database: "postgres", types: valueTypes };
  const pool = new Pool({ ...options, stream, onConnect });
  pool.on("error", (error) => log.warn({ err: error }, "The embedded database's session was lost"));
  // A session is created on demand only, and a listener never queries.
  pool.on("remove", () => {
    if (!pool.ending && !channels.isEmpty) void pool.connect().then((session) => session.release(), ignore);
  });
  return pool;
}

/** A lost session must not occupy the pool's only slot until its owner releases it, which may be never. */
function letGo(session: PoolClient) {
  const { release } = session;
  if (!release) return;
  session.release = ignore;
  release(true);
}

/** The next query gets the same failure and reports it. */
function ignore() {}
