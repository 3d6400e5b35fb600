/* Imports chats from another product into the current workspace. */
import { problem } from "#core/workspace/problem.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ImportSettings } from "#ui/settings/import-settings.tsx";
import type { Route } from "./+types/import.ts";

export function meta() {
  return [{ title: "Import · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { imports, env } = context.get(stetContext);
  return { imports: await imports.list(me), mayImport: mayMake(me), largestMegabytes: env.IMPORT_FILE_MB };
}

export default function Import({ loaderData }: Route.ComponentProps) {
  return <ImportSettings {...loaderData} />;
}
