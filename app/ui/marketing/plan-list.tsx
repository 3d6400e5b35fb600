/* The plans side by side: what each includes, what it costs, and the way in. */
import { href } from "react-router";
import type { OfferedPlan } from "#core/account/offered-plans.ts";
import { buttonClass } from "../kit/button.tsx";

type PlanListProps = { plans: readonly OfferedPlan[]; startsOn: string };

export function PlanList({ plans, startsOn }: PlanListProps) {
  const isSold = plans.some(({ price }) => price !== null);
  // Where nothing is sold, the plan that an account starts on is the one to point at.
  const isMarked = ({ plan, name }: OfferedPlan) => (isSold ? plan === "starter" : name === startsOn);
  return (
    <ul className="grid gap-5 md:grid-cols-3">
      {plans.map((offered) => (
        <PlanCard key={offered.plan} offered={offered} isSold={isSold} isMarked={isMarked(offered)} startsOn={startsOn} />
      ))}
    </ul>
  );
}

type PlanCardProps = { offered: OfferedPlan; isSold: boolean; isMarked: boolean; startsOn: string };

function PlanCard({ offered: { name, plan, price, amounts, models, withheld }, isSold, isMarked, startsOn }: PlanCardProps) {
  return (
    <li className={`flex flex-col rounded-xl border bg-raised p-6 ${isMarked ? "border-blue" : "border-rule"}`}>
      <div className="flex items-center gap-3">
        <h3 className="font-serif text-title font-medium">{name}</h3>
        {isMarked && isSold && <span className="rounded-full bg-blue-soft px-2.5 py-0.5 text-xs text-blue">Recommended</span>}
      </div>
      {isSold && <p className="mt-1 text-base">{plan === "free" ? "No charge" : (price ?? "Price on request")}</p>}
      <ul className="mt-4 space-y-1.5 text-ink-soft">
        <li>{withheld.length === 0 ? "Every model" : `${models.length} of ${models.length + withheld.length} models`}</li>
        {amounts.map((amount) => (
          <li key={amount} className="first-letter:uppercase">
            {amount}
          </li>
        ))}
      </ul>
      {name === startsOn && <p className="mt-4 text-blue">New accounts start on this plan.</p>}
      <div className="mt-auto pt-6">
        {price === null && isSold && plan !== "free" ? (
          <a href={href("/contact")} className={`w-full ${buttonClass("outline")}`}>
            Contact us
          </a>
        ) : (
          <a href={href("/auth/sign-up")} className={`w-full ${buttonClass(isMarked ? "primary" : "outline")}`}>
            {plan === "free" || !isSold ? "Create an account" : `Start with ${name}`}
          </a>
        )}
      </div>
    </li>
  );
}
