/* Which plans include which models. */
import type { OfferedPlan } from "#core/account/offered-plans.ts";

export function PlanTable({ plans }: { plans: readonly OfferedPlan[] }) {
  const names = plans.flatMap(({ models, withheld }) => [...models, ...withheld]);
  return (
    <div tabIndex={0} role="region" aria-label="Models by plan" className="mt-4 max-w-3xl overflow-x-auto scroll-thin">
      <table className="w-full min-w-110 text-left">
        <thead>
          <tr className="border-b border-rule-strong">
            <th scope="col" className="py-3 pr-4 font-medium">
              Model
            </th>
            {plans.map(({ plan, name }) => (
              <th key={plan} scope="col" className="px-4 py-3 text-center font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...new Set(names)].map((model) => (
            <tr key={model} className="border-b border-rule">
              <th scope="row" className="py-3 pr-4 font-serif text-base font-normal">
                {model}
              </th>
              {plans.map(({ plan, models }) => (
                <td key={plan} className={`px-4 py-3 text-center ${models.includes(model) ? "text-insert" : "text-ink-faint"}`}>
                  {models.includes(model) ? "Yes" : "No"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
