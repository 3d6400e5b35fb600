/* Runs as rows of a list. */
import { Link } from "react-router";
import { runStateWords, type RunState, type RunSummary } from "#core/workflows/run.ts";
import { longDate } from "../organizations/dates.ts";
import { useWorkspace } from "../shell/use-place.ts";

export function RunRows({ runs }: { runs: readonly RunSummary[] }) {
  const place = useWorkspace();
  return (
    <ul className="mt-3 divide-y divide-rule border-y border-rule">
      {runs.map(({ id, name, state, projectName, by, at, waitsAt }) => (
        <li key={id}>
          <Link to={place.path(`/workflows/runs/${id}`)} className="flex items-center gap-4 px-2 py-3 hover:bg-wash">
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate font-serif text-lg">
                {name}
              </span>
              <span className="block truncate text-ink-soft">
                {[waitsAt !== null && `At “${waitsAt}”`, projectName, by, longDate(at)].filter(Boolean).join(" · ")}
              </span>
            </span>
            <RunMark state={state} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const looks: Record<RunState, string> = {
  working: "text-blue",
  waiting: "text-warn",
  done: "text-insert",
  stopped: "text-ink-soft",
  failed: "text-danger",
  cancelled: "text-ink-faint",
};

export function RunMark({ state }: { state: RunState }) {
  return <span className={`shrink-0 text-xs font-medium ${looks[state]}`}>{runStateWords[state]}</span>;
}
