/* The organization's API usage: by day as bars and numbers, by model and by key. */
import {
  answeringModel,
  daysOf,
  keyName,
  usageBy,
  type MonthOfUse,
  type UsageCount,
  type UsageSum,
} from "#core/account/api-usage.ts";
import { DayBars, RowBar } from "./usage-bars.tsx";

const numbers = new Intl.NumberFormat("en-GB");
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const monthDates = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const monthName = (month: string) => monthDates.format(new Date(`${month}-01T00:00:00Z`));
const dayName = (day: string) => dates.format(new Date(`${day}T00:00:00Z`));

type UsageTablesProps = {
  counts: readonly UsageCount[];
  keyNames: ReadonlyMap<string, string>;
  range: number;
  today: string;
  measure: Measure;
};

export const measures = ["requests", "tokens"] as const;
export type Measure = (typeof measures)[number];

const measured = (sum: UsageSum, measure: Measure) => (measure === "requests" ? sum.requests : sum.inputTokens + sum.outputTokens);

export function UsageTables({ counts, keyNames, range, today, measure }: UsageTablesProps) {
  const byDay = new Map(usageBy(counts, (one) => one.day).map(({ key, sum }) => [key, sum]));
  const days = daysOf(range, today);
  const bars = days.map((day) => {
    const sum = byDay.get(day);
    return { label: day, title: dayName(day), value: sum === undefined ? 0 : measured(sum, measure) };
  });
  const total = bars.reduce((all, { value }) => all + value, 0);
  const best = bars.reduce((one, other) => (other.value > one.value ? other : one));
  return (
    <>
      <DayBars
        bars={bars}
        summary={`${numbers.format(total)} ${measure} in ${range} days, most on ${best.title}: ${numbers.format(best.value)}.`}
      />
      <div className="mt-10 grid gap-10 md:grid-cols-2">
        <SumTable
          title="By model"
          rows={usageBy(counts, answeringModel).map(({ key, sum }) => ({ name: key ?? "Refused, or without a model", sum }))}
          measure={measure}
        />
        <SumTable
          title="By key"
          rows={usageBy(counts, (one) => one.keyId).map(({ key, sum }) => ({ name: keyName(key, keyNames), sum, id: key ?? "" }))}
          measure={measure}
        />
      </div>
      <PeriodTable
        title="By day"
        head="Day (UTC)"
        rows={days
          .filter((day) => byDay.has(day))
          .toReversed()
          .map((day) => ({ period: day, name: dayName(day), sum: byDay.get(day)! }))}
      />
    </>
  );
}

type SumRow = { name: string; sum: UsageSum; id?: string };

function SumTable({ title, rows, measure }: { title: string; rows: readonly SumRow[]; measure: Measure }) {
  const sorted = rows.toSorted((one, other) => measured(other.sum, measure) - measured(one.sum, measure));
  const most = sorted[0] === undefined ? 0 : measured(sorted[0].sum, measure);
  return (
    <section aria-label={title}>
      <h2 className="font-serif text-lg">{title}</h2>
      <ul className="mt-2">
        {sorted.map(({ name, sum, id = name }) => (
          <li key={id} className="py-2">
            <p className="flex items-baseline gap-3">
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-ink-soft tabular-nums">
                {numbers.format(measured(sum, measure))} <span className="sr-only">{measure}</span>
              </span>
            </p>
            <div className="mt-1.5">
              <RowBar value={measured(sum, measure)} most={most} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Not limited in time: totals are kept forever. */
export function MonthTable({ months }: { months: readonly MonthOfUse[] }) {
  return (
    <PeriodTable
      title="By month"
      head="Month (UTC)"
      rows={months.map(({ month, ...sum }) => ({ period: month, name: monthName(month), sum }))}
    />
  );
}

type PeriodTableProps = { title: string; head: string; rows: readonly { period: string; name: string; sum: UsageSum }[] };

function PeriodTable({ title, head, rows }: PeriodTableProps) {
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="font-serif text-lg">{title}</h2>
      <div className="mt-2 overflow-x-auto scroll-thin" tabIndex={0} role="group" aria-label={`Table: ${title.toLowerCase()}`}>
        <table className="w-full min-w-110 tabular-nums">
          <thead className="text-left text-ink-faint">
            <tr className="border-b border-rule">
              <th className="py-2 font-normal">{head}</th>
              {["Requests", "Failed", "Tokens in", "Tokens out"].map((column) => (
                <th key={column} className="py-2 pl-4 text-right font-normal">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ period, name, sum: { requests, failures, inputTokens, outputTokens } }) => (
              <tr key={period} className="border-b border-rule">
                <th scope="row" className="py-2 text-left font-normal">
                  <time dateTime={period}>{name}</time>
                </th>
                {[requests, failures, inputTokens, outputTokens].map((value, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- four columns, always these
                  <td key={at} className="py-2 pl-4 text-right">
                    {numbers.format(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
