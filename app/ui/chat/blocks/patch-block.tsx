/*
 * Changes that the model proposes: what goes out is struck through, what comes
 * in is underlined, and nothing happens before Apply. While the JSON is coming
 * in there is nothing to show yet; JSON that cannot be read says why.
 */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import { useMemo, useState } from "react";
import type { Patch, PatchReading } from "#core/patch-json.ts";
import { wordDiff } from "#core/word-diff.ts";
import { emit } from "../../events.ts";
import { Button } from "../../kit/button.tsx";
import type { LiveText } from "../live-text.ts";
import { PlainText } from "./plain-text.tsx";

type PatchBlockProps = { text: LiveText; open: boolean; reading?: PatchReading | undefined; messageId: string };

export function PatchBlock({ text, open, reading, messageId }: PatchBlockProps) {
  if (!reading) {
    return (
      <p
        className="my-4 rounded-xl border border-rule bg-raised px-4 py-2.5 font-sans text-sm text-ink-soft"
        aria-label="Changes"
        data-patch="incomplete"
      >
        <span className="thinking-shimmer">Changing...</span>
      </p>
    );
  }
  const { patches, problems, repaired } = reading;
  return (
    <section
      aria-label="Changes"
      data-patch="complete"
      className="my-4 overflow-hidden rounded-xl border border-rule bg-raised font-sans text-sm"
    >
      <header className="flex min-h-11 items-center gap-2 border-b border-rule py-1 pr-2 pl-4">
        <h3 className="font-medium text-ink-soft">Changes</h3>
        {patches.length > 1 && <span className="text-xs text-ink-faint tabular-nums">{patches.length}</span>}
        {open && <span className="text-xs text-warn">cut off</span>}
        <span className="flex-1" />
        {patches.length > 1 && (
          <Button size="small" onClick={() => patches.forEach((patch) => emit("applyPatch", { patch, messageId }))}>
            Apply all
          </Button>
        )}
      </header>
      <ul className="divide-y divide-rule">
        {patches.map((patch, i) => (
          <PatchView key={i} patch={patch} messageId={messageId} isOnly={patches.length === 1} />
        ))}
      </ul>
      {problems.length > 0 && <Unreadable problems={problems} text={text} isAll={patches.length === 0} />}
      {repaired.length > 0 && (
        <p className="border-t border-rule px-4 py-2 text-xs text-ink-faint">Mended while reading: {repaired.join(", ")}.</p>
      )}
    </section>
  );
}

function PatchView({ patch, messageId, isOnly }: { patch: Patch; messageId: string; isOnly: boolean }) {
  const diff = useMemo(() => wordDiff(patch.original, patch.replacement), [patch]);
  const [asked, setAsked] = useState(false);
  function apply() {
    emit("applyPatch", { patch, messageId });
    setAsked(true);
  }
  return (
    <li className="px-4 py-3">
      {patch.summary !== "" && <p className="mb-2 text-ink-soft">{patch.summary}</p>}
      <div className="scroll-thin max-h-72 overflow-y-auto font-serif text-read break-words whitespace-pre-wrap">
        {diff.isRewrite ? (
          <>
            <del className={removedClass}>{patch.original}</del>
            {"\n"}
            <ins className={addedClass}>{patch.replacement}</ins>
          </>
        ) : (
          diff.segments.map((segment, i) =>
            segment.kind === "equal" ? (
              <span key={i}>{segment.text}</span>
            ) : segment.kind === "removed" ? (
              <del key={i} className={removedClass}>
                {segment.text}
              </del>
            ) : (
              <ins key={i} className={addedClass}>
                {segment.text}
              </ins>
            ),
          )
        )}
      </div>
      <div className="mt-3 flex items-center gap-3">
        <Button size="small" variant={isOnly ? "primary" : "outline"} onClick={apply}>
          Apply
        </Button>
        <span className="text-xs tabular-nums">
          <span className="text-insert">+{diff.added}</span> <span className="text-delete">−{diff.removed}</span>
        </span>
        {asked && <span className="text-xs text-ink-faint">Handed to the open document, if there is one.</span>}
      </div>
    </li>
  );
}

const removedClass = "rounded-xs bg-delete-soft text-delete line-through decoration-delete/70";
const addedClass = "rounded-xs bg-insert-soft text-insert underline decoration-insert/70 underline-offset-4";

function Unreadable({ problems, text, isAll }: { problems: string[]; text: LiveText; isAll: boolean }) {
  return (
    <div className={`px-4 py-3 ${isAll ? "" : "border-t border-rule"}`} data-patch="unreadable">
      {problems.map((problem) => (
        <p key={problem} className="text-warn">
          {problem}
        </p>
      ))}
      <details className="mt-2 text-xs text-ink-soft">
        <summary className="py-1">What the model wrote</summary>
        <PlainText
          as="pre"
          text={text}
          className="scroll-thin mt-1 max-h-64 overflow-auto rounded-lg bg-desk px-2.5 py-2 font-mono leading-5"
        />
      </details>
    </div>
  );
}
