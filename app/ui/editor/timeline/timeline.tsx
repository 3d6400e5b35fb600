/*
 * Every version of the draft: what created it, who, and when. Any two can be
 * compared word by word. Restoring an old version adds a new entry, so nothing is
 * lost.
 */
import type { Editor } from "@tiptap/core";
import { Bookmark, GitCompare } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { dayAndTime } from "#core/text/day-and-time.ts";
import type { DraftVersion } from "#core/document/draft.ts";
import { versionWords } from "#core/document/version-words.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { showToast } from "../../kit/toast.tsx";
import { AgentWork } from "../agent/agent-work.tsx";
import type { DraftStore } from "../saving/draft-store.ts";
import { RejectedChanges } from "./rejected-changes.tsx";

type TimelineProps = {
  /** Null while it is not there yet. */
  editor: Editor | null;
  store: DraftStore;
  canChange: boolean;
  onCompare: (versions: readonly DraftVersion[], version: DraftVersion) => void;
};

export function Timeline({ editor, store, canChange, onCompare }: TimelineProps) {
  const { versions, problem, rename, readAgain } = useVersions(store);
  if (problem !== null && versions === null) {
    return (
      <div className="px-5 py-6">
        <p className="text-ink-soft">{problem}</p>
        <Button className="mt-3" onClick={readAgain}>
          Try again
        </Button>
      </div>
    );
  }
  if (versions === null) return <p className="px-5 py-6 text-ink-soft">Loading the timeline…</p>;
  return (
    <>
      {editor && canChange && <RejectedChanges editor={editor} store={store} />}
      <ol className="divide-y divide-rule" aria-label="Versions, newest first">
        {versions.map((version) => (
          <VersionRow
            key={version.id}
            draftId={store.id}
            version={version}
            canChange={canChange}
            onCompare={() => onCompare(versions, version)}
            onRename={(name) => void rename(version, name)}
          />
        ))}
      </ol>
    </>
  );
}

function useVersions(store: DraftStore) {
  const [versions, setVersions] = useState<readonly DraftVersion[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = useCallback(
    () =>
      ask<{ versions: DraftVersion[] }>(`/api/drafts/${store.id}/versions`).then(
        (answer) => {
          setVersions(answer.versions);
          setProblem(null);
        },
        (error: unknown) => setProblem(sentenceOf(problemIn(error))),
      ),
    [store],
  );
  useEffect(() => {
    void read();
    let { saves } = store.read();
    return store.subscribe(() => {
      if (store.read().saves === saves) return;
      saves = store.read().saves;
      void read();
    });
  }, [store, read]);
  async function rename(version: DraftVersion, name: string | null) {
    try {
      await ask(`/api/drafts/${store.id}/versions/${version.id}`, { method: "PATCH", body: { name } });
      setVersions((list) => list?.map((one) => (one.id === version.id ? { ...one, name } : one)) ?? null);
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return { versions, problem, rename, readAgain: () => void read() };
}

type VersionRowProps = {
  draftId: string;
  version: DraftVersion;
  canChange: boolean;
  onCompare: () => void;
  onRename: (name: string | null) => void;
};

function VersionRow({ draftId, version, canChange, onCompare, onRename }: VersionRowProps) {
  const [isNaming, setNaming] = useState(false);
  return (
    <li className="px-5 py-3" data-version={version.kind}>
      {isNaming ? (
        <input
          aria-label="Name of this version"
          dir="auto"
          defaultValue={version.name ?? ""}
          maxLength={200}
          placeholder="Name this version"
          ref={(field) => field?.focus()}
          className="mb-1 h-8 w-full rounded-md border border-rule-strong bg-paper px-2 pointer-coarse:h-11 max-sm:text-base"
          onKeyDown={(event) => {
            if (event.key === "Escape") setNaming(false);
            if (event.key === "Enter") event.currentTarget.blur();
          }}
          onBlur={(event) => {
            const name = event.currentTarget.value.trim() || null;
            if (isNaming && name !== version.name) onRename(name);
            setNaming(false);
          }}
        />
      ) : (
        version.name !== null && (
          <p dir="auto" className="font-medium text-balance">
            {version.name}
          </p>
        )
      )}
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <p className={version.name === null ? "" : "text-ink-soft"}>
            {version.agent?.isUndo ? "Agent’s changes undone" : versionWords[version.kind]}
          </p>
          {version.summary !== "" && (
            <p dir="auto" className="text-ink-soft text-pretty">
              {version.summary}
            </p>
          )}
          {version.agent && <AgentWork draftId={draftId} version={version} canChange={canChange} />}
          <p className="mt-0.5 text-xs text-ink-faint">
            <bdi>{version.madeBy ?? "Former member"}</bdi>, {dayAndTime(version.updatedAt)}, {version.words.toLocaleString("en")}{" "}
            words
          </p>
        </div>
        {canChange && <IconButton label="Name this version" size="small" icon={<Bookmark />} onClick={() => setNaming(true)} />}
        <IconButton label="Compare" size="small" icon={<GitCompare />} onClick={onCompare} />
      </div>
    </li>
  );
}
