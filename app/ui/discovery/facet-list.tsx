/* How the documents that were found are spread; each value narrows the query. Counted once the list is there. */
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { codeName, isCode } from "#core/discovery/coding.ts";
import { kindWords, type Collection, type Facets, type FacetValue } from "#core/discovery/discovery.ts";
import type { DocumentQuery } from "#core/requests/discovery.ts";
import { ask } from "../ask.ts";
import { addressOf, narrowed, personOf, quotedTerm } from "./discovery-words.ts";

type FacetProps = { collection: Collection; asked: DocumentQuery; isHidden: boolean };

export function FacetList({ collection: { id, documents, run, issues }, asked, isHidden }: FacetProps) {
  const [facets, setFacets] = useState<Facets | null>(null);
  // Counted again when documents have come, and when they have been compared.
  const state = `${documents} ${run === null ? "all" : "some"}`;
  useEffect(() => {
    const leave = new AbortController();
    const counted = new URLSearchParams({ query: asked.query, state });
    ask<{ facets: Facets }>(`/api/discovery/${id}/facets?${counted}`, { signal: leave.signal }).then(
      (found) => setFacets(found.facets),
      // The list is there without them.
      () => {},
    );
    return () => leave.abort();
  }, [id, asked.query, state]);
  const to = (term: string) => addressOf(asked, { query: narrowed(asked.query, term), after: undefined, document: undefined });
  return (
    <aside
      aria-label="Narrow down"
      className={`scroll-thin w-60 shrink-0 overflow-y-auto border-r border-rule px-5 py-4 max-lg:hidden ${isHidden ? "max-2xl:hidden" : ""}`}
    >
      {facets !== null && (
        <>
          <p aria-live="polite" className="font-medium tabular-nums">
            {facets.total === 1 ? "1 document" : `${facets.total.toLocaleString("en")} documents`}
          </p>
          <Months months={facets.months} to={to} />
          <Facet title="Type" values={facets.types} word={(kind) => kindWords[kind] ?? kind} to={(kind) => to(`type:${kind}`)} />
          <Facet title="From" values={facets.senders} word={personOf} to={(sender) => to(quotedTerm("from", sender))} />
          <Facet
            title="Coding"
            values={facets.codes}
            word={(code) => codeName(code, issues)}
            to={(code) => to(isCode(code) ? `code:${code}` : quotedTerm("code", codeName(code, issues)))}
          />
          <Facet title="Custodian" values={facets.custodians} to={(name) => to(quotedTerm("custodian", name))} />
          <Facet title="With" values={facets.marks} word={(mark) => markWords[mark] ?? mark} to={(mark) => to(`has:${mark}`)} />
        </>
      )}
    </aside>
  );
}

const markWords: Record<string, string> = {
  attachment: "Attachments",
  duplicate: "Duplicates",
  "near-duplicate": "Near duplicates",
  thread: "Thread",
  exception: "Exceptions",
};

type ListProps = { title: string; values: readonly FacetValue[]; word?: (value: string) => string; to: (value: string) => string };

const asItIs = (value: string) => value;

function Facet({ title, values, word = asItIs, to }: ListProps) {
  if (values.length === 0) return null;
  return (
    <section aria-label={title} className="mt-5">
      <h2 className="text-sm text-ink-faint">{title}</h2>
      <ul className="mt-1">
        {values.map(({ value, count }) => (
          <li key={value}>
            <Link to={to(value)} className="-mx-2 flex items-baseline gap-3 rounded-md px-2 py-1 hover:bg-wash" title={value}>
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {word(value)}
              </span>
              <span className="text-sm text-ink-faint tabular-nums">{count.toLocaleString("en")}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A bar for each month; of a long time, for each year. */
function Months({ months, to }: { months: readonly FacetValue[]; to: (term: string) => string }) {
  if (months.length < 2) return null;
  const bars = months.length <= 36 ? months : byYear(months);
  const most = Math.max(...bars.map(({ count }) => count));
  return (
    <section aria-label="Time" className="mt-4">
      <ol className="flex h-16 items-end gap-px">
        {bars.map(({ value, count }) => (
          <li key={value} className="flex h-full min-w-0 flex-1 items-end">
            <Link
              to={to(`date:${value}`)}
              aria-label={`${value}: ${count.toLocaleString("en")} documents`}
              title={`${value}: ${count.toLocaleString("en")}`}
              className="flex h-full w-full items-end hover:bg-wash"
            >
              <span className="w-full rounded-t-xs bg-blue/70" style={{ height: `${Math.max(4, (100 * count) / most)}%` }} />
            </Link>
          </li>
        ))}
      </ol>
      <p className="mt-1 flex justify-between text-xs text-ink-faint tabular-nums">
        <span>{bars[0]!.value}</span>
        <span>{bars.at(-1)!.value}</span>
      </p>
    </section>
  );
}

function byYear(months: readonly FacetValue[]): FacetValue[] {
  const years = Map.groupBy(months, ({ value }) => value.slice(0, 4));
  return [...years].map(([value, own]) => ({ value, count: own.reduce((sum, { count }) => sum + count, 0) }));
}
