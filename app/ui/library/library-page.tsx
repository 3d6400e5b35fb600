/* The library: a workspace's own items and those that come with Stet, shelf by shelf; a search goes through all shelves. */
import { Download } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { jurisdictions } from "#core/templates/template.ts";
import {
  askedStatuses,
  askedStatusWords,
  jurisdictionWords,
  kindWords,
  languageWords,
  shelfWords,
  statusWords,
  type LibraryShelf,
  type LibraryStatus,
  type LibraryPage as Page,
  type LibraryQuery,
  type TemplateSummary,
} from "#core/templates/library.ts";
import type { LibraryFinds } from "#core/templates/library-search.ts";
import { templateKinds } from "#core/templates/template.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { saveFile } from "../chat/save-file.ts";
import { Button } from "../kit/button.tsx";
import { ChoiceChips } from "../kit/choice-chips.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { SearchForm } from "../kit/search-form.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { NewTemplate, type DraftToChoose } from "./new-template.tsx";
import { SearchResults, type SearchAsked } from "./search-results.tsx";
import { Shelves } from "./shelves.tsx";

type LibraryProps = {
  asked: SearchAsked;
  /** Null unless words are searched for. */
  finds: LibraryFinds | null;
  own: Page;
  builtIn: TemplateSummary[];
  mayMake: boolean;
  organization: string | null;
  drafts: DraftToChoose[];
};

export function LibraryPage({ asked, finds, own, builtIn, mayMake, organization, drafts }: LibraryProps) {
  const { shelf = "templates" } = asked;
  const isNarrowed = asked.jurisdiction !== undefined || asked.status !== undefined;
  // Who is alone and has approved nothing needs no filter for it.
  const hasStatus =
    organization !== null ||
    asked.status !== undefined ||
    [...own.templates, ...(finds?.found ?? [])].some(({ status = "draft" }) => status !== "draft");
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-20">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-display">Library</h1>
          {mayMake && <NewTemplate shelf={shelf} drafts={drafts} />}
        </header>
        <p className="mt-2 max-w-150 text-ink-soft text-pretty">
          {finds === null ? introductions[shelf] : "Names are searched first, then summaries, then texts."}
        </p>
        {finds === null ? <Shelves shown={shelf} /> : <Shelves shown={asked.in?.[0] ?? "all"} search={paramsOf(asked)} />}
        <Filters key={shelf} asked={asked} shelf={shelf} hasStatus={hasStatus} isSearch={finds !== null} />
        {finds !== null ? (
          <Found asked={asked} finds={finds} shelf={shelf} />
        ) : isNarrowed && own.templates.length + builtIn.length === 0 ? (
          <EmptyState title={`No matching ${inText(shelf)}`} action={<ClearSearch shelf={shelf} />}>
            Try another jurisdiction.
          </EmptyState>
        ) : (
          <>
            {(mayMake || own.templates.length > 0) && (
              <OwnTemplates
                key={JSON.stringify([asked, own])}
                asked={asked}
                first={own}
                title={organization ?? `Your ${inText(shelf)}`}
                shelf={shelf}
                isNarrowed={isNarrowed}
              />
            )}
            {shelf === "templates" ? <BuiltIn templates={builtIn} /> : <FromStet templates={builtIn} />}
          </>
        )}
      </div>
    </main>
  );
}

/** Of the address of a search of all shelves. */
function paramsOf({ shelf = "templates", query, jurisdiction, status }: SearchAsked): URLSearchParams {
  return new URLSearchParams({
    query,
    ...(shelf !== "templates" && { shelf }),
    ...(jurisdiction && { jurisdiction }),
    ...(status && { status }),
  });
}

function Found({ asked, finds, shelf }: { asked: SearchAsked; finds: LibraryFinds; shelf: LibraryShelf }) {
  const count = finds.found.length;
  return (
    <>
      <p role="status" className="sr-only">
        {count === 0 ? "Nothing found" : `${count}${finds.next === null ? "" : " or more"} found`}
      </p>
      {count === 0 && (
        <EmptyState title="Nothing in the library matches" action={<ClearSearch shelf={shelf} />}>
          Names, summaries and texts were searched for every word. Try fewer words.
        </EmptyState>
      )}
      <SearchResults key={JSON.stringify([asked, finds])} asked={asked} first={finds} />
    </>
  );
}

const introductions: Record<LibraryShelf, string> = {
  templates: "Templates for what you write again and again. Fill in a form, and the text becomes a draft.",
  clauses: "Clauses in several variants, with notes on when to use each. Insert them with / in a draft.",
  prompts: "What you ask a model again and again. Load them in the composer, or type / and a few letters of their name.",
  playbooks:
    "What you accept, what you fall back to, and what you never sign. Hold a draft against one, and it proposes the changes.",
  workflows: "Work that is done the same way each time. Run them under Workflows.",
  questions: "Sets of questions for reviews: choose one, and they become the columns of the table.",
};

const inText = (shelf: LibraryShelf) => (shelf === "questions" ? "questions" : shelfWords[shelf].toLowerCase());

type FiltersProps = { asked: SearchAsked; shelf: LibraryShelf; hasStatus: boolean; isSearch: boolean };

/** Words are looked for on all shelves; without any, the shelf is back. */
function Filters({ asked, shelf, hasStatus, isSearch }: FiltersProps) {
  return (
    <SearchForm label="Search the library" query={asked.query}>
      {shelf !== "templates" && <input type="hidden" name="shelf" value={shelf} />}
      {isSearch && asked.in !== undefined && <input type="hidden" name="in" value={asked.in.join(",")} />}
      <ChoiceChips
        legend="Jurisdiction"
        name="jurisdiction"
        options={[undefined, ...jurisdictions]}
        chosen={asked.jurisdiction}
        wordsFor={(one) => (one === undefined ? "All" : jurisdictionWords[one])}
      />
      {hasStatus && (
        <ChoiceChips
          legend="Status"
          name="status"
          options={[undefined, ...askedStatuses]}
          chosen={asked.status}
          wordsFor={(one) => (one === undefined ? "In use" : askedStatusWords[one])}
        />
      )}
    </SearchForm>
  );
}

function ClearSearch({ shelf }: { shelf: LibraryShelf }) {
  const place = useWorkspace();
  return (
    <Link to={place.path(`/library?shelf=${shelf}`)} reloadDocument className="text-blue underline-offset-4 hover:underline">
      Show all {inText(shelf)}
    </Link>
  );
}

type OwnProps = { asked: LibraryQuery; shelf: LibraryShelf; first: Page; title: string; isNarrowed: boolean };

function OwnTemplates({ asked, shelf, first, title, isNarrowed }: OwnProps) {
  const [page, setPage] = useState(first);
  const [isLoading, setLoading] = useState(false);

  async function more() {
    setLoading(true);
    try {
      const before = page.templates.at(-1)!.id;
      const query = new URLSearchParams({
        shelf,
        before,
        ...(asked.jurisdiction && { jurisdiction: asked.jurisdiction }),
        ...(asked.status && { status: asked.status }),
      });
      const next = await ask<Page>(`/api/library/templates?${query}`);
      setPage({ templates: [...page.templates, ...next.templates], hasMore: next.hasMore });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setLoading(false);
    }
  }
  if (isNarrowed && page.templates.length === 0) return null;
  return (
    <section aria-label={title} className="mt-10">
      <div className="flex items-center justify-between gap-3">
        <h2 className="group-label">{title}</h2>
        {shelf === "clauses" && page.templates.length > 0 && (
          <Button variant="quiet" size="small" onClick={() => void saveFile(clauseTable)}>
            <Download /> Export as CSV
          </Button>
        )}
      </div>
      {page.templates.length === 0 ? (
        <p className="mt-3 max-w-150 text-ink-faint text-pretty">
          {shelf === "templates"
            ? "None yet. Save a draft as a template, import a file, or open one of those below and change it to suit you."
            : "None yet. Write one, import a file, or open one of those below and change it to suit you."}
        </p>
      ) : (
        <Cards templates={page.templates} />
      )}
      {page.hasMore && (
        <Button className="mt-4" pending={isLoading} onClick={() => void more()}>
          Show more
        </Button>
      )}
    </section>
  );
}

const clauseTable = { path: "/api/library/clauses.csv", making: "Exporting clauses…" };

function BuiltIn({ templates }: { templates: readonly TemplateSummary[] }) {
  const ofKind = Object.groupBy(templates, ({ kind }) => kind);
  return templateKinds.map((kind) => {
    const found = ofKind[kind] ?? [];
    return (
      found.length > 0 && (
        <section key={kind} aria-label={kindWords[kind]} className="mt-10">
          <h2 className="group-label">{kindWords[kind]}</h2>
          <Cards templates={found} />
        </section>
      )
    );
  });
}

function FromStet({ templates }: { templates: readonly TemplateSummary[] }) {
  if (templates.length === 0) return null;
  return (
    <section aria-label="With Stet" className="mt-10">
      <h2 className="group-label">With Stet</h2>
      <Cards templates={templates} />
    </section>
  );
}

function Cards({ templates }: { templates: readonly (TemplateSummary & { status?: LibraryStatus; isPrivate?: boolean })[] }) {
  const place = useWorkspace();
  return (
    <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
      {templates.map(({ id, name, summary, jurisdiction, language, status = "draft", isPrivate = false }) => (
        <li key={id}>
          <Link to={place.path(`/library/templates/${id}`)} className={cardClass}>
            <span lang={language} className="line-clamp-2 font-serif text-title break-words">
              {name}
            </span>
            <span lang={language} className="mt-1 line-clamp-3 text-ink-soft text-pretty">
              {summary}
            </span>
            <span className="mt-auto pt-4 text-xs text-ink-faint">
              {isPrivate && "Only you · "}
              {jurisdictionWords[jurisdiction]} · <span lang={language}>{languageWords[language]}</span>
              {status !== "draft" && (
                <span className={status === "approved" ? "text-insert" : "text-warn"}> · {statusWords[status]}</span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const cardClass =
  "flex h-full min-h-34 flex-col rounded-xl border border-rule bg-raised p-4.5 transition-colors hover:border-rule-strong/70 hover:bg-desk";
