import { siteOrigin } from "#server/pages/site-origin.ts";
import { stetContext } from "#server/contexts.ts";
import { sitemap } from "#ui/marketing/feed.ts";
import type { Route } from "./+types/sitemap.ts";

export function loader({ context }: Route.LoaderArgs) {
  return new Response(sitemap(siteOrigin(context.get(stetContext).env)), {
    headers: { "content-type": "application/xml; charset=utf-8" },
  });
}
