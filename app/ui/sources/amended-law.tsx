/*
 * Law that was amended after it was cited: a notice above the text, and the text
 * either as a word-by-word comparison or as it was cited.
 */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import { History } from "lucide-react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { amendedSentence, isOtherWording, sourceMetadata, type PresentSection, type Source } from "#core/sources/source.ts";
import { wordDiff } from "#core/changes/word-diff.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { DiffMark } from "../kit/diff-mark.tsx";

type AmendedLawProps = { source: Source; /** The text as it was cited, with its passage marked. */ cited: ReactNode };

export function AmendedLaw({ source, cited }: AmendedLawProps) {
  // If the wording of a specific date was requested, it is shown first.
  const [isCited, setCited] = useState(isOtherWording(source));
  const [present, setPresent] = useState<PresentSection | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ref = sourceMetadata(source).ref ?? "";
  useEffect(() => {
    const leaving = new AbortController();
    ask<PresentSection>(`/api/law/section?ref=${encodeURIComponent(ref)}`, { signal: leaving.signal }).then(
      setPresent,
      (error: unknown) => !leaving.signal.aborted && setProblem(sentenceOf(problemIn(error))),
    );
    return () => leaving.abort();
  }, [ref]);
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-rule bg-desk px-3 py-2.5 font-sans text-sm">
        <History className="size-4 shrink-0 text-warn" aria-hidden="true" />
        <p className="min-w-48 flex-1">
          {isCited ? amendedSentence(source) : present === null ? amendedSentence(source) : shownSentence(present)}
        </p>
        <Button variant="outline" size="small" onClick={() => setCited(!isCited)}>
          {isCited ? "See the current text" : "See the text as cited"}
        </Button>
      </div>
      {isCited ? cited : <Changes before={source.content ?? ""} present={present} problem={problem} />}
    </>
  );
}

function shownSentence({ isRepealed, version }: PresentSection): string {
  const since = version === null ? "the current text" : `the text in force on ${version}`;
  return isRepealed ? `Repealed: this provision is not in ${since}.` : `What has changed between the text as cited and ${since}.`;
}

function Changes({ before, present, problem }: { before: string; present: PresentSection | null; problem: string | null }) {
  const diff = useMemo(() => (present === null ? null : wordDiff(before, present.text)), [before, present]);
  if (problem !== null)
    return (
      <p role="alert" className="py-10 text-center text-ink-soft">
        {problem}
      </p>
    );
  if (diff === null)
    return (
      <p role="status" className="py-10 text-center text-ink-soft">
        <Spinner className="mx-auto size-6" />
        <span className="sr-only">Loading the current text</span>
      </p>
    );
  return (
    <div className="mx-auto max-w-measure font-serif text-read break-words whitespace-pre-wrap">
      {diff.segments.map((segment, at) => (
        <DiffMark key={at} {...segment} />
      ))}
    </div>
  );
}
