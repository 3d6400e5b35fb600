import type { Env } from "../env.ts";

/** The public origin of the front page: its own address if it has one. */
export function siteOrigin(env: Pick<Env, "url" | "MARKETING_URL">): string {
  return env.MARKETING_URL === undefined ? env.url : new URL(env.MARKETING_URL).origin;
}
