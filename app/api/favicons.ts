/* GET /api/favicon?host=: the favicon of a cited site, proxied through this server. Empty if there is none. */
import { Hono } from "hono";
import type { Stet } from "#server/stet.ts";
import type { ApiEnv } from "./context.ts";

export function favicons(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/favicon", async (c) => {
    const icon = await stet.favicons.find(c.req.query("host") ?? "");
    const headers = { "cache-control": "private, max-age=604800", "x-content-type-options": "nosniff" };
    if (icon === null)
      return new Response(null, { status: 204, headers: { ...headers, "cache-control": "private, max-age=21600" } });
    return new Response(new Uint8Array(icon.bytes), {
      headers: {
        ...headers,
        "content-type": icon.contentType,
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
      },
    });
  });
}
