/* How to install the add-in in Word. */
import { organizationWorkspace } from "#server/organizations/organization-place.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { WordSettings } from "#ui/organizations/word-settings.tsx";
import type { Route } from "./+types/word.ts";

export function meta() {
  return [{ title: "Word · Stet" }];
}

export function loader({ context }: Route.LoaderArgs) {
  const { isManager } = organizationWorkspace(context.get(actorContext));
  const { env } = context.get(stetContext);
  return { isManager, isHttps: env.isHttps, manifest: `${env.url}/word/manifest.xml` };
}

export default function Word({ loaderData }: Route.ComponentProps) {
  return <WordSettings {...loaderData} />;
}
