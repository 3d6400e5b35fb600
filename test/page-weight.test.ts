/*
 * What a page fetches before it can be used, read from the build: counts and bytes, so that the limits hold on every
 * machine. Each file costs a slot in the request queue of a slow network, each byte its transfer time.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";

const client = join(import.meta.dirname, "../build/client");

type Manifest = {
  entry: { module: string; imports: string[] };
  routes: Record<string, { module: string; imports?: string[] }>;
};

function readManifest(): { name: string; manifest: Manifest } {
  const folder = join(client, "assets");
  const candidates = existsSync(folder) ? readdirSync(folder).filter((file) => /^manifest-.*\.js$/.test(file)) : [];
  const name = candidates.find((file) => readFileSync(join(folder, file), "utf8").startsWith("window.__reactRouterManifest"));
  if (name === undefined) throw new Error("Stet is not built yet. Run: npm run build");
  const text = readFileSync(join(folder, name), "utf8");
  return { name: `/assets/${name}`, manifest: JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest };
}

/** The scripts fetched first for a page: its own, its layouts', and their imports. */
function scriptsOf(routes: string[]): string[] {
  const { name, manifest } = readManifest();
  const files = new Set([name, manifest.entry.module, ...manifest.entry.imports]);
  for (const id of ["root", ...routes]) {
    const route = manifest.routes[id];
    if (route === undefined) throw new Error(`There is no page ${id} any more.`);
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
  }
  return [...files];
}

const bytesOf = (files: string[]) =>
  files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(client, file))).length, 0);

test.each([
  ["the chat page", ["own", "own/chats", "own/chat"], 10, 190_000],
  ["a conversation", ["own", "own/chats", "own/chat/:chatId"], 10, 190_000],
  ["the vault", ["own", "own/vault"], 20, 160_000],
  ["a draft, with its editor", ["own", "own/vault/projects/:projectId/drafts/:draftId"], 15, 378_000],
  ["signing in", ["routes/auth/sign-in"], 24, 180_000],
])("%s stays light", (_page, routes, files, bytes) => {
  const scripts = scriptsOf(routes);
  expect(scripts.length).toBeLessThanOrEqual(files);
  expect(bytesOf(scripts)).toBeLessThanOrEqual(bytes);
});
