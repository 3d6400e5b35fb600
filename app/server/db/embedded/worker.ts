/*
 * The thread that runs the embedded PostgreSQL. It speaks the PostgreSQL wire protocol over its message port, one batch
 * of frontend messages in, the backend's whole response out, so the ordinary `pg` driver works as with a server. It is
 * a thread because WebAssembly runs each statement to its end: only terminating the thread can stop one.
 */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { DurableFiles } from "./durable-files.ts";
import { startParameters } from "./start-parameters.ts";

/** Responses carry the client's number, so that one for a disconnected client cannot confuse the next. */
export type ToWorker = { kind: "bytes"; client: number; bytes: Uint8Array } | { kind: "hangUp" } | { kind: "close" };
export type FromWorker =
  | { kind: "ready" }
  | { kind: "failed"; reason: string }
  | { kind: "bytes"; client: number; bytes: Uint8Array }
  /** The whole batch is answered; `open` if it leaves a transaction open. */
  | { kind: "answered"; client: number; open: boolean }
  | { kind: "closed" };

const port = parentPort;
if (!port) throw new Error("This file is the database's worker thread; it is not run by itself.");
const send = (message: FromWorker, transfer?: ArrayBuffer[]) => port.postMessage(message, transfer ?? []);

/** Ends the thread immediately, before any response. The next one recovers from the log. */
function die(error: unknown): never {
  send({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

async function open(): Promise<PGlite> {
  const { folder } = workerData as { folder: string };
  const engine = new PGlite({ fs: new DurableFiles(folder, die), startParams: startParameters });
  await engine.waitReady;
  dieOnFault(engine);
  return engine;
}

/*
 * PGlite catches anything thrown from PostgreSQL's main loop and treats it as the longjmp of an ordinary error. After a
 * trap or a failed file operation it would continue in an undefined state: it has been seen to hang forever.
 */
function dieOnFault(engine: PGlite) {
  const { POSTGRES_MAIN_LONGJMP: longJump } = engine as unknown as { POSTGRES_MAIN_LONGJMP: number };
  const loop = engine.Module._PostgresMainLoopOnce;
  engine.Module._PostgresMainLoopOnce = () => {
    try {
      loop();
    } catch (error) {
      if ((error as { status?: number }).status !== longJump) die(error);
      throw error;
    }
  };
}

async function answer(engine: PGlite, client: number, bytes: Uint8Array) {
  await engine.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (view) => {
      // The view is into WebAssembly memory, which the next message overwrites.
      const copy = view.slice();
      send({ kind: "bytes", client, bytes: copy }, [copy.buffer as ArrayBuffer]);
    },
  });
  send({ kind: "answered", client, open: engine.isInTransaction() });
}

async function close(engine: PGlite) {
  await engine.exec("checkpoint");
  await engine.close();
  send({ kind: "closed" });
}

/** A disconnected client must leave no open transaction, lock or LISTEN for the next one. */
async function forgetClient(engine: PGlite) {
  await engine.exec("rollback");
  await engine.exec("discard all");
}

async function serve(engine: PGlite, message: ToWorker) {
  if (message.kind === "bytes") await answer(engine, message.client, message.bytes);
  else if (message.kind === "hangUp") await forgetClient(engine);
  else await close(engine);
}

try {
  const engine = await open();
  let turn = Promise.resolve();
  port.on("message", (message: ToWorker) => {
    turn = turn.then(() => serve(engine, message)).catch(die);
  });
  send({ kind: "ready" });
} catch (error) {
  die(error);
}
