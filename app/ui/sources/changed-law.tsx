/* Law that has changed since a draft, a research or a clause came to rest on it, each with the words that changed. */
import { Scale } from "lucide-react";
import { Link } from "react-router";
import { changedLawSentence, type ChangedLaw } from "#core/law/changed-law.ts";
import { wordDiff } from "#core/changes/word-diff.ts";
import { Difference } from "../kit/difference.tsx";
import { Disclosure } from "../organizations/disclosure.tsx";
import { useWorkspace } from "../shell/use-place.ts";

/** `showsPlace`: where what rests on it is mixed. */
export function ChangedLawList({ changed, showsPlace }: { changed: readonly ChangedLaw[]; showsPlace: boolean }) {
  const place = useWorkspace();
  return (
    <ul>
      {changed.map((one) => (
        <li key={`${one.clause?.id ?? one.research?.id ?? one.draftId} ${one.ref}`} className="border-t border-rule">
          <Disclosure
            open="What changed"
            row={
              <span className="flex min-w-0 flex-1 items-start gap-3">
                <Scale aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
                <span className="min-w-0">
                  <span className="block wrap-anywhere">{one.name}</span>
                  <span className="block text-xs wrap-anywhere text-ink-soft">
                    {changedLawSentence(one)}
                    {showsPlace && ` · ${one.clause?.name ?? one.research?.question ?? one.draft}`}
                  </span>
                </span>
              </span>
            }
          >
            <div className="rounded-lg border border-rule bg-raised p-4">
              <Difference segments={wordDiff(one.cited.text, one.present.text).segments} />
            </div>
            <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
              {showsPlace && one.research !== undefined && (
                <Link to={place.path(`/research/${one.research.id}`)} className="text-blue touch-target hover:underline">
                  Look at the research again
                </Link>
              )}
              {showsPlace && one.clause !== undefined && (
                <Link to={place.path(`/library/templates/${one.clause.id}`)} className="text-blue touch-target hover:underline">
                  Look at the clause again
                </Link>
              )}
              {showsPlace && one.draftId !== undefined && (
                <Link
                  to={place.path(`/vault/projects/${one.projectId}/drafts/${one.draftId}`)}
                  className="text-blue touch-target hover:underline"
                >
                  Open {one.draft}
                </Link>
              )}
              {one.present.url !== "" && (
                <a
                  href={one.present.url}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  className="text-blue touch-target hover:underline"
                >
                  Open the law
                </a>
              )}
            </p>
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}

/** Above a draft's text: one line that opens to the list. */
export function ChangedLawNotice({ changed }: { changed: readonly ChangedLaw[] }) {
  const [first] = changed;
  if (first === undefined) return null;
  const words = changed.length === 1 ? `${first.name} has changed` : `${changed.length} sections of law have changed`;
  return (
    <details className="max-h-1/2 shrink-0 overflow-y-auto border-b border-warn/40 bg-warn-soft px-4 text-ink">
      <summary className="py-2 text-pretty">{words} since this draft was written.</summary>
      <div className="mx-auto max-w-180 pb-3">
        <ChangedLawList changed={changed} showsPlace={false} />
      </div>
    </details>
  );
}
