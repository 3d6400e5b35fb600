/* The plans compared: what every one of them has, then the models. */
import type { ReactNode } from "react";
import { Check } from "lucide-react";
import type { OfferedPlan } from "#core/account/offered-plans.ts";

/** What no plan leaves out: the plans differ in amounts and models only. */
const always = [
  "Changes shown before they are made, each of them undoable",
  "Citations checked against their sources",
  "Law of the EU, Sweden, the United Kingdom, the Netherlands and Germany",
  "Agent mode, and changes in many places at once",
  "Word, PDF, ODT, RTF, HTML and Markdown, with tracked changes and comments",
  "Timeline of every version",
  "Sharing, comments and organizations",
  "The API, and your own model server",
  "Two-factor authentication, passkeys and export of everything",
] as const;

export function FeatureTable({ plans }: { plans: readonly OfferedPlan[] }) {
  return (
    <PlanTable label="Features by plan" first="Feature" plans={plans}>
      {always.map((feature) => (
        <Row key={feature} name={feature} plans={plans} includes={() => true} />
      ))}
    </PlanTable>
  );
}

export function ModelTable({ plans }: { plans: readonly OfferedPlan[] }) {
  const names = plans.flatMap(({ models, withheld }) => [...models, ...withheld]);
  return (
    <PlanTable label="Models by plan" first="Model" plans={plans}>
      {[...new Set(names)].map((model) => (
        <Row key={model} name={model} plans={plans} includes={({ models }) => models.includes(model)} />
      ))}
    </PlanTable>
  );
}

type PlanTableProps = { label: string; first: string; plans: readonly OfferedPlan[]; children: ReactNode };

function PlanTable({ label, first, plans, children }: PlanTableProps) {
  return (
    <div tabIndex={0} role="region" aria-label={label} className="relative mt-4 overflow-x-auto scroll-thin">
      <table className="w-full min-w-130 table-fixed text-left">
        <thead>
          <tr className="border-b border-rule-strong">
            <th scope="col" className="w-1/2 py-3 pr-4 font-medium">
              {first}
            </th>
            {plans.map(({ plan, name }) => (
              <th key={plan} scope="col" className="px-2 py-3 text-center font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

type RowProps = { name: string; plans: readonly OfferedPlan[]; includes: (plan: OfferedPlan) => boolean };

function Row({ name, plans, includes }: RowProps) {
  return (
    <tr className="border-b border-rule">
      <th scope="row" className="py-3 pr-4 text-base font-normal text-pretty">
        {name}
      </th>
      {plans.map((plan) => (
        <td key={plan.plan} className="px-2 py-3 text-center">
          {includes(plan) ? (
            <>
              <Check aria-hidden="true" className="mx-auto size-4 text-insert" />
              <span className="sr-only">Yes</span>
            </>
          ) : (
            <span className="text-ink-faint">
              <span aria-hidden="true">–</span>
              <span className="sr-only">No</span>
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}
