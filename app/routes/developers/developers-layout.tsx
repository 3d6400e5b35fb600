/* The frame of an organization's API pages. */
import { Outlet } from "react-router";
import { mayMake, mayManage } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actorContext } from "#server/contexts.ts";
import { DeveloperPage } from "#ui/developers/developer-page.tsx";
import type { Route } from "./+types/developers-layout.ts";

export function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person" || me.organizationId === null) throw problem("not-found");
  if (!mayMake(me)) throw problem("not-allowed", "Guests can’t use the API; it is for members.");
  return { isManager: mayManage(me, me.organizationId) };
}

export default function DevelopersLayout({ loaderData }: Route.ComponentProps) {
  return (
    <DeveloperPage isManager={loaderData.isManager}>
      <Outlet />
    </DeveloperPage>
  );
}
