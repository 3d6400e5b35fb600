/* The person's long work in this workspace, on every device: how far it is, and pausing, resuming, retrying or cancelling it. */
import { Pause, Play, RotateCcw, X } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { actionsIn, timeLeft, type JobAction, type JobAtWork } from "#core/workspace/job.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { showToast } from "../kit/toast.tsx";
import { onUpdate } from "../updates.ts";

export function AtWork() {
  const [jobs, setJobs] = useState<readonly JobAtWork[]>([]);
  useEffect(() => {
    const read = () => void readJobs().then((fresh) => fresh && setJobs(fresh));
    read();
    return onUpdate(({ type }) => (type === "jobs" || type === "reconnected") && read());
  }, []);
  if (jobs.length === 0) return null;
  return (
    <section aria-label="At work" className="max-h-64 shrink-0 overflow-y-auto border-t border-rule px-2 pt-3 pb-2">
      <h2 className="group-label px-2.5 pb-1">At work</h2>
      <ul>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

/** Fails silently: a stale list is better than an error about it. */
async function readJobs(): Promise<JobAtWork[] | null> {
  try {
    return (await ask<{ jobs: JobAtWork[] }>("/api/jobs")).jobs;
  } catch {
    return null;
  }
}

function JobRow({ job }: { job: JobAtWork }) {
  const [asked, setAsked] = useState<JobAction | null>(null);
  const about = job.name === null ? job.title : `${job.title}: ${job.name}`;

  async function perform(action: JobAction): Promise<void> {
    setAsked(action);
    try {
      await ask(`/api/jobs/${job.id}`, { body: { action } });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    setAsked(null);
  }

  return (
    <li aria-label={about} className="px-2.5 py-1.5">
      <div className="flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate" title={about}>
          {about}
        </span>
        {actionsIn[job.state].map((action) => (
          <IconButton
            key={action}
            size="small"
            label={job.state === "failed" && action === "cancel" ? "Remove" : labels[action]}
            icon={icons[action]}
            pending={asked === action}
            disabled={asked !== null}
            onClick={() => void perform(action)}
          />
        ))}
      </div>
      {job.share !== null && job.state !== "failed" && (
        <progress aria-label={about} value={Math.round(job.share * 100)} max={100} className="block h-1 w-full accent-blue" />
      )}
      <p className={`text-sm text-pretty ${job.state === "failed" ? "text-danger" : "text-ink-soft"}`}>{statusOf(job)}</p>
    </li>
  );
}

function statusOf({ state, step, share, secondsLeft, problem }: JobAtWork): string {
  if (state === "failed") return problem ?? "It failed.";
  if (state === "queued") return "Waiting";
  const far = step ?? (share === null ? "" : `${Math.round(share * 100)} %`);
  const parts = state === "paused" ? ["Paused", far] : [far, secondsLeft === null ? "" : timeLeft(secondsLeft)];
  return parts.filter(Boolean).join(" · ") || "Starting";
}

const labels: Record<JobAction, string> = { pause: "Pause", resume: "Resume", cancel: "Cancel", retry: "Try again" };
const icons: Record<JobAction, ReactNode> = { pause: <Pause />, resume: <Play />, cancel: <X />, retry: <RotateCcw /> };
