/* The precedents of the library. */
import { precedentQuerySchema } from "#core/requests/library.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listPrecedents } from "#server/data/drafts/precedents.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { PrecedentsPage } from "#ui/library/precedents-page.tsx";
import type { Route } from "./+types/precedents.ts";

export function meta() {
  return [{ title: "Precedents · Library · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  const asked = precedentQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { asked, ...(await listPrecedents(me, db, asked)), mayMake: mayMake(me) };
}

export default function Precedents({ loaderData }: Route.ComponentProps) {
  return <PrecedentsPage {...loaderData} />;
}
