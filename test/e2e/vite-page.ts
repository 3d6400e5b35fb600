/*
 * A standalone page for tests and benches in a browser without the application around it: built by Vite as the
 * application is, served from memory on a free port.
 */
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { build } from "vite";
import { slimParser } from "../../app/ui/markdown/slim/slim-parser.ts";

export type VitePage = { url: string; close(): void };
export type VitePageOptions = {
  headers?: Record<string, string>;
  /** "development" builds React with its warnings. */
  mode?: "development" | "production";
  /** Changes the page before it is sent, by path. */
  html?: (path: string, html: string) => string;
};

const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Builds the folder's index.html and what it loads. Unknown paths without an extension return the page. */
export async function servePage(root: string, options: VitePageOptions = {}): Promise<VitePage> {
  const folder = mkdtempSync(join(tmpdir(), "stet-page-"));
  const { mode = "production", headers = {}, html = (_path, page) => page } = options;
  await build({
    configFile: false,
    root,
    mode,
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    plugins: [slimParser()],
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true, target: "es2023", minify: mode === "production" },
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const name = extname(path) ? path : "/index.html";
    try {
      const body = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream", ...headers });
      response.end(extname(name) === ".html" ? html(path, body.toString("utf8")) : body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const url = await new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
  });
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
