/* When a workflow runs automatically: for whom, when it last did and when it will, paused, resumed and removed. */
import { FileUp, Pause, Play, Repeat, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { scheduleWords, type WorkflowTrigger } from "#core/workflows/trigger.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

export function Triggers({ triggers }: { triggers: readonly WorkflowTrigger[] }) {
  if (triggers.length === 0) return null;
  return (
    <section aria-label="Runs automatically" className="mt-8">
      <h2 className="group-label">Runs automatically</h2>
      <ul className="mt-2 divide-y divide-rule rounded-xl border border-rule bg-paper shadow-sm">
        {triggers.map((one) => (
          <li key={one.id}>
            <Trigger trigger={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Trigger({ trigger }: { trigger: WorkflowTrigger }) {
  const { id, when, projectName, by, isMine, mayWrite, state, problem } = trigger;
  const { isPending, send, remove } = useTrigger(id);
  const words = when.kind === "schedule" ? scheduleWords(when.schedule) : "When a file is uploaded";
  const isActive = state === "active";
  return (
    <div role="group" aria-label={words} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <span aria-hidden="true" className="mt-0.5 text-ink-soft [&_svg]:size-4.5">
        {when.kind === "schedule" ? <Repeat /> : <FileUp />}
      </span>
      <div className="min-w-48 flex-1">
        <p className="font-medium">{words}</p>
        <p className="text-ink-soft text-pretty">
          In {projectName}, as {isMine ? "you" : by}
          {when.kind === "schedule" && <span className="text-ink-faint"> · {when.timeZone}</span>}
        </p>
        <p className="text-xs text-ink-faint">
          <Times trigger={trigger} />
        </p>
        {problem !== null && (
          <p className={`mt-1 text-pretty ${state === "stopped" ? "text-danger" : "text-ink-soft"}`}>
            {state === "stopped" ? `Stopped: ${problem}` : problem}
          </p>
        )}
      </div>
      {mayWrite && (
        <span className="flex items-center gap-1">
          {(isActive || isMine) && (
            <Button size="small" pending={isPending} onClick={() => void send("/paused", "PUT", { isPaused: isActive })}>
              {isActive ? <Pause /> : <Play />} {isActive ? "Pause" : "Resume"}
            </Button>
          )}
          <IconButton label="Remove" icon={<Trash2 />} onClick={() => void remove()} />
        </span>
      )}
    </div>
  );
}

function useTrigger(id: string) {
  const { revalidate } = useRevalidator();
  const [isPending, setPending] = useState(false);
  async function send(path: string, method: "PUT" | "DELETE" | "POST", body?: object) {
    setPending(true);
    try {
      await ask(`/api/workflow-triggers/${id}${path}`, { method, ...(body && { body }) });
      await revalidate();
      return true;
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      return false;
    } finally {
      setPending(false);
    }
  }
  async function remove() {
    const undo = { label: "Undo", run: () => void send("/bring-back", "POST", {}) };
    if (await send("", "DELETE")) showToast({ kind: "success", text: "It no longer runs automatically", action: undo });
  }
  return { isPending, send, remove };
}

/** In the time zone it was set up in. */
function timeWords(at: string, timeZone: string | undefined): string {
  return new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", ...(timeZone && { timeZone }) });
}

function Times({ trigger: { when, state, nextAt, last } }: { trigger: WorkflowTrigger }) {
  const place = useWorkspace();
  const zone = when.kind === "schedule" ? when.timeZone : "UTC";
  return (
    <>
      {last === null ? "Has not run yet" : "Last ran "}
      {last !== null &&
        (last.runId === null ? (
          timeWords(last.at, zone)
        ) : (
          <Link to={place.path(`/workflows/runs/${last.runId}`)} className="underline underline-offset-4 touch-target">
            {timeWords(last.at, zone)}
          </Link>
        ))}
      {state === "paused" && " · Paused"}
      {nextAt !== null && ` · Next on ${timeWords(nextAt, zone)}`}
    </>
  );
}
