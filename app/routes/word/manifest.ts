/* The manifest that Word loads, with this site's address in it. */
import { wordManifest } from "#core/workspace/word-manifest.ts";
import { stetContext } from "#server/contexts.ts";
import type { Route } from "./+types/manifest.ts";

export function loader({ context }: Route.LoaderArgs) {
  return new Response(wordManifest(context.get(stetContext).env.url), {
    headers: { "content-type": "application/xml; charset=utf-8" },
  });
}
