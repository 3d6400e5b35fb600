/* What each plan includes and costs, from the plans' own rules and the configured prices. */
import { offeredPlans } from "#core/account/offered-plans.ts";
import { planNames } from "#core/account/plans.ts";
import { stetContext } from "#server/contexts.ts";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import { PlanList } from "#ui/marketing/plan-list.tsx";
import { FeatureTable, ModelTable } from "#ui/marketing/plan-table.tsx";
import { ProsePage } from "#ui/marketing/prose-page.tsx";
import type { Route } from "./+types/pricing.ts";

const lead = "The account is free. Plans differ in the models and the usage they include.";

export function meta() {
  return pageMeta("Pricing · Stet", lead);
}

export function loader({ context }: Route.LoaderArgs) {
  const { DEFAULT_PLAN, PRICE_STARTER, PRICE_PROFESSIONAL, PRICE_SEAT } = context.get(stetContext).env;
  return {
    plans: offeredPlans(new Date().toISOString(), { starter: PRICE_STARTER, professional: PRICE_PROFESSIONAL }),
    startsOn: planNames[DEFAULT_PLAN],
    seat: PRICE_SEAT ?? null,
  };
}

export default function PricingPage({ loaderData: { plans, startsOn, seat } }: Route.ComponentProps) {
  const isSold = plans.some(({ price }) => price !== null);
  return (
    <ProsePage title="Pricing" lead={lead}>
      <h2 className="sr-only">The plans</h2>
      <PlanList plans={plans} startsOn={startsOn} />
      <p className="mt-10 max-w-measure font-serif text-read">
        {!isSold && "This installation is free: nothing is charged. "}
        Models on your own server and the built-in editor are included in every plan and never count towards a limit. Other models
        are available if the administrator of this installation has set up their provider. An organization has its own plan, shared
        by all its members{seat === null ? "." : `; a seat in it is ${seat}.`}
      </p>
      <h2 className="mt-14 font-serif text-[1.75rem] leading-9 font-medium">What each plan includes</h2>
      <FeatureTable plans={plans} />
      <h2 className="mt-14 font-serif text-[1.75rem] leading-9 font-medium">Which models each plan includes</h2>
      <ModelTable plans={plans} />
    </ProsePage>
  );
}
