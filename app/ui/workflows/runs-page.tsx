/* All runs, newest first. */
import { Link } from "react-router";
import { runStates, runStateWords, type RunPage, type RunState } from "#core/workflows/run.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { BackLink } from "./back-link.tsx";
import { RunRows } from "./run-rows.tsx";

type RunsProps = { page: RunPage; state: RunState | undefined; workflowId: string | undefined; isFirst: boolean };

export function RunsPage({ page, state, workflowId, isFirst }: RunsProps) {
  const place = useWorkspace();
  const list = (more: Record<string, string | undefined>) => {
    const all = Object.entries({ workflowId, state, ...more }).filter((one): one is [string, string] => one[1] !== undefined);
    return place.path(all.length === 0 ? "/workflows/runs" : `/workflows/runs?${new URLSearchParams(all)}`);
  };
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-6 pb-20">
        <BackLink to="/workflows">Workflows</BackLink>
        <h1 className="mt-2 font-serif text-display">Runs</h1>
        <nav aria-label="State" className="mt-5 flex flex-wrap gap-2">
          {[undefined, ...runStates].map((one) => (
            <Link
              key={one ?? "all"}
              to={list({ state: one })}
              aria-current={one === state ? "page" : undefined}
              className="flex h-9 items-center rounded-full border border-rule px-4 text-ink-soft touch-target hover:border-rule-strong hover:text-ink aria-[current=page]:border-blue aria-[current=page]:bg-blue-soft aria-[current=page]:text-blue"
            >
              {one === undefined ? "All" : runStateWords[one]}
            </Link>
          ))}
        </nav>
        {page.runs.length === 0 ? (
          <EmptyState title="No runs here">Open a workflow, answer what it asks, and run it.</EmptyState>
        ) : (
          <RunRows runs={page.runs} />
        )}
        <PageLinks first={isFirst ? null : list({})} next={page.next === null ? null : list({ before: page.next })} />
      </div>
    </main>
  );
}
