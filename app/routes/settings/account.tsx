/* The account at a glance, data export, and deletion. */
import { data, href, redirect } from "react-router";
import { mayAdminister } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { accountOf } from "#server/accounts/account-state.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { answerBillingForm, isBillingIntent } from "#server/billing/billing-form.ts";
import { billingOf } from "#server/billing/billing-state.ts";
import { whatGoes } from "#server/data/accounts/account-deletion.ts";
import { exportGaps } from "#server/data/accounts/security-events.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { AccountOverview } from "#ui/settings/account-overview.tsx";
import { LeavingSettings } from "#ui/settings/leaving-settings.tsx";
import { PlanSettings } from "#ui/settings/plan-settings.tsx";
import { DoneNotice } from "#ui/settings/settings-page.tsx";
import { useWorkspace } from "#ui/shell/use-place.ts";
import type { Route } from "./+types/account.ts";

export function meta() {
  return [{ title: "Your account · Stet" }];
}

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const stet = context.get(stetContext);
  const [account, goes, gaps, billing] = await Promise.all([
    accountOf(me, stet, request.headers),
    whatGoes(me, stet.db),
    exportGaps(me, stet.db, "data"),
    // An organization's plan has its own page.
    me.organizationId === null ? billingOf(me, stet) : null,
  ]);
  const isPaid = url.searchParams.get("done") === "paid";
  return { ...account, sessions: account.sessions.length, goes, gaps, billing, isPaid, isAdministrator: mayAdminister(me) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const intent = text("intent");
  if (isBillingIntent(intent)) {
    const answered = await answerBillingForm(request, context.get(apiContext), text);
    return data({ ...answered.data, download: null }, answered.init ?? undefined);
  }
  const path = intent === "delete" ? "/api/account/deletion" : "/api/account/export";
  const answer = await askApi(request, context.get(apiContext), path, { password: text("password") });
  if (!answer.ok) return data({ intent, refusal: answer.refusal, download: null, url: null }, { status: answer.status });
  if (intent === "delete") throw redirect(href("/auth/deletion"));
  return data({ intent, refusal: null, download: String(answer.body.url), url: null });
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const place = useWorkspace();
  const refusalOf = (intent: string) => (actionData?.intent === intent ? actionData.refusal : null);
  const { hasPassword, goes, gaps, billing, isPaid } = loaderData;
  return (
    <>
      {isPaid && (
        <DoneNotice>Thank you. Your plan changes as soon as Stripe confirms the payment, usually within seconds.</DoneNotice>
      )}
      <AccountOverview base={place.path("/settings/account")} state={loaderData} />
      <div className="mt-6">
        {billing !== null && <PlanSettings state={billing} {...{ hasPassword, refusalOf }} leadsTo={actionData?.url ?? null} />}
        <LeavingSettings {...{ hasPassword, goes, gaps, refusalOf }} download={actionData?.download ?? null} />
      </div>
    </>
  );
}
