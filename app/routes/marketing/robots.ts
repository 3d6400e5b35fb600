/* What search engines may read, and where the sitemap is. */
import { siteOrigin } from "#server/pages/site-origin.ts";
import { stetContext } from "#server/contexts.ts";
import type { Route } from "./+types/robots.ts";

export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /chat",
    "Disallow: /vault",
    "Disallow: /organizations",
    "Disallow: /settings/",
    "",
  ];
  lines.push(`Sitemap: ${siteOrigin(context.get(stetContext).env)}/sitemap.xml`, "");
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
