/* The projects that something can be moved to, one under the other. */
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import type { ProjectList } from "#core/workspace/project.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";

type ProjectChoiceProps = {
  icon: ReactNode;
  isCurrent: boolean;
  isPending: boolean;
  onChoose: () => void /** In small letters at the end, unless it is the current one. */;
  note?: string;
  children: ReactNode;
};

export function ProjectChoice({ icon, isCurrent, isPending, onChoose, note, children }: ProjectChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        disabled={isCurrent || isPending}
        onClick={onChoose}
        className="flex min-h-10 w-full items-center gap-3 rounded-lg px-2.5 text-left enabled:hover:bg-wash disabled:text-ink-faint pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
      >
        {icon}
        <span className="min-w-0 flex-1 truncate">{children}</span>
        {isPending && <Spinner className="size-4" />}
        {isCurrent ? (
          <span className="text-xs">Current project</span>
        ) : (
          note && <span className="text-xs text-ink-faint">{note}</span>
        )}
      </button>
    </li>
  );
}

/** Null until loaded. */
export function useProjectList(onFailure: () => void): ProjectList | null {
  const [projects, setProjects] = useState<ProjectList | null>(null);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    const gone = new AbortController();
    ask<ProjectList>("/api/projects", { signal: gone.signal }).then(setProjects, (error: unknown) => {
      if (gone.signal.aborted) return;
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      fail();
    });
    return () => gone.abort();
  }, []);
  return projects;
}
