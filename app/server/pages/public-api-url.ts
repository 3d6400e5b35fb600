import type { Env } from "../env.ts";

/** What programs are told to ask: PUBLIC_API_URL where it is set, else our own address; with /v1 at its end either way. */
export function publicApiUrl({ PUBLIC_API_URL, url }: Pick<Env, "PUBLIC_API_URL" | "url">): string {
  const base = (PUBLIC_API_URL === "#" ? url : PUBLIC_API_URL).replace(/(?<!\/)\/+$/, "");
  return base.endsWith("/v1") ? base : `${base}/v1`;
}
