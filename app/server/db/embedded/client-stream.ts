/*
 * The socket given to `pg`. Frontend messages are passed to the engine in whole batches, up to the Sync or Query that
 * expects a response: PGlite ends each batch with ReadyForQuery, so a split batch would get two responses.
 */
import { Duplex } from "node:stream";

export type Wire = {
  /** Takes one batch; `onBytes` is called with the backend's response. */
  send(client: number, batch: Uint8Array): void;
  attach(client: number, onBytes: (bytes: Uint8Array) => void, onLost: (error: Error) => void): void;
  hangUp(client: number): void;
};

const startup = 0;
const query = "Q".charCodeAt(0);
const sync = "S".charCodeAt(0);
const terminate = "X".charCodeAt(0);
let clients = 0;

export class ClientStream extends Duplex {
  readonly #wire: Wire;
  readonly #client = ++clients;
  #batch: Buffer[] = [];
  #hungUp = false;

  constructor(wire: Wire) {
    super();
    this.#wire = wire;
  }

  connect() {
    this.#wire.attach(
      this.#client,
      (bytes) => this.push(bytes),
      (error) => this.destroy(error),
    );
    queueMicrotask(() => this.emit("connect"));
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.#take(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    for (const { chunk } of chunks) this.#take(chunk);
    done();
  }

  override _final(done: () => void) {
    this.#hangUp();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#hangUp();
    done(error);
  }

  /** `pg` writes exactly one message per chunk, so the first byte is its type. */
  #take(message: Buffer) {
    const type = message[0];
    if (type === terminate) return this.#hangUp();
    this.#batch.push(message);
    if (type !== sync && type !== query && type !== startup) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#wire.send(this.#client, new Uint8Array(Buffer.concat(batch)));
  }

  #hangUp() {
    if (this.#hungUp) return;
    this.#hungUp = true;
    this.#wire.hangUp(this.#client);
  }

  // Socket methods that are meaningless between two threads.
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}
}
