/* What a search of the library found, on whichever shelf: the best first, with the words where they stand. */
import { useState } from "react";
import { Link } from "react-router";
import {
  jurisdictionWords,
  languageWords,
  shelfOf,
  statusWords,
  type LibraryQuery,
  type SimilarItem,
} from "#core/templates/library.ts";
import { oneOfShelf, type LibraryFinds, type LibraryHit, type SearchedShelf } from "#core/templates/library-search.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { actPath, shortJurisdiction } from "../law-shelf/shelf-words.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { MarkedWords } from "./marked-line.tsx";

export type SearchAsked = LibraryQuery & { query: string; in?: readonly SearchedShelf[] | undefined };

/** Keyed by what was asked: a new search begins with its own first page. */
export function SearchResults({ asked, first }: { asked: SearchAsked; first: LibraryFinds }) {
  const [{ found, next, similar }, setFinds] = useState(first);
  const [isLoading, setLoading] = useState(false);

  async function more(after: string) {
    setLoading(true);
    try {
      const query = new URLSearchParams({
        query: asked.query,
        after,
        ...(asked.in && { in: asked.in.join(",") }),
        ...(asked.jurisdiction && { jurisdiction: asked.jurisdiction }),
        ...(asked.status && { status: asked.status }),
      });
      const page = await ask<LibraryFinds>(`/api/library/search?${query}`);
      setFinds({ found: [...found, ...page.found], next: page.next, similar });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setLoading(false);
    }
  }
  return (
    <>
      {found.length > 0 && (
        <ul aria-label="Found in the library" className="mt-8 divide-y divide-rule border-y border-rule">
          {found.map((hit) => (
            <Hit key={`${hit.shelf} ${hit.id}`} hit={hit} />
          ))}
        </ul>
      )}
      {next !== null && (
        <Button className="mt-4" pending={isLoading} onClick={() => void more(next)}>
          Show more
        </Button>
      )}
      {similar.length > 0 && <Similar items={similar} />}
    </>
  );
}

function Hit({ hit }: { hit: LibraryHit }) {
  const place = useWorkspace();
  const { shelf, name, line, language } = hit;
  return (
    <li>
      <Link to={place.path(pathOf(hit))} className={rowClass}>
        <span lang={language} dir="auto" className="block font-serif text-lg wrap-anywhere">
          <MarkedWords line={name} />
        </span>
        {line.text !== "" && (
          <span lang={language} dir="auto" className="mt-0.5 line-clamp-2 text-ink-soft text-pretty wrap-anywhere">
            <MarkedWords line={line} />
          </span>
        )}
        <span className="mt-1 block text-xs text-ink-faint">{[oneOfShelf[shelf], ...factsOf(hit)].join(" · ")}</span>
      </Link>
    </li>
  );
}

const rowClass = "block rounded-lg px-2 py-3 hover:bg-wash";

function pathOf({ id, shelf, projectId }: LibraryHit): string {
  if (shelf === "law") return actPath(id);
  return shelf === "precedents" ? `/vault/projects/${projectId}/drafts/${id}` : `/library/templates/${id}`;
}

const isOurs = (code: string): code is keyof typeof jurisdictionWords => code in jurisdictionWords;

function factsOf({ jurisdiction, language, status, isBuiltIn }: LibraryHit): string[] {
  return [
    ...(jurisdiction === undefined
      ? []
      : [isOurs(jurisdiction) ? jurisdictionWords[jurisdiction] : shortJurisdiction(jurisdiction)]),
    ...(language === undefined ? [] : [languageWords[language] ?? language]),
    ...(isBuiltIn ? ["With Stet"] : []),
    ...(status === undefined || status === "draft" ? [] : [statusWords[status]]),
  ];
}

function Similar({ items }: { items: readonly SimilarItem[] }) {
  const place = useWorkspace();
  return (
    <section aria-label="In other words" className="mt-10">
      <h2 className="group-label">In other words</h2>
      <ul className="mt-3 divide-y divide-rule border-y border-rule">
        {items.map(({ id, name, summary, kind, variant, excerpt, language, jurisdiction }) => (
          <li key={id}>
            <Link to={place.path(`/library/templates/${id}`)} className={rowClass}>
              <span lang={language} className="block font-serif text-lg wrap-anywhere">
                {name} {variant !== undefined && <span className="text-ink-soft">· {variant}</span>}
              </span>
              <span lang={language} className="mt-0.5 line-clamp-2 text-ink-soft text-pretty">
                {excerpt || summary}
              </span>
              <span className="mt-1 block text-xs text-ink-faint">
                {oneOfShelf[shelfOf(kind)]} · {jurisdictionWords[jurisdiction]} · {languageWords[language] ?? language}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
