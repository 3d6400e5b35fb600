/* Acts that were asked for: how far each is, why one failed, and what came of it. */
import { Check, Pause, RotateCcw, TriangleAlert, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link, useRevalidator } from "react-router";
import type { LawJob } from "#core/law/law-shelf.ts";
import type { JobAction } from "#core/workspace/job.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { actPath, counted } from "./shelf-words.ts";

type LawJobsProps = {
  jobs: readonly LawJob[];
  /** What each source is called. */
  sources: Record<string, string>;
  /** On the page of the act itself, which need not be named again. */
  isOnPage?: boolean;
};

export function LawJobs({ jobs, sources, isOnPage = false }: LawJobsProps) {
  if (jobs.length === 0) return null;
  return (
    <section aria-label="Asked for" className="mt-5">
      {!isOnPage && <h2 className="group-label">Asked for</h2>}
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} source={sources[job.source] ?? job.source} isOnPage={isOnPage} />
        ))}
      </ul>
    </section>
  );
}

function JobRow({ job, source, isOnPage }: { job: LawJob; source: string; isOnPage: boolean }) {
  const place = useWorkspace();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const { act, label, state } = job;
  const name = act?.title ?? label;

  async function perform(action: JobAction): Promise<void> {
    setBusy(true);
    try {
      await ask(`/api/jobs/${job.id}`, { body: { action } });
      await revalidate();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    setBusy(false);
  }

  return (
    <li className="flex items-center gap-3 py-2">
      <span aria-hidden="true" className="shrink-0 text-ink-faint [&_svg]:size-4">
        {icons[state]}
      </span>
      <span className="min-w-0 flex-1">
        {isOnPage ? null : act !== null && state === "done" ? (
          <Link to={place.path(actPath(act.id))} className="block text-blue wrap-anywhere hover:underline">
            {name}
          </Link>
        ) : (
          <span className="block wrap-anywhere">{name}</span>
        )}
        <span role="status" className={`block text-sm ${state === "failed" ? "text-danger" : "text-ink-soft"}`}>
          {statusOf(job, source)}
        </span>
      </span>
      {state === "failed" && (
        <IconButton label={`Try ${name} again`} icon={<RotateCcw />} disabled={isBusy} onClick={() => void perform("retry")} />
      )}
      {state !== "done" && (
        <IconButton
          label={state === "failed" ? `Remove ${name} from this list` : `Cancel ${name}`}
          icon={<X />}
          disabled={isBusy}
          onClick={() => void perform("cancel")}
        />
      )}
    </li>
  );
}

const icons: Record<LawJob["state"], ReactNode> = {
  queued: <Spinner />,
  running: <Spinner />,
  paused: <Pause />,
  failed: <TriangleAlert className="text-danger" />,
  done: <Check />,
};

function statusOf({ state, isStoring, isRefresh, problem, changed }: LawJob, source: string): string {
  if (state === "queued") return "Waiting";
  if (state === "paused") return "Paused";
  if (state === "failed") return problem ?? "It failed.";
  if (state === "running") return isStoring ? "Storing it…" : `Asking ${source}…`;
  if (!isRefresh) return "Added";
  return changed === 0 ? "Refreshed: nothing changed" : `Refreshed: ${counted(changed, "section")} changed`;
}
