/* Work that failed, with the reason, and what is tried again by itself. */
import { RotateCcw, Trash2 } from "lucide-react";
import { Form } from "react-router";
import { jobNames, type FailedJob } from "#core/workspace/failed-job.ts";
import { Button } from "../kit/button.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { momentOf } from "../organizations/dates.ts";
import { DoneNotice, ErrorNotice, SettingsSection } from "../settings/settings-page.tsx";

type FailedJobsProps = {
  failed: FailedJob[];
  retrying: FailedJob[];
  next: string | null;
  isFirst: boolean;
  answered: { said: string | null; refusal: string | null } | undefined;
};

export function FailedJobs({ failed, retrying, next, isFirst, answered }: FailedJobsProps) {
  return (
    <>
      {answered?.said && <DoneNotice>{answered.said}</DoneNotice>}
      {answered?.refusal && <ErrorNotice>{answered.refusal}</ErrorNotice>}
      <SettingsSection
        title="Failed jobs"
        lead="Background work that failed for good. You see what failed and why, but not what it was about. Jobs are cleared after 30 days."
      >
        {failed.length === 0 ? (
          <p className="text-ink-soft">{isFirst ? "Nothing has failed." : "No older jobs."}</p>
        ) : (
          <List label="Failed jobs" jobs={failed} />
        )}
        <PageLinks first={isFirst ? null : "?"} next={next && `?before=${next}`} />
      </SettingsSection>
      {retrying.length > 0 && (
        <SettingsSection title="Tried again" lead="These failed on the last attempt and will be retried automatically.">
          <List label="Tried again" jobs={retrying} />
        </SettingsSection>
      )}
    </>
  );
}

function List({ label, jobs }: { label: string; jobs: FailedJob[] }) {
  return (
    <ul aria-label={label}>
      {jobs.map((job) => (
        <li
          key={job.id}
          className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-rule py-3 first:border-t-0 first:pt-0"
        >
          <div className="min-w-0 flex-1 basis-64">
            <p className="text-base wrap-anywhere">{jobNames[job.kind]}</p>
            <p className="text-pretty text-danger">{job.problem}</p>
            <p className="mt-0.5 text-xs text-ink-faint wrap-anywhere">{factsOf(job)}</p>
          </div>
          <Form method="post" className="flex gap-1">
            <Button size="small" type="submit" name="intent" value={`retry ${job.id}`}>
              <RotateCcw /> {job.isTriedAgain ? "Try now" : "Try again"}
            </Button>
            {!job.isTriedAgain && (
              <Button size="small" variant="quiet" type="submit" name="intent" value={`discard ${job.id}`}>
                <Trash2 /> Discard
              </Button>
            )}
          </Form>
        </li>
      ))}
    </ul>
  );
}

function factsOf({ at, attempts, email, isTriedAgain }: FailedJob): string {
  const facts = [
    isTriedAgain ? `Next on ${momentOf(at)}` : `Failed on ${momentOf(at)}`,
    attempts === 1 ? "1 attempt" : `${attempts} attempts`,
    email ?? "of the installation",
  ];
  return facts.join(" · ");
}
