/*
 * Renders a page. The nonce made for this response is given to React and to
 * the router: without it a strict content security policy would stop the
 * scripts that reveal streamed parts. A still page has no such scripts, and may
 * be kept for others, so it carries none.
 */
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";
import "./ui/markdown/rare-syntax.ts";
import { nonceContext, reportContext } from "#server/contexts.ts";

const timeoutMs = 6_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const nonce = isStill(entry) ? undefined : context.get(nonceContext);
  const forCrawler = isbot(request.headers.get("user-agent") ?? "");

  return new Promise((resolve, reject) => {
    let answered = status;
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} {...(nonce && { nonce })} />, {
      ...(nonce && { nonce }),
      [forCrawler ? "onAllReady" : "onShellReady"]() {
        const body = new PassThrough();
        body.once("close", () => clearTimeout(timer));
        headers.set("content-type", "text/html; charset=utf-8");
        resolve(new Response(createReadableStreamFromReadable(body), { status: answered, headers }));
        pipe(body);
      },
      onShellError: reject,
      onError() {
        answered = 500;
      },
    });
    const timer = setTimeout(abort, timeoutMs);
  });
}

function isStill({ staticHandlerContext, routeModules }: EntryContext): boolean {
  return staticHandlerContext.matches.some(
    ({ route }) => (routeModules[route.id]?.handle as { isStill?: boolean } | undefined)?.isStill === true,
  );
}

export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }) {
  if (request.signal.aborted) return;
  context.get(reportContext)(error);
}
