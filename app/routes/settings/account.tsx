/* One's own account at a glance. */
import { problem } from "#core/problem.ts";
import { accountOf } from "#server/account-state.ts";
import { actorContext, stetContext } from "#server/stet.ts";
import { AccountOverview } from "#ui/settings/account-overview.tsx";
import { usePlace } from "#ui/shell/use-place.ts";
import type { Route } from "./+types/account.ts";

export function meta() {
  return [{ title: "Your account · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const account = await accountOf(me, context.get(stetContext), request.headers);
  return { ...account, sessions: account.sessions.length };
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const place = usePlace();
  return <AccountOverview base={place.path("/settings/account")} state={loaderData} />;
}
