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
  routes: Record<string, { module: string; imports?: string[]; css?: string[]; clientLoaderModule?: string }>;
};

function readManifest(): { name: string; manifest: Manifest } {
  const folder = join(client, "assets");
  const candidates = existsSync(folder) ? readdirSync(folder).filter((file) => /^manifest-.*\.js$/.test(file)) : [];
  const name = candidates.find((file) => readFileSync(join(folder, file), "utf8").startsWith("window.__reactRouterManifest"));
  if (name === undefined) throw new Error("Stet is not built yet. Run: npm run build");
  const text = readFileSync(join(folder, name), "utf8");
  return { name: `/assets/${name}`, manifest: JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest };
}

/** What is fetched first for a page: its own files, its layouts', and their imports; and the style sheets among them. */
function filesOf(routes: string[]): { scripts: string[]; styles: string[] } {
  const { name, manifest } = readManifest();
  const scripts = new Set([name, manifest.entry.module, ...manifest.entry.imports]);
  const styles = new Set<string>();
  for (const id of ["root", ...routes]) {
    const route = manifest.routes[id];
    if (route === undefined) throw new Error(`There is no page ${id} any more.`);
    const { module, imports = [], css = [], clientLoaderModule = module } = route;
    for (const file of [module, clientLoaderModule, ...imports]) scripts.add(file);
    for (const file of css) styles.add(file);
  }
  return { scripts: [...scripts], styles: [...styles] };
}

// The hashes in the names of files are left out: a hundred of them weigh some 2,000 bytes, by chance a hundred more or less.
const withoutHashes = (code: string) => code.replaceAll(/-[\w-]{7,8}\.(js|css)\b/g, ".$1");
const bytesOf = (files: string[]) =>
  files.reduce((sum, file) => sum + brotliCompressSync(withoutHashes(readFileSync(join(client, file), "utf8"))).length, 0);

test.each([
  ["the chat page", ["own", "own/chats", "own/chat"], 10, 164_000],
  ["a conversation", ["own", "own/chats", "own/chat/:chatId"], 12, 198_000],
  ["the vault", ["own", "own/vault"], 15, 142_000],
  ["a draft, with its editor", ["own", "own/vault/projects/:projectId/drafts/:draftId"], 12, 298_000],
  ["signing in", ["routes/auth/sign-in"], 20, 138_500],
])("%s stays light", (_page, routes, files, bytes) => {
  const { scripts } = filesOf(routes);
  expect(scripts.length).toBeLessThanOrEqual(files);
  expect(bytesOf(scripts)).toBeLessThanOrEqual(bytes);
});

test("the chat page asks for at most 20 files until it can be used", () => {
  const { scripts } = filesOf(["own", "own/chats", "own/chat"]);
  const page = 1;
  const style = 1;
  const fonts = 2;
  const icon = 1;
  expect(page + style + fonts + icon + scripts.length).toBeLessThanOrEqual(20);
});

test("a font has one name", () => {
  const fonts = readdirSync(join(client, "assets")).filter((file) => file.endsWith(".woff2"));
  expect(fonts.length).toBeGreaterThan(0);
  const contents = fonts.map((file) => readFileSync(join(client, "assets", file), "base64"));
  expect(new Set(contents).size).toBe(fonts.length);
});

test("no part of a page brings a style sheet, with which everything shown would be styled again", () => {
  const { manifest } = readManifest();
  expect(filesOf(Object.keys(manifest.routes)).styles).toEqual([]);
});
