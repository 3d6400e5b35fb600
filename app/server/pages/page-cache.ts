/*
 * Caches pages that are the same for every visitor, rendered on first request, with their compressed forms. They depend
 * on the settings, which are constant while the process runs, on the reader's theme, and on the day, because models are
 * retired on a date.
 *
 * A page opts in with the header below; its value is the script policy that replaces the nonce, which a cached page
 * cannot carry.
 */
import { createHash } from "node:crypto";
import { themeFrom } from "#core/account/theme.ts";
import { compressWhole, encodingFor, type Bytes, type Encoding } from "./encodings.ts";

export const stillHeader = "x-stet-still";
/** The hash of the style sheet that is part of such a page. */
export const stylesHeader = "x-stet-styles";

type Kept = { status: number; headers: [string, string][]; body: Bytes; etag: string; encoded: Map<Encoding, Promise<Bytes>> };

export type PageCache = {
  /** The cached page, if any. Only signed-out visitors may get one. */
  find(request: Request): Promise<Response> | null;
  /** Caches a finished response to `request` and returns it. */
  keep(request: Request, response: Response): Promise<Response>;
};

/** Far more than there are pages in all themes; unknown URLs are not cached. */
const atMost = 500;

export function createPageCache(today = () => new Date().toISOString().slice(0, 10)): PageCache {
  const pages = new Map<string, Kept>();
  let day = today();

  function keyOf(request: Request): string | null {
    const { pathname, search } = new URL(request.url);
    if ((request.method !== "GET" && request.method !== "HEAD") || search !== "") return null;
    return `${pathname} ${themeFrom(request.headers.get("cookie"))}`;
  }
  return {
    find(request) {
      if (day !== today()) {
        day = today();
        pages.clear();
      }
      const key = keyOf(request);
      const page = key === null ? undefined : pages.get(key);
      return page === undefined ? null : answer(page, request);
    },
    async keep(request, response) {
      const key = keyOf(request);
      if (key === null || request.method !== "GET" || response.status !== 200 || response.headers.has("set-cookie"))
        return response;
      const body = Buffer.from(await response.arrayBuffer());
      const etag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
      const headers = [...response.headers].filter(([name]) => name !== "cache-control" && name !== "content-length");
      const page: Kept = { status: response.status, headers, body, etag, encoded: new Map() };
      if (pages.size < atMost) pages.set(key, page);
      return answer(page, request);
    },
  };
}

async function answer(page: Kept, request: Request): Promise<Response> {
  const encoding = encodingFor(request.headers.get("accept-encoding") ?? "");
  const headers = new Headers(page.headers);
  // The browser may store it but must revalidate: signing in or switching the theme changes the page.
  headers.set("cache-control", "private, no-cache");
  headers.set("vary", "cookie, accept-encoding");
  // Weak: the compressed forms are the same page with different bytes.
  headers.set("etag", `W/"${page.etag}"`);
  if (request.headers.get("if-none-match")?.includes(`"${page.etag}"`)) return new Response(null, { status: 304, headers });
  let body = page.encoded.get(encoding);
  if (body === undefined) {
    body = compressWhole(page.body, encoding);
    page.encoded.set(encoding, body);
  }
  const bytes = await body;
  headers.set("content-length", String(bytes.length));
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  return new Response(request.method === "HEAD" ? null : bytes, { status: page.status, headers });
}
