/*
 * The same searches without Stet: what the database was sent for each is recorded on its way to the engine's thread,
 * and sent once more to a bare PGlite on the same folder, in this thread, with nothing in between.
 */
import { PGlite } from "@electric-sql/pglite";
import { EngineThread } from "#server/db/embedded/engine-thread.ts";

/** What was sent for one piece of work, in order: messages of PostgreSQL's protocol. */
export type Sent = Uint8Array[];

/** From now on, `record` returns what the engine is sent while `work` runs. */
export function recordSent(): (work: () => Promise<unknown>) => Promise<Sent> {
  let sent: Sent = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const send = EngineThread.prototype.send;
  EngineThread.prototype.send = function (client, bytes) {
    sent.push(bytes.slice());
    send.call(this, client, bytes);
  };
  return async (work) => {
    sent = [];
    await work();
    return sent;
  };
}

/** Milliseconds for each, the second time: everything that can be cached is. */
export async function replay(folder: string, works: readonly Sent[]): Promise<number[]> {
  const engine = await PGlite.create(folder);
  const times: number[] = [];
  for (const round of [1, 2])
    for (const sent of works) {
      const before = performance.now();
      for (const bytes of sent) await engine.execProtocolRaw(bytes, { syncToFs: false });
      if (round === 2) times.push(performance.now() - before);
    }
  await engine.close();
  return times;
}
