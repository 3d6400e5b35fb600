/*
 * Keeps the engine's WebAssembly at V8's baseline tier. Optimizing its nine megabytes costs about 160 MB of memory and
 * seconds of both cores after each start, and statements are measurably no faster. The flag is process-wide and read
 * when a module is compiled, so it is set only while the engine starts; other WebAssembly is optimized as usual.
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
