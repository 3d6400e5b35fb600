/* The blog as RSS. */
import { siteOrigin } from "#server/pages/site-origin.ts";
import { stetContext } from "#server/contexts.ts";
import { rssFeed } from "#ui/marketing/feed.ts";
import type { Route } from "./+types/feed.ts";

export function loader({ context }: Route.LoaderArgs) {
  return new Response(rssFeed(siteOrigin(context.get(stetContext).env)), {
    headers: { "content-type": "application/rss+xml; charset=utf-8" },
  });
}
