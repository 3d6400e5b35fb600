/*
 * A small web for tests, on this machine: pages by path, and the search services in their official formats.
 * `mayReach` and `resolve` let the guard of outside addresses through to it, and to nothing else.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createSafeFetch, type SafeFetch } from "#server/web/safe-fetch.ts";

export type WebServer = {
  url: string;
  port: number;
  /** The address of a page under a name that only `fetch` here can resolve. */
  page(path: string, host?: string): string;
  /** Reaches this server by any name ending in .example, and nothing else. */
  fetch: SafeFetch;
  requests: { path: string; headers: IncomingMessage["headers"]; body: string }[];
  close(): Promise<void>;
};

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** `routes` by path without query; unknown paths are 404. */
export async function startWeb(routes: Record<string, Answer | string>): Promise<WebServer> {
  const requests: WebServer["requests"] = [];
  const listener: RequestListener = (request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const path = request.url?.split("?", 1)[0] ?? "/";
      requests.push({ path: request.url ?? "/", headers: request.headers, body });
      const answer = routes[path];
      if (answer === undefined) response.writeHead(404).end();
      else if (typeof answer === "string") response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(answer);
      else answer(request, response, body);
    });
  };
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    page: (path, host = "www.pages.example") => `http://${host}:${port}${path}`,
    fetch: createSafeFetch({
      userAgent: "Stet/test",
      mayReach: (address, asked) => address === "127.0.0.1" && asked === port,
      resolve: (host) => Promise.resolve(host.endsWith(".example") ? ["127.0.0.1"] : []),
    }),
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (_request, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}

/** An article as a page has it, with the usual surroundings. */
export function article(title: string, paragraphs: readonly string[], more = ""): string {
  return `<!doctype html><html lang="en"><head><title>${title} | The Paper</title><meta property="og:site_name" content="The Paper"></head>
<body><nav><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul></nav>${more}
<article><h1>${title}</h1>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("\n")}</article>
<aside class="sidebar">Subscribe to our newsletter</aside><footer>Imprint and cookies</footer></body></html>`;
}
