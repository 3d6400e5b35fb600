/*
 * The grammar checker's worker thread: Harper is WebAssembly that processes a text without
 * yielding and takes a third of a gigabyte. The binary is read from disk here because Harper's own
 * loader fails on paths with spaces; nothing is fetched from a network.
 */
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { lintsOf, type GrammarLint } from "#core/prose/grammar-lint.ts";
import { createBinaryModuleFromUrl, Dialect, LocalLinter } from "harper.js";
import { runAtLowPriority } from "../process/low-priority.ts";

runAtLowPriority();

export type HarperDialect = "British" | "American";
export type HarperRequest = { id: number; text: string; dialect: HarperDialect };
export type HarperAnswer = { id: number; lints: GrammarLint[] } | { id: number; error: string };

let linter: Promise<LocalLinter> | null = null;

async function createLinter(dialect: HarperDialect): Promise<LocalLinter> {
  const file = new URL("harper_wasm_slim_bg.wasm", import.meta.resolve("harper.js/slimBinary"));
  // Harper doesn't decode "%20" in the URL's path; for such paths the bytes are passed instead.
  const url = file.pathname.includes("%")
    ? URL.createObjectURL(new Blob([await readFile(file)], { type: "application/wasm" }))
    : file.href;
  const linter = new LocalLinter({ binary: createBinaryModuleFromUrl(url, "slim"), dialect: Dialect[dialect] });
  await linter.setup();
  return linter;
}

async function lint({ id, text, dialect }: HarperRequest): Promise<HarperAnswer> {
  const checker = await (linter ??= createLinter(dialect));
  // One checker for both dialects: a second would take as much memory again.
  if ((await checker.getDialect()) !== Dialect[dialect]) await checker.setDialect(Dialect[dialect]);
  const groups = await checker.organizedLints(text, { language: "plaintext" });
  return { id, lints: lintsOf(groups) };
}

parentPort?.on("message", (request: HarperRequest) => {
  lint(request).then(
    (answer) => parentPort!.postMessage(answer),
    (error: unknown) => parentPort!.postMessage({ id: request.id, error: String(error) } satisfies HarperAnswer),
  );
});
