/* The list of research, searched on the server and paged by key, and beginning one. */
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { ResearchListQuery } from "#core/requests/research.ts";
import type { ResearchPage, ResearchSummary } from "#core/research/research.ts";
import { Button } from "../kit/button.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { SearchForm } from "../kit/search-form.tsx";
import { useFresh } from "../projects/use-fresh.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { NewResearch, type ResearchChoices } from "./new-research.tsx";
import { lawWords } from "./research-words.ts";

type ListProps = { asked: ResearchListQuery; page: ResearchPage; mayMake: boolean; choices: ResearchChoices };

export function ResearchListPage({ asked, page, mayMake, choices }: ListProps) {
  const place = useWorkspace();
  const [isMaking, setMaking] = useState(false);
  useFresh((update) => update.type === "research");
  const isEmpty = page.research.length === 0 && asked.query === "" && asked.after === undefined;
  const list = (more: Record<string, string>) => {
    const query = new URLSearchParams({ ...(asked.query !== "" && { query: asked.query }), ...more });
    return place.path(query.size === 0 ? "/research" : `/research?${query}`);
  };
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-20">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-display">Research</h1>
          {mayMake && !isEmpty && (
            <Button variant="primary" onClick={() => setMaking(true)}>
              <Plus /> New research
            </Button>
          )}
        </header>
        <p className="mt-2 max-w-150 text-ink-soft text-pretty">
          A question, a plan you can change, and a memo in which every sentence names its source and says whether it holds.
        </p>
        {isEmpty && mayMake && <NewResearch choices={choices} className="mt-8" />}
        {isEmpty && !mayMake && <EmptyState title="No research yet">Research shared with you appears here.</EmptyState>}
        {!isEmpty && (
          <>
            <SearchForm label="Search research" placeholder="Search by question or project" query={asked.query} />
            {page.research.length === 0 ? (
              <EmptyState
                title="No matching research"
                action={
                  <Link to={place.path("/research")} reloadDocument className="text-blue underline-offset-4 hover:underline">
                    Show all research
                  </Link>
                }
              >
                Try fewer words.
              </EmptyState>
            ) : (
              <Rows research={page.research} />
            )}
          </>
        )}
        <PageLinks
          first={asked.after === undefined ? null : list({})}
          next={page.next === null ? null : list({ after: page.next })}
        />
      </div>
      {isMaking && <NewResearch choices={choices} onClose={() => setMaking(false)} />}
    </main>
  );
}

function Rows({ research }: { research: readonly ResearchSummary[] }) {
  const place = useWorkspace();
  return (
    <ul className="mt-6 divide-y divide-rule border-y border-rule">
      {research.map(({ id, question, projectName, jurisdictions, day, ...state }) => (
        <li key={id}>
          <Link to={place.path(`/research/${id}`)} className="flex flex-col gap-0.5 px-2 py-3.5 hover:bg-wash">
            <span dir="auto" className="line-clamp-2 font-serif text-lg wrap-anywhere">
              {question}
            </span>
            <span className="truncate text-ink-soft">
              {[projectName, lawWords(jurisdictions, day), stateWords(state)].join(" · ")}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function stateWords({ steps, answered, hasMemo }: Pick<ResearchSummary, "steps" | "answered" | "hasMemo">): string {
  if (hasMemo && answered === steps) return "Memo written";
  if (steps === 0) return "No plan yet";
  return `${answered} of ${steps} answered`;
}
