/* What each plan includes. No price is set anywhere in the product, so none is shown. */
import { offeredPlans } from "#core/offered-plans.ts";
import { planNames } from "#core/plans.ts";
import { stetContext } from "#server/stet.ts";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import { PlanTable } from "#ui/marketing/plan-table.tsx";
import { ProsePage } from "#ui/marketing/prose-page.tsx";
import type { Route } from "./+types/pricing.ts";

const lead = "The account is free. Plans differ in the models they may use, and in nothing else.";

export function meta() {
  return pageMeta("Pricing · Stet", lead);
}

export function loader({ context }: Route.LoaderArgs) {
  return { plans: offeredPlans(new Date().toISOString()), startsOn: planNames[context.get(stetContext).env.DEFAULT_PLAN] };
}

export default function PricingPage({ loaderData: { plans, startsOn } }: Route.ComponentProps) {
  return (
    <ProsePage title="Pricing" lead={lead}>
      <p className="max-w-measure font-serif text-read">
        No prices are set, and nothing is charged. A new account starts on {startsOn}. Models on a server of your own, and the
        built-in editor, belong to every plan. A model can be used where whoever runs this copy of Stet has set up its provider.
      </p>
      <PlanTable plans={plans} />
    </ProsePage>
  );
}
