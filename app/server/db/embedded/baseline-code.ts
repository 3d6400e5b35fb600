/*
 * V8 compiles WebAssembly quickly first and well later. For the database's nine
 * megabytes, later costs more than it gives: some 160 MB of memory and seconds
 * of both cores after each start, for statements that are not faster by any
 * measure of ours. So its code stays as first compiled. The setting belongs to
 * the process and is read when a module is compiled: it is changed for as long
 * as the engine starts, and other WebAssembly keeps the usual.
 */
import { setFlagsFromString } from "node:v8";

const baseline = ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
const usual = ["--no-liftoff-only", "--wasm-tier-up", "--wasm-dynamic-tiering"];
let starting = 0;

export async function withBaselineCode<T>(start: () => Promise<T>): Promise<T> {
  if (starting++ === 0) baseline.forEach(setFlagsFromString);
  try {
    return await start();
  } finally {
    if (--starting === 0) usual.forEach(setFlagsFromString);
  }
}
