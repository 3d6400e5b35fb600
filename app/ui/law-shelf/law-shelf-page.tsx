/* The law shelf of the library: every stored act, searched and paged on the server, and adding one by its number. */
import { Link } from "react-router";
import type { LawJob, ShelfAct, ShelfPage } from "#core/law/law-shelf.ts";
import type { ShelfQuery } from "#core/requests/law.ts";
import { longDay } from "#core/text/day-and-time.ts";
import { ChoiceChips } from "../kit/choice-chips.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { SearchForm } from "../kit/search-form.tsx";
import { Shelves } from "../library/shelves.tsx";
import { useFresh } from "../projects/use-fresh.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { AddAct } from "./add-act.tsx";
import { LawJobs } from "./law-jobs.tsx";
import { actPath, atTime, counted, otherNames, pageWords, shortJurisdiction } from "./shelf-words.ts";

type LawShelfProps = {
  asked: ShelfQuery;
  page: ShelfPage;
  /** Those of which law is stored. */
  jurisdictions: string[];
  jobs: LawJob[];
  sources: Record<string, string>;
  /** Whether this person may ask sources for acts, and any source is asked here. */
  mayAdd: boolean;
  isLive: boolean;
};

export function LawShelfPage({ asked, page, jurisdictions, jobs, sources, mayAdd, isLive }: LawShelfProps) {
  const place = useWorkspace();
  useFresh(({ type }) => type === "jobs");
  const isSearch = asked.query !== "" || asked.jurisdiction !== undefined;
  const isEmpty = page.acts.length === 0 && !isSearch && asked.after === undefined;
  const list = (more: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      ...(asked.query !== "" && { query: asked.query }),
      ...(asked.jurisdiction !== undefined && { jurisdiction: asked.jurisdiction }),
      ...more,
    });
    return place.path(query.size === 0 ? "/library/law" : `/library/law?${query}`);
  };
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-20">
        <h1 className="font-serif text-display">Library</h1>
        <p className="mt-2 max-w-150 text-ink-soft text-pretty">
          The law that answers cite: every stored act with the day of its text and its earlier wordings. It’s the same for everyone
          here.
        </p>
        <Shelves shown="law" />
        {mayAdd && isLive && <AddAct />}
        {!isLive && <NotLive />}
        <LawJobs jobs={jobs} sources={sources} />
        {isEmpty ? (
          <EmptyState title="No law stored yet">
            {mayAdd && isLive
              ? "Add the first act above, or ask about one in a chat: it’s fetched while the answer is written."
              : "Your administrator can load law from official files."}
          </EmptyState>
        ) : (
          <>
            <Filters asked={asked} jurisdictions={jurisdictions} />
            {page.acts.length === 0 ? (
              <EmptyState
                title="No matching acts"
                action={
                  <Link to={place.path("/library/law")} reloadDocument className="text-blue underline-offset-4 hover:underline">
                    Show all acts
                  </Link>
                }
              >
                {mayAdd && isLive ? "Try fewer words, or add the act by its number." : "Try fewer words, or another jurisdiction."}
              </EmptyState>
            ) : (
              <Acts acts={page.acts} sources={sources} />
            )}
          </>
        )}
        <PageLinks
          first={asked.after === undefined ? null : list()}
          next={page.next === null ? null : list({ after: page.next })}
          words={pageWords}
        />
      </div>
    </main>
  );
}

function NotLive() {
  return (
    <p className="mt-6 max-w-150 rounded-lg border border-rule bg-desk px-4 py-3 text-ink-soft text-pretty">
      Official sources aren’t queried here, so acts can’t be added by their number. Your administrator can turn them on with{" "}
      <code className="font-mono text-sm">LIVE_LAW</code>, or load law from files.
    </p>
  );
}

function Filters({ asked, jurisdictions }: { asked: ShelfQuery; jurisdictions: readonly string[] }) {
  return (
    <SearchForm label="Search law" placeholder="Search by title or number" query={asked.query}>
      <ChoiceChips
        legend="Jurisdiction"
        name="jurisdiction"
        options={[undefined, ...jurisdictions]}
        chosen={asked.jurisdiction}
        wordsFor={(one) => (one === undefined ? "All" : shortJurisdiction(one))}
      />
    </SearchForm>
  );
}

function Acts({ acts, sources }: { acts: readonly ShelfAct[]; sources: Record<string, string> }) {
  const place = useWorkspace();
  return (
    <ul aria-label="Acts" className="mt-6 divide-y divide-rule border-y border-rule">
      {acts.map((act) => (
        <li key={act.id}>
          <Link to={place.path(actPath(act.id))} className="block px-2 py-3 hover:bg-wash">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span dir="auto" className="min-w-0 font-serif text-lg wrap-anywhere">
                {act.title}
              </span>
              <span className="text-ink-soft">{otherNames(act).slice(0, 3).join(", ")}</span>
            </span>
            <span className="mt-0.5 block text-sm text-ink-soft">
              {shortJurisdiction(act.jurisdiction)} · {act.id} · {sources[act.source] ?? "From files"}
              {act.version !== null && ` · text of ${longDay(act.version)}`}
            </span>
            <span className="mt-0.5 block text-sm text-ink-faint">{figures(act).join(" · ")}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function figures({ sections, wordings, vectors, checkedAt }: ShelfAct): string[] {
  return [
    counted(sections, "section"),
    ...(wordings > 0 ? [counted(wordings, "other wording")] : []),
    ...(vectors === null ? [] : [`${vectors.toLocaleString("en")} with vectors`]),
    checkedAt === null ? "loaded from a file" : `last asked ${atTime(checkedAt)}`,
  ];
}
