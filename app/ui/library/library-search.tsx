/* Finds something to insert by its name or text, or clauses that are like given words. Arrows move along the list, Enter chooses. */
import { LibraryBig } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import {
  jurisdictionWords,
  statusWords,
  type LibraryKind,
  type LibraryPage,
  type LibraryShelf,
  type LibraryStatus,
  type SimilarClause,
  type SimilarItem,
  type TemplateSummary,
} from "#core/templates/library.ts";
import type { LibraryFinds, MarkedLine } from "#core/templates/library-search.ts";
import type { TemplateJurisdiction } from "#core/templates/template.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import { MarkedWords } from "./marked-line.tsx";

type Offered = {
  id: string;
  kind: LibraryKind;
  name: MarkedLine;
  line: MarkedLine | null;
  variant?: string;
  jurisdiction: TemplateJurisdiction;
  language: string;
  status?: LibraryStatus;
};
type Found = LibraryPage & { builtIn: TemplateSummary[] };
type SearchProps = {
  shelves: readonly LibraryShelf[];
  /** Words for which clauses are offered until something is searched for. */
  similarTo?: string | null;
  onChoose: (id: string) => void;
};
const pauseMs = 150;

export function LibrarySearch({ shelves, similarTo = null, onChoose }: SearchProps) {
  const listId = useId();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const found = useOffered({ query, shelves: shelves.join(","), similarTo }, setAt);
  const called = shelves.includes("prompts") ? "prompts" : "library";
  const isSimilar = similarTo !== null && query === "";
  const shown = found ?? [];
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length > 0) setAt((at + step + shown.length) % shown.length);
    else if (event.key === "Enter" && shown[at]) onChoose(shown[at].id);
    else return;
    event.preventDefault();
  }
  return (
    <>
      <input
        type="text"
        autoFocus
        role="combobox"
        aria-label={`Search the ${called}`}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={shown[at] && `${listId}-${at}`}
        placeholder={`Search the ${called}`}
        autoComplete="off"
        maxLength={200}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="h-10 w-full rounded-lg border border-rule-strong bg-paper px-3 max-sm:text-base pointer-coarse:h-11"
      />
      <p role="status" className="sr-only">
        {found === null ? "Searching" : `${found.length} found`}
      </p>
      {isSimilar && shown.length > 0 && <p className="mt-3 text-xs text-ink-faint">Like the words you selected</p>}
      <Offers
        id={listId}
        label={isSimilar ? "Similar clauses" : called === "prompts" ? "Prompts" : "Templates"}
        shown={shown}
        at={at}
        setAt={setAt}
        onChoose={onChoose}
      />
      {found?.length === 0 && (
        <p className="py-6 text-center text-ink-soft">
          {isSimilar ? "No clause is like the words you selected. Search for one by its name or text." : "Nothing matches"}
        </p>
      )}
    </>
  );
}

type OffersProps = {
  id: string;
  label: string;
  shown: readonly Offered[];
  at: number;
  setAt: (at: number) => void;
  onChoose: (id: string) => void;
};

function Offers({ id, label, shown, at, setAt, onChoose }: OffersProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <ul ref={list} id={id} role="listbox" aria-label={label} className="scroll-thin -mx-2 mt-2 max-h-96 overflow-y-auto">
      {shown.map((one, i) => (
        <li
          key={one.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === at}
          onPointerMove={() => setAt(i)}
          onClick={() => onChoose(one.id)}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 touch-target aria-selected:bg-wash [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
        >
          <LibraryBig aria-hidden="true" />
          <Words one={one} />
        </li>
      ))}
    </ul>
  );
}

/** Null until there is an answer. A new answer begins at the first. */
function useOffered(
  { query, shelves, similarTo }: { query: string; shelves: string; similarTo: string | null },
  setAt: (at: number) => void,
): readonly Offered[] | null {
  const [found, setFound] = useState<readonly Offered[] | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const timer = setTimeout(
      () => {
        const asked = query === "" && similarTo !== null ? similar(similarTo, gone.signal) : called(query, shelves, gone.signal);
        asked.then(
          (offered) => {
            setFound(offered);
            setAt(0);
          },
          (error: unknown) => {
            if (!gone.signal.aborted) showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
          },
        );
      },
      query === "" ? 0 : pauseMs,
    );
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [query, shelves, similarTo, setAt]);
  return found;
}

async function similar(text: string, signal: AbortSignal): Promise<Offered[]> {
  return (await ask<{ found: SimilarClause[] }>("/api/library/similar", { body: { text }, signal })).found.map(ofSimilar);
}

const unmarked = (text: string): MarkedLine => ({ text, marks: [] });

function ofSimilar({ name, excerpt, ...rest }: SimilarItem): Offered {
  return { ...rest, name: unmarked(name), line: unmarked(excerpt || rest.summary) };
}

function called(query: string, shelves: string, signal: AbortSignal): Promise<Offered[]> {
  return query.trim() === "" ? listed(shelves, signal) : searched(query, shelves, signal);
}

async function listed(shelves: string, signal: AbortSignal): Promise<Offered[]> {
  const pages = await Promise.all(
    shelves.split(",").map((shelf) => ask<Found>(`/api/library/templates?${new URLSearchParams({ shelf })}`, { signal })),
  );
  const all = [...pages.flatMap(({ templates }) => templates), ...pages.flatMap(({ builtIn }) => builtIn)];
  return all.map(({ name, summary, kind, ...rest }) => {
    const line = kind === "prompt" ? unmarked(summary) : null;
    return Object.assign(rest, { kind, name: unmarked(name), line });
  });
}

/** The same search as the library’s own. */
async function searched(query: string, shelves: string, signal: AbortSignal): Promise<Offered[]> {
  const asked = new URLSearchParams({ query, in: shelves });
  const { found, similar: alike } = await ask<LibraryFinds>(`/api/library/search?${asked}`, { signal });
  const offered = found.flatMap(({ id, kind, name, line, jurisdiction, language, status }): Offered[] =>
    kind === undefined || !isJurisdiction(jurisdiction) || language === undefined
      ? []
      : [{ id, kind, name, line, jurisdiction, language, ...(status && { status }) }],
  );
  return [...offered, ...alike.map(ofSimilar)];
}

const isJurisdiction = (code: string | undefined): code is TemplateJurisdiction => code !== undefined && code in jurisdictionWords;

function Words({ one: { name, line, kind, jurisdiction, language, status, variant } }: { one: Offered }) {
  return (
    <>
      <span lang={language} className="min-w-0 flex-1">
        <span className="block truncate">
          <MarkedWords line={name} />
          {variant !== undefined && <span className="text-ink-soft"> · {variant}</span>}
        </span>
        {line !== null && line.text !== "" && (
          <span className="block truncate text-xs text-ink-faint">
            <MarkedWords line={line} />
          </span>
        )}
      </span>
      <span className="shrink-0 text-xs text-ink-faint">
        {status === "approved" || status === "changed" ? `${statusWords[status]} · ` : ""}
        {kind === "clause" && variant === undefined ? "Clause · " : ""}
        {kind === "prompt" && jurisdiction === "any" ? "" : jurisdictionWords[jurisdiction]}
      </span>
    </>
  );
}
