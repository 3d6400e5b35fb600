/*
 * PGlite's file system for Node forgets to flush: PostgreSQL calls fsync, and
 * nothing happens, so a committed row can be gone after a power cut. Here the
 * missing operation is supplied, and start-parameters.ts turns fsync back on.
 */
import { closeSync, fdatasyncSync, fsyncSync, openSync } from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type EmscriptenOptions = Awaited<ReturnType<NodeFS["init"]>>["emscriptenOpts"];
type Stream = { nfd?: number; node: object };
type NodeFiles = {
  stream_ops: { fsync?: (stream: Stream) => number };
  realPath(node: object): string;
};

export class DurableFiles extends NodeFS {
  override async init(engine: Parameters<NodeFS["init"]>[0], options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: { NODEFS: NodeFiles }) => {
        module.NODEFS.stream_ops.fsync = (stream) => flush(module.NODEFS, stream);
      },
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } as EmscriptenOptions };
  }
}

function flush(files: NodeFiles, stream: Stream): number {
  if (stream.nfd !== undefined) {
    fdatasyncSync(stream.nfd);
    return 0;
  }
  // A folder: emscripten keeps no descriptor for it.
  const folder = openSync(files.realPath(stream.node), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
  return 0;
}
