/* What the organization's answers cost in a month. */
import { Link } from "react-router";
import { byModel, byPerson, byProject, moneyOf, totalOf, type Spent, type SpentLine } from "#core/account/spending.ts";
import { RowBar } from "../developers/usage-bars.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

const numbers = new Intl.NumberFormat("en-GB");
const monthDates = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const monthName = (month: string) => monthDates.format(new Date(`${month}-01T00:00:00Z`));

type SpendingProps = { rows: Spent[]; month: string; months: string[]; modelNames: Record<string, string> };

export function Spending({ rows, month, months, modelNames }: SpendingProps) {
  const total = totalOf(rows);
  return (
    <SettingsSection
      id="spending"
      title="Spending on models"
      lead="At the providers’ list prices in US dollars on the day of each answer, without discounts or tax. It is not an invoice."
    >
      {months.length > 1 && <Months months={months} chosen={month} />}
      {total.answers === 0 ? (
        <p className="text-ink-soft">Nothing was spent in {monthName(month)}.</p>
      ) : (
        <>
          <p className="font-serif text-display tabular-nums">{moneyOf(total)}</p>
          <p className="mt-1 text-ink-soft">
            {monthName(month)} · {numbers.format(total.answers)} {total.answers === 1 ? "answer" : "answers"} ·{" "}
            {numbers.format(total.tokens)} tokens
          </p>
          {total.unpricedTokens > 0 && total.unpricedTokens < total.tokens && (
            <p className="mt-3 text-ink-soft text-pretty">
              {numbers.format(total.unpricedTokens)} of these tokens went to models whose price isn’t known here, such as those on
              your own server. They aren’t included in the total.
            </p>
          )}
          <div className="mt-8 flex flex-col gap-8">
            <Lines title="By person" lines={byPerson(rows)} />
            <Lines title="By project" lines={byProject(rows)} />
            <Lines title="By model" lines={byModel(rows, (id) => modelNames[id] ?? id.replace(/^local:/, ""))} />
          </div>
        </>
      )}
    </SettingsSection>
  );
}

function Months({ months, chosen }: { months: string[]; chosen: string }) {
  return (
    <nav aria-label="Month" className="mb-5 flex flex-wrap gap-x-4 gap-y-1">
      {months.map((month) => (
        <Link
          key={month}
          to={`?month=${month}`}
          replace
          preventScrollReset
          aria-current={month === chosen ? "true" : undefined}
          className="grid place-items-center text-ink-soft touch-target hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
        >
          {monthName(month)}
        </Link>
      ))}
    </nav>
  );
}

function Lines({ title, lines }: { title: string; lines: SpentLine[] }) {
  const most = Math.max(...lines.map(({ costUsd }) => costUsd));
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1">
        {lines.map(({ key, label, ...sum }) => (
          <li key={key} className="py-2">
            <p className="flex items-baseline gap-3">
              <span className="min-w-0 flex-1 truncate">{label}</span>
              <span className="shrink-0 text-ink-soft tabular-nums">{moneyOf(sum)}</span>
            </p>
            <div className="mt-1.5">
              <RowBar value={sum.costUsd} most={most} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
