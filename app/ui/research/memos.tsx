/* The memos of a research: a draft each, and what was found of every sentence when it was written. */
import { FileText } from "lucide-react";
import { Link } from "react-router";
import { verdictSentences, verdictWords } from "#core/claims/verdicts.ts";
import type { MemoSentence, MemoSummary, Research } from "#core/research/research.ts";
import { buttonClass } from "../kit/button.tsx";
import { longDate } from "../organizations/dates.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { keyed } from "./keyed.ts";
import { verdictClass } from "./research-words.ts";

export function Memos({ research }: { research: Research }) {
  const [newest, ...earlier] = research.memos;
  if (newest === undefined) return null;
  return (
    <>
      <Memo memo={newest} research={research} />
      {earlier.length > 0 && (
        <details className="mt-5">
          <summary className="cursor-pointer text-ink-soft touch-target">
            {earlier.length === 1 ? "1 earlier memo" : `${earlier.length} earlier memos`}
          </summary>
          <ul className="mt-2 flex flex-col gap-5">
            {earlier.map((memo) => (
              <li key={memo.runId}>
                <Memo memo={memo} research={research} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Memo({ memo, research }: { memo: MemoSummary; research: Research }) {
  const place = useWorkspace();
  const { draftId, draftName, at, parts, isChanged } = memo;
  const sentences = parts.flatMap((part) => part.sentences);
  const isEmpty = sentences.length === 0;
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {draftId === null ? (
          <span className="text-ink-soft">Its draft was deleted.</span>
        ) : (
          <Link to={place.path(`/vault/projects/${research.projectId}/drafts/${draftId}`)} className={buttonClass("outline")}>
            <FileText /> <span className="max-w-80 truncate">{draftName}</span>
          </Link>
        )}
        <span className="text-ink-soft">
          {longDate(at)} · {isEmpty ? "Nothing stored answers this question" : countWords(sentences)}
        </span>
      </p>
      {isChanged && (
        <p className="mt-2 text-sm text-ink-soft">The draft has changed since. The verdicts are for the words as first written.</p>
      )}
      {!isEmpty && <EverySentence parts={parts} isOpen={sentences.length <= openUpTo} />}
    </div>
  );
}

function EverySentence({ parts, isOpen }: { parts: MemoSummary["parts"]; isOpen: boolean }) {
  return (
    <details className="mt-2" open={isOpen}>
      <summary className="cursor-pointer text-blue touch-target">Every sentence</summary>
      {keyed(parts, ({ heading }) => heading).map(({ key, one: { heading, sentences: own } }) => (
        <section key={key} className="mt-3">
          <h3 dir="auto" className="font-medium wrap-anywhere">
            {heading}
          </h3>
          <ul className="mt-1 flex flex-col gap-2">
            {keyed(own, ({ text }) => text).map(({ key, one }) => (
              <Sentence key={key} sentence={one} />
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}

const openUpTo = 40;

function Sentence({ sentence: { text, verdict, numbers, difference } }: { sentence: MemoSentence }) {
  return (
    <li className="flex flex-col gap-0.5 border-s-2 border-rule ps-3 sm:flex-row sm:gap-4">
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block font-serif wrap-anywhere whitespace-pre-wrap">
          {plainWords(text)}
        </span>
        {difference !== undefined && (
          <span className="block text-sm text-ink-soft">
            “{difference.said}”{difference.source !== undefined && ` against “${difference.source}”`}
          </span>
        )}
      </span>
      <span className="shrink-0 text-sm sm:w-44 sm:text-right" title={verdictSentences[verdict]}>
        <span className={`rounded-md px-1.5 py-0.5 ${verdictClass(verdict)}`}>{verdictWords[verdict]}</span>
        {numbers.length > 0 && <span className="ms-1.5 text-ink-soft">{numbers.map((one) => `[${one}]`).join(" ")}</span>}
      </span>
    </li>
  );
}

const plainWords = (text: string) => text.replaceAll("**", "").replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");

const holds: ReadonlySet<MemoSentence["verdict"]> = new Set(["verified", "verified-omissions", "supported"]);

function countWords(sentences: readonly MemoSentence[]): string {
  const count = sentences.filter(({ verdict }) => holds.has(verdict)).length;
  return `${count} of ${sentences.length} sentences verified or supported`;
}
