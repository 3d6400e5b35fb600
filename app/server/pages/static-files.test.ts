/* Built files: the small ones are held in memory, the large ones read when they are asked for. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/databases.ts";
import { serveStatic, type StaticFiles } from "./static-files.ts";

const largeBytes = 4_000_001;

function built(): { folder: string; files: StaticFiles; large: Buffer } {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "assets"));
  const large = Buffer.alloc(largeBytes, "abc");
  writeFileSync(join(folder, "assets/checker.wasm"), large);
  writeFileSync(join(folder, "assets/page.js"), "let page;");
  return { folder, files: serveStatic(folder), large };
}

async function bytesOf(files: StaticFiles, path: string, headers = {}): Promise<Buffer> {
  const response = (await files("GET", path, new Headers(headers)))!;
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test("a large file arrives whole, compressed or not, and not again to who has it", async () => {
  const { files, large } = built();
  expect((await bytesOf(files, "/assets/checker.wasm")).equals(large)).toBe(true);
  const compressed = await bytesOf(files, "/assets/checker.wasm", { "accept-encoding": "br" });
  expect(compressed.length).toBeLessThan(large.length / 10);
  expect(brotliDecompressSync(compressed).equals(large)).toBe(true);
  const etag = (await files("HEAD", "/assets/checker.wasm", new Headers()))!.headers.get("etag")!;
  expect((await files("GET", "/assets/checker.wasm", new Headers({ "if-none-match": etag })))!.status).toBe(304);
});

test("when the folder is gone, what is in memory is still served, and what is not is not found", async () => {
  const { folder, files } = built();
  rmSync(join(folder, "assets"), { recursive: true });
  expect(String(await bytesOf(files, "/assets/page.js"))).toBe("let page;");
  expect((await files("GET", "/assets/checker.wasm", new Headers()))!.status).toBe(404);
  expect((await files("GET", "/assets/checker.wasm", new Headers({ "accept-encoding": "br" })))!.status).toBe(404);
});
