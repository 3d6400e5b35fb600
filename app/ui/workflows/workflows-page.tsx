/* The workflows of the workspace and those that come with Stet, and what runs. */
import { History, Plus } from "lucide-react";
import { Link } from "react-router";
import type { LibraryPage, TemplateSummary } from "#core/templates/library.ts";
import type { RunPage } from "#core/workflows/run.ts";
import { buttonClass } from "../kit/button.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { SearchForm } from "../kit/search-form.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { RunRows } from "./run-rows.tsx";

export type OwnWorkflow = TemplateSummary & { version: number; publishedVersion: number | null };
type WorkflowsProps = {
  query: string;
  own: OwnWorkflow[];
  hasMore: LibraryPage["hasMore"];
  isFirst: boolean;
  builtIn: TemplateSummary[];
  runs: RunPage["runs"];
  mayMake: boolean;
  organization: string | null;
};

export function WorkflowsPage({ query, own, hasMore, isFirst, builtIn, runs, mayMake, organization }: WorkflowsProps) {
  const place = useWorkspace();
  const list = (more: Record<string, string>) => {
    const search = new URLSearchParams({ ...(query !== "" && { query }), ...more });
    return place.path(search.size === 0 ? "/workflows" : `/workflows?${search}`);
  };
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-20">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-display">Workflows</h1>
          <span className="flex flex-wrap gap-2">
            <Link to={place.path("/workflows/runs")} className={buttonClass("outline")}>
              <History /> All runs
            </Link>
            {mayMake && (
              <Link to={place.path("/library/new?shelf=workflows")} className={buttonClass("primary")}>
                <Plus /> New workflow
              </Link>
            )}
          </span>
        </header>
        <p className="mt-2 max-w-150 text-ink-soft text-pretty">
          Work that is done the same way each time: what it asks for, what it reads and writes, and where a person decides.
        </p>
        {query === "" && isFirst && runs.length > 0 && (
          <section aria-label="Latest runs" className="mt-8">
            <h2 className="group-label">Latest runs</h2>
            <RunRows runs={runs} />
          </section>
        )}
        <SearchForm label="Search workflows" query={query} className="mt-8" />
        {own.length + builtIn.length === 0 ? (
          <EmptyState title="No matching workflows">Try fewer words.</EmptyState>
        ) : (
          <>
            {own.length > 0 && <Cards title={organization ?? "Your workflows"} workflows={own} />}
            {builtIn.length > 0 && <Cards title="With Stet" workflows={builtIn} />}
          </>
        )}
        <PageLinks first={isFirst ? null : list({})} next={hasMore ? list({ before: own.at(-1)!.id }) : null} />
      </div>
    </main>
  );
}

function Cards({ title, workflows }: { title: string; workflows: readonly (TemplateSummary & Partial<OwnWorkflow>)[] }) {
  const place = useWorkspace();
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="group-label">{title}</h2>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
        {workflows.map((one) => (
          <li key={one.id}>
            <Link
              to={place.path(`/workflows/${one.id}`)}
              className="flex h-full min-h-34 flex-col rounded-xl border border-rule bg-raised p-4.5 transition-colors hover:border-rule-strong/70 hover:bg-desk"
            >
              <span lang={one.language} className="line-clamp-2 font-serif text-title break-words">
                {one.name}
              </span>
              <span lang={one.language} className="mt-1 line-clamp-3 text-ink-soft text-pretty">
                {one.summary}
              </span>
              {one.version !== undefined && <span className="mt-auto pt-4 text-xs text-ink-faint">{publishedWords(one)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function publishedWords({ version, publishedVersion }: Partial<Pick<OwnWorkflow, "version" | "publishedVersion">>): string {
  if (publishedVersion === null || publishedVersion === undefined) return "Draft";
  return publishedVersion === version ? "Published" : "Published, with a newer draft";
}
