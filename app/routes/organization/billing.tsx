/* The organization's plan, its usage, and payment. */
import { monthsSince } from "#core/account/spending.ts";
import { findModel } from "#core/models/models.ts";
import { problem } from "#core/workspace/problem.ts";
import { textsOf } from "#server/pages/ask-api.ts";
import { answerBillingForm, isBillingIntent } from "#server/billing/billing-form.ts";
import { billingOf } from "#server/billing/billing-state.ts";
import { firstMonthOfSpending, listSpending } from "#server/data/accounts/spending.ts";
import { hasPassword } from "#server/data/accounts/connections.ts";
import { managedPlace } from "#server/organizations/organization-place.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { Spending } from "#ui/organizations/spending.tsx";
import { PlanSettings } from "#ui/settings/plan-settings.tsx";
import { DoneNotice } from "#ui/settings/settings-page.tsx";
import type { Route } from "./+types/billing.ts";

export function meta() {
  return [{ title: "Billing · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { me } = managedPlace(context.get(actorContext));
  const stet = context.get(stetContext);
  const [state, withPassword, first] = await Promise.all([
    billingOf(me, stet),
    hasPassword(me, stet.db),
    firstMonthOfSpending(me, stet.db),
  ]);
  const months = monthsSince(first, new Date().toISOString());
  const month = months.find((one) => one === url.searchParams.get("month")) ?? months[0]!;
  const rows = await listSpending(me, stet.db, month);
  const modelNames = Object.fromEntries(rows.flatMap(({ model }) => (findModel(model) ? [[model, findModel(model)!.name]] : [])));
  const spending = { rows, month, months, modelNames };
  return { state, hasPassword: withPassword, isPaid: url.searchParams.get("done") === "paid", spending };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  if (!isBillingIntent(text("intent"))) throw problem("bad-request");
  return answerBillingForm(request, context.get(apiContext), text);
}

export default function Billing({ loaderData, actionData }: Route.ComponentProps) {
  const { state, isPaid, hasPassword: withPassword } = loaderData;
  const refusalOf = (intent: string) => (actionData?.intent === intent ? actionData.refusal : null);
  return (
    <>
      {isPaid && (
        <DoneNotice>Thank you. Your plan changes as soon as Stripe confirms the payment, usually within seconds.</DoneNotice>
      )}
      <PlanSettings state={state} hasPassword={withPassword} refusalOf={refusalOf} leadsTo={actionData?.url ?? null} />
      {!actionData?.url && <Spending {...loaderData.spending} />}
    </>
  );
}
