/* Conflict checks: a new one, and the record of those before. */
import { checkListSchema } from "#core/requests/contacts.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listConflictChecks } from "#server/data/contacts/conflict-checks.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ChecksPage } from "#ui/contacts/checks-page.tsx";
import type { Route } from "./+types/checks.ts";

export function meta() {
  return [{ title: "Conflict checks · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { before } = checkListSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const page = await listConflictChecks(me, context.get(stetContext).db, before);
  return { ...page, isFirst: before === undefined, mayMake: mayMake(me) };
}

export default function Checks({ loaderData }: Route.ComponentProps) {
  return <ChecksPage {...loaderData} />;
}
