/* Two texts merged into one: deletions struck through, insertions underlined. */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import { useState } from "react";
import type { DiffSegment } from "#core/changes/word-diff.ts";
import { DiffMark } from "./diff-mark.tsx";

/** A longer unchanged stretch shows only its ends. */
const longStretch = 1200;
const shownEnd = 400;

export function Difference({ segments }: { segments: readonly DiffSegment[] }) {
  if (segments.every(({ kind }) => kind === "equal")) return <p className="text-ink-soft">The two versions are the same.</p>;
  return (
    <div className="font-serif text-read break-words whitespace-pre-wrap">
      {segments.map(({ kind, text }, i) => {
        if (kind !== "equal") return <DiffMark key={i} kind={kind} text={text} />;
        return <Unchanged key={i} text={text} />;
      })}
    </div>
  );
}

function Unchanged({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen || text.length <= longStretch) return text;
  return (
    <>
      {text.slice(0, lastBreak(text, shownEnd))}
      <button
        type="button"
        className="mx-1 rounded-md bg-wash px-2 font-sans text-xs text-ink-soft touch-target hover:bg-wash-strong"
        onClick={() => setOpen(true)}
      >
        … unchanged text …
      </button>
      {text.slice(lastBreak(text, text.length - shownEnd))}
    </>
  );
}

/** The last paragraph break before this position, or else the last word break. */
function lastBreak(text: string, at: number): number {
  const line = text.lastIndexOf("\n", at);
  return (at - line < shownEnd ? line : Math.max(text.lastIndexOf(" ", at), 0)) + 1;
}
