/* An organization's API usage. */
import { Link } from "react-router";
import { usageRanges } from "#core/account/api-usage.ts";
import { listApiKeys } from "#server/data/accounts/api-keys.ts";
import { countUsage, countUsageByMonth } from "#server/data/accounts/api-usage.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { DeveloperHeading } from "#ui/developers/developer-page.tsx";
import { measures, MonthTable, UsageTables } from "#ui/developers/usage-tables.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import type { Route } from "./+types/api-usage.ts";

export function meta() {
  return [{ title: "API usage · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  const { db } = context.get(stetContext);
  const range = usageRanges.find((days) => String(days) === url.searchParams.get("days")) ?? 30;
  const measure = measures.find((one) => one === url.searchParams.get("by")) ?? "requests";
  const [counts, months, keys] = await Promise.all([countUsage(me, db, range), countUsageByMonth(me, db), listApiKeys(me, db)]);
  return { range, measure, counts, months, keys: keys.map(({ id, name }) => [id, name] as const), today: new Date().toISOString() };
}

export default function ApiUsage({ loaderData, params }: Route.ComponentProps) {
  const { range, measure, counts, months, keys, today } = loaderData;
  const { slug = "" } = params as { slug?: string };
  return (
    <>
      <DeveloperHeading
        title="API usage"
        lead="All requests made with keys or in the playground. Token counts come from the model; for stopped answers they are estimated."
        action={
          <a href={`/api/usage.csv?days=${range}&organization=${slug}`} download className={buttonClass("outline", "medium")}>
            Download CSV
          </a>
        }
      />
      <div className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        <Choices
          label="Range"
          chosen={String(range)}
          of={usageRanges.map((days) => [String(days), `${days} days`])}
          to={(days) => `?days=${days}&by=${measure}`}
        />
        <Choices
          label="Measure"
          chosen={measure}
          of={measures.map((one) => [one, one === "requests" ? "Requests" : "Tokens"])}
          to={(by) => `?days=${range}&by=${by}`}
        />
      </div>
      {counts.length === 0 ? (
        <EmptyState title="Nothing yet">No requests in the last {range} days.</EmptyState>
      ) : (
        <UsageTables counts={counts} keyNames={new Map(keys)} range={range} today={today} measure={measure} />
      )}
      {months.length > 0 && <MonthTable months={months} />}
    </>
  );
}

type ChoicesProps = { label: string; chosen: string; of: (readonly [string, string])[]; to: (value: string) => string };

function Choices({ label, chosen, of, to }: ChoicesProps) {
  return (
    <nav aria-label={label} className="flex gap-1 rounded-lg bg-desk p-1">
      {of.map(([value, words]) => (
        <Link
          key={value}
          to={to(value)}
          replace
          preventScrollReset
          aria-current={value === chosen ? "true" : undefined}
          className="grid h-7 place-items-center rounded-md px-2.5 text-ink-soft touch-target hover:text-ink aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-ink aria-[current]:shadow-panel"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
