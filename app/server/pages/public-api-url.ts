import type { Env } from "../env.ts";

/** The API's base URL for clients: PUBLIC_API_URL if set, else our own address; always ending in /v1. */
export function publicApiUrl({ PUBLIC_API_URL, url }: Pick<Env, "PUBLIC_API_URL" | "url">): string {
  const base = (PUBLIC_API_URL === "#" ? url : PUBLIC_API_URL).replace(/(?<!\/)\/+$/, "");
  return base.endsWith("/v1") ? base : `${base}/v1`;
}
