/* The draft's location and its name, which those who write in it edit in place. */
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { DraftAsText } from "#core/document/draft.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

export function DraftName({ draft, canChange }: { draft: DraftAsText; canChange: boolean }) {
  const place = useWorkspace();
  const [name, setName] = useState(draft.name);
  useEffect(() => {
    document.title = `${name} · Stet`;
  }, [name]);
  async function rename(typed: string) {
    const next = typed.trim();
    if (next === "" || next === name) return;
    try {
      await ask(`/api/drafts/${draft.id}`, { method: "PATCH", body: { name: next } });
      setName(next);
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <div className="flex min-w-0 items-baseline gap-2">
      <Link
        to={place.path(`/vault/projects/${draft.projectId}`)}
        className="min-w-8 shrink-[999] truncate text-ink-soft underline-offset-4 hover:text-ink hover:underline @max-3xl:hidden"
      >
        {draft.projectName}
      </Link>
      <span className="text-ink-faint @max-3xl:hidden" aria-hidden="true">
        /
      </span>
      <h1 className="min-w-0 overflow-hidden">
        {canChange ? (
          <input
            key={name}
            aria-label="Name of the draft"
            dir="auto"
            defaultValue={name}
            maxLength={200}
            className="field-sizing-content max-w-full min-w-24 truncate rounded-md bg-transparent px-1 font-serif text-lg"
            onBlur={(event) => {
              void rename(event.currentTarget.value);
              if (event.currentTarget.value.trim() === "") event.currentTarget.value = name;
            }}
            onKeyDown={(event) => {
              if (event.key === "Escape") event.currentTarget.value = name;
              if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
            }}
          />
        ) : (
          <span className="truncate font-serif text-lg">{name}</span>
        )}
      </h1>
    </div>
  );
}
