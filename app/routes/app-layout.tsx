/* What stands round every page of a signed-in person. */
import { Outlet, redirect } from "react-router";
import { actorContext } from "#server/stet.ts";
import type { Route } from "./+types/app-layout.ts";

export function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw redirect(`/auth/sign-in?from=${encodeURIComponent(new URL(request.url).pathname)}`);
  return { name: me.name, email: me.email, plan: me.plan };
}

export default function AppLayout() {
  return <Outlet />;
}
