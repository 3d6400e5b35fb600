/*
 * Brings the rooms together and listens: built files from memory first, then
 * the API, then pages. In development Vite comes first and serves
 * pages from source.
 */
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { ViteDevServer } from "vite";
import { createApi } from "#api/index.ts";
import { pageKinds, pageNames, refuseUnlisted } from "#api/address-table.ts";
import type { ApiContext } from "#api/context.ts";
import type { Actor } from "#core/workspace/policy.ts";
import type { Env } from "#server/env.ts";
import { compressed, compressedJson } from "#server/pages/encodings.ts";
import { createPageCache, stillHeader, stylesHeader } from "#server/pages/page-cache.ts";
import { openDoor } from "#server/process/administration.ts";
import { createLog, type Log } from "#server/log.ts";
import { loadBuiltPages } from "./built-pages.ts";
import { askToComeBack, refusingPages } from "./page-refusals.ts";
import { securityHeaders } from "#server/pages/security-headers.ts";
import { serveStatic, type StaticFiles } from "#server/pages/static-files.ts";
import { actorContext, apiContext, nonceContext, reportContext, stetContext } from "#server/contexts.ts";
import { createStet, type Stet } from "#server/stet.ts";

const root = join(import.meta.dirname, "..");

export type RunningServer = { url: string; port: number; stet: Stet; stop(): Promise<void> };

type Options = { isDevelopment?: boolean; log?: Log } & Parameters<typeof createStet>[2];

export async function startServer(
  env: Env,
  { isDevelopment = false, log = createLog(env), ...options }: Options = {},
): Promise<RunningServer> {
  const [stet, vite] = await Promise.all([createStet(env, log, options), isDevelopment ? startVite() : undefined]);
  const closeDoor = await openDoor(stet);
  options.say?.("Loading the pages …");
  const api = createApi(stet);
  const pages = await createPages(stet, vite, (request, bindings) => api.fetch(request, bindings));
  api.all("*", (c) => pages(c));

  const files: StaticFiles = vite === undefined ? serveStatic(join(root, "build/client")) : () => null;
  const fetch = async (request: Request, bindings: HttpBindings) => {
    const path = bindings.incoming.url?.split("?", 1)[0] ?? "/";
    if (!bindings.incoming.headers.host && !/^\/health\/\w+$/.test(path))
      return new Response("The request names no host.", { status: 400 });
    const file = files(request.method, path, request.headers);
    if (file !== null) return file;
    return compressedJson(await api.fetch(request, bindings), request.headers.get("accept-encoding") ?? "");
  };
  const hostname = new URL(env.url).host;
  const listener = getRequestListener(fetch as never, { overrideGlobalObjects: false, hostname });
  // The health checks of load balancers often name no host; what else does not is refused above.
  const server = createServer({ requireHostHeader: false }, vite === undefined ? listener : behindVite(vite, listener));
  // Slow or endless heads and bodies are cut; answers may stream as long as they like.
  server.headersTimeout = 20_000;
  server.requestTimeout = 300_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = 10_000;
  const port = await listen(server, env);
  return { url: env.STET_URL ?? `http://localhost:${port}`, port, stet, stop: () => stop(server, stet, vite, closeDoor) };
}

function listen(server: Server, env: Env): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? `Port ${env.PORT} is taken. Choose another: PORT=3001 npm start` : error.message;
      reject(new Error(`Stet cannot listen on ${env.HOST}:${env.PORT}. ${reason}`));
    });
    server.listen(env.PORT, env.HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Stops accepting, lets answers save themselves, and ends the connections that are still open after five seconds. */
async function stop(server: Server, stet: Stet, vite: ViteDevServer | undefined, closeDoor: () => void): Promise<void> {
  closeDoor();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), 5_000);
  await stet.drain();
  server.closeIdleConnections();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  server.closeAllConnections();
  await closed;
  clearTimeout(impatience);
  await vite?.close();
  await stet.close();
}

type Pages = (c: ApiContext) => Promise<Response>;

type Api = (request: Request, bindings: ApiContext["env"]) => Response | Promise<Response>;

async function createPages(stet: Stet, vite: ViteDevServer | undefined, api: Api): Promise<Pages> {
  // Sources change while they are served; a build is taken apart once, not at every request.
  const build =
    vite === undefined
      ? refusingPages(await loadBuiltPages())
      : async () => refusingPages((await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild);
  const { routes } = typeof build === "function" ? await build() : build;
  refuseUnlisted(pageNames(routes as Parameters<typeof pageNames>[0]), pageKinds);
  const handle = createRequestHandler(build, vite === undefined ? "production" : "development");
  const kept = createPageCache();
  return async (c) => {
    const { raw } = c.req;
    const { actor, renewed: cookies } = c.var;
    const mayKeep = vite === undefined && actor.kind === "visitor" && cookies.length === 0;
    const ready = mayKeep ? kept.find(raw) : null;
    if (ready !== null) return ready;

    const nonce = randomBytes(16).toString("base64");
    const context = new RouterContextProvider();
    context.set(stetContext, stet);
    context.set(actorContext, actor);
    context.set(apiContext, async (request) => api(request, c.env));
    context.set(nonceContext, nonce);
    context.set(reportContext, (error) =>
      stet.log.error({ err: error, requestId: c.get("requestId"), path: c.req.path }, "bug in a page"),
    );
    const response = await handle(raw, context);
    askToComeBack(response);
    const scripts = response.headers.get(stillHeader);
    const styles = response.headers.get(stylesHeader) ?? "";
    for (const name of [stillHeader, stylesHeader]) response.headers.delete(name);
    const allowed = scripts === null ? { nonce } : { scripts, styles };
    for (const [name, value] of Object.entries(securityHeaders(allowed, stet.env.isHttps, vite !== undefined)))
      response.headers.set(name, value);
    response.headers.set("x-stet-account", accountMark(actor));
    for (const cookie of cookies) response.headers.append("set-cookie", cookie);
    const whole = mayKeep && scripts !== null ? await kept.keep(raw, response) : response;
    return compressed(whole, raw.headers.get("accept-encoding") ?? "");
  };
}

/** For the service worker (public/service-worker.js), which must not show one account's pages to another. */
function accountMark(actor: Actor): string {
  return actor.kind === "person" ? createHash("sha256").update(actor.userId).digest("base64url").slice(0, 22) : "none";
}

async function startVite(): Promise<ViteDevServer> {
  const { createServer: createVite } = await import("vite");
  return createVite({ root, server: { middlewareMode: true }, appType: "custom" });
}

function behindVite(vite: ViteDevServer, listener: (request: IncomingMessage, response: ServerResponse) => unknown) {
  return (request: IncomingMessage, response: ServerResponse) => {
    vite.middlewares(request, response, () => void listener(request, response));
  };
}
