/* Compares two versions of a draft, word by word. */
import { useEffect, useMemo, useState } from "react";
import type { Authorship } from "#core/authorship/authorship.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import type { DocumentJson } from "#core/document/document-schema.ts";
import { outlineText } from "#core/document/document-text.ts";
import type { DraftVersion } from "#core/document/draft.ts";
import { titleOf } from "#core/document/version-words.ts";
import { wordDiff } from "#core/changes/word-diff.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Difference } from "../../kit/difference.tsx";

export type RestoredVersion = { document: DocumentJson; authorship: Authorship | null };
export type Comparison = { versions: readonly DraftVersion[]; version: DraftVersion };

type CompareDialogProps = {
  draftId: string;
  comparison: Comparison | null;
  /** The text on the page, which may be newer than the latest version. */
  current: () => DocumentJson;
  onRestore: ((version: DraftVersion, restored: RestoredVersion) => void) | null;
  onClose: () => void;
};

const now = "now";

export function CompareDialog({ comparison, onClose, ...rest }: CompareDialogProps) {
  return (
    <Dialog open={comparison !== null} onOpenChange={(open) => !open && onClose()} title="Compare versions" size="full">
      {comparison && <Comparing key={comparison.version.id} comparison={comparison} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Comparing({ draftId, comparison, current, onRestore, onClose }: CompareDialogProps & { comparison: Comparison }) {
  const { versions } = comparison;
  const [before, setBefore] = useState(comparison.version.id);
  const [after, setAfter] = useState(now);
  const [page] = useState(current);
  const left = useVersion(draftId, before, page);
  const right = useVersion(draftId, after, page);
  const diff = useMemo(
    () => (left.text === null || right.text === null ? null : wordDiff(left.text, right.text)),
    [left.text, right.text],
  );
  const chosen = versions.find(({ id }) => id === before);
  const problem = left.problem ?? right.problem;
  return (
    <div className="mx-auto max-w-[46rem]">
      <div className="mb-5 flex flex-wrap items-end gap-3 font-sans">
        <VersionChoice label="From" value={before} versions={versions} onChange={setBefore} />
        <VersionChoice label="To" value={after} versions={versions} onChange={setAfter} />
        {diff && (
          <p className="py-2 text-sm tabular-nums" role="status">
            <span className="text-insert">+{diff.added}</span> <span className="text-delete">−{diff.removed}</span> words
          </p>
        )}
        {onRestore && chosen && left.document && (
          <Button
            variant="primary"
            className="ml-auto"
            onClick={() => {
              onRestore(chosen, { document: left.document!, authorship: left.authorship ?? null });
              onClose();
            }}
          >
            Restore this version
          </Button>
        )}
      </div>
      {problem !== null && <p role="alert">{problem}</p>}
      {diff && <Difference segments={diff.segments} />}
    </div>
  );
}

type VersionChoiceProps = { label: string; value: string; versions: readonly DraftVersion[]; onChange: (id: string) => void };

function VersionChoice({ label, value, versions, onChange }: VersionChoiceProps) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-xs text-ink-soft">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 max-w-64 rounded-lg border border-rule-strong bg-paper px-2 text-sm text-ink pointer-coarse:h-11"
      >
        <option value={now}>Current text</option>
        {versions.map((version) => (
          <option key={version.id} value={version.id}>
            {titleOf(version)}
          </option>
        ))}
      </select>
    </label>
  );
}

type ReadVersion = {
  id: string;
  document: DocumentJson | null;
  authorship?: Authorship | null;
  text: string | null;
  problem: string | null;
};

function useVersion(draftId: string, id: string, page: DocumentJson): ReadVersion {
  const [read, setRead] = useState<ReadVersion | null>(null);
  useEffect(() => {
    if (id === now) return;
    let isHere = true;
    ask<RestoredVersion>(`/api/drafts/${draftId}/versions/${id}`).then(
      ({ document, authorship }) => isHere && setRead({ id, document, authorship, text: textOf(document), problem: null }),
      (error: unknown) => isHere && setRead({ id, document: null, text: null, problem: sentenceOf(problemIn(error)) }),
    );
    return () => void (isHere = false);
  }, [draftId, id]);
  const current = useMemo(() => ({ id: now, document: page, text: textOf(page), problem: null }), [page]);
  if (id === now) return current;
  return read?.id === id ? read : { id, document: null, text: null, problem: null };
}

function textOf(json: DocumentJson): string {
  return outlineText(storedDocument(json));
}
