/*
 * PGlite's Node file system does not flush: PostgreSQL's fsync is a no-op, so a committed row can be lost in a power
 * cut. This adds the missing operation, and start-parameters.ts turns fsync back on.
 */
import { fdatasyncSync, fsyncSync } from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type EmscriptenOptions = Awaited<ReturnType<NodeFS["init"]>>["emscriptenOpts"];
/** Emscripten's open file: Node's descriptor and the mode of its node. */
type Stream = { nfd: number; node: { mode: number } };
type Module = { NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } } };

export class DurableFiles extends NodeFS {
  readonly #onFailure: (error: unknown) => never;

  /** After a failed flush the state of the disk is unknown: `onFailure` must end the engine. */
  constructor(folder: string, onFailure: (error: unknown) => never) {
    super(folder);
    this.#onFailure = onFailure;
  }

  override async init(engine: Parameters<NodeFS["init"]>[0], options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(engine, options);
    const fsync = (stream: Stream) => this.#flush(stream);
    const addFlush = (module: Module) => {
      module.NODEFS.stream_ops.fsync = fsync;
    };
    const preRun = [...(emscriptenOpts.preRun ?? []), addFlush];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } as unknown as EmscriptenOptions };
  }

  #flush({ nfd, node }: Stream): number {
    try {
      if (isFolder(node.mode)) fsyncSync(nfd);
      else fdatasyncSync(nfd);
      return 0;
    } catch (error) {
      return this.#onFailure(error);
    }
  }
}

const isFolder = (mode: number) => (mode & 0o170000) === 0o040000;
