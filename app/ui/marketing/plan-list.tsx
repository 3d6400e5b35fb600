/* The plans side by side: what each includes, and the price where one is set. */
import type { OfferedPlan } from "#core/account/offered-plans.ts";

type PlanListProps = { plans: readonly OfferedPlan[]; startsOn: string };

export function PlanList({ plans, startsOn }: PlanListProps) {
  return (
    <ul className="grid gap-x-10 md:grid-cols-3">
      {plans.map(({ plan, name, price, amounts, models, withheld }) => (
        <li key={plan} className="border-b border-rule py-6 md:border-b-0">
          <h3 className="font-serif text-title font-medium">{name}</h3>
          <p className="mt-1">{plan === "free" ? "No charge." : (price ?? "No price set.")}</p>
          <ul className="mt-3 space-y-1 text-ink-soft">
            <li>{withheld.length === 0 ? "Every model" : `${models.length} of ${models.length + withheld.length} models`}</li>
            {amounts.map((amount) => (
              <li key={amount} className="first-letter:uppercase">
                {amount}
              </li>
            ))}
          </ul>
          {name === startsOn && <p className="mt-3 text-blue">New accounts start on this plan.</p>}
        </li>
      ))}
    </ul>
  );
}
