/* One's own account at a glance, and the ways out of it. */
import { data, href, redirect } from "react-router";
import { problem } from "#core/problem.ts";
import { accountOf } from "#server/account-state.ts";
import { askApi, textsOf } from "#server/ask-api.ts";
import { whatGoes } from "#server/data/account-deletion.ts";
import { actorContext, apiContext, stetContext } from "#server/stet.ts";
import { AccountOverview } from "#ui/settings/account-overview.tsx";
import { LeavingSettings } from "#ui/settings/leaving-settings.tsx";
import { usePlace } from "#ui/shell/use-place.ts";
import type { Route } from "./+types/account.ts";

export function meta() {
  return [{ title: "Your account · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const stet = context.get(stetContext);
  const [account, goes] = await Promise.all([accountOf(me, stet, request.headers), whatGoes(me, stet.db)]);
  return { ...account, sessions: account.sessions.length, goes };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  const path = intent === "delete" ? "/api/account/deletion" : "/api/account/export";
  const answer = await askApi(request, context.get(apiContext), path, { password: text("password") });
  if (!answer.ok) return data({ intent, refusal: answer.refusal, download: null }, { status: answer.status });
  if (intent === "delete") throw redirect(href("/auth/deletion"));
  return { intent, refusal: null, download: String(answer.body.url) };
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const place = usePlace();
  const refusalOf = (intent: string) => (actionData?.intent === intent ? actionData.refusal : null);
  const { hasPassword, goes } = loaderData;
  return (
    <>
      <AccountOverview base={place.path("/settings/account")} state={loaderData} />
      <div className="mt-6">
        <LeavingSettings {...{ hasPassword, goes, refusalOf }} download={actionData?.download ?? null} />
      </div>
    </>
  );
}
