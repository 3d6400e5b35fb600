/*
 * Inserts a template, or one of its clauses, where the reader writes: it is found, its form filled in, and the text
 * handed over as Markdown with clauses as a draft has them.
 */
import { ArrowLeft, LibraryBig } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import {
  jurisdictionWords,
  statusWords,
  type LibraryPage,
  type LibraryStatus,
  type TemplateSummary,
} from "#core/templates/library.ts";
import { readClause, type LibraryClause } from "#core/templates/clause-file.ts";
import { withOwnAnchors } from "#core/templates/template-parts.ts";
import { readTemplate } from "#core/templates/template-file.ts";
import type { Template } from "#core/templates/template.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import { ClauseVariants } from "./clause-variants.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { useInsertion } from "./use-insertion.ts";

export type Inserted = { name: string; markdown: string };

type InsertDialogProps = {
  open: boolean;
  /** Of a template that has been chosen already. */
  templateId?: string | null;
  onClose: () => void;
  onInsert: (inserted: Inserted) => void;
};

export function InsertDialog({ open, onClose, ...rest }: InsertDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Insert from the library"
      description="A clause, a whole template, or a part of one."
      size="medium"
      isHigh
    >
      {open && <Steps {...rest} />}
    </Dialog>
  );
}

function Steps({ templateId = null, onInsert }: Omit<InsertDialogProps, "open" | "onClose">) {
  const [id, setId] = useState(templateId);
  const [item, setItem] = useState<Insertable | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isHere = true;
    ask<{ source: string }>(`/api/library/templates/${id}`).then(
      ({ source }) => {
        const [template, clause] = [readTemplate(source), readClause(source)];
        if (!isHere) return;
        if ("clause" in clause) setItem(clause);
        else if ("template" in template) setItem(template);
      },
      (error: unknown) => {
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        if (isHere) setId(null);
      },
    );
    return () => void (isHere = false);
  }, [id]);
  function back() {
    setItem(null);
    setId(null);
  }
  if (id === null) return <Search onChoose={setId} />;
  if (item === null) return <Spinner label="Opening it" className="mx-auto my-8" />;
  if ("clause" in item) return <ClauseVariants clause={item.clause} onBack={back} onInsert={onInsert} />;
  return <Form template={item.template} onBack={back} onInsert={onInsert} />;
}

type Insertable = { template: Template } | { clause: LibraryClause };
type Offered = TemplateSummary & { status?: LibraryStatus };
type Found = LibraryPage & { builtIn: TemplateSummary[] };
const pauseMs = 150;

/** Arrows move along the list, Enter chooses. */
function Search({ onChoose }: { onChoose: (id: string) => void }) {
  const listId = useId();
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<readonly Offered[] | null>(null);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const gone = new AbortController();
    const timer = setTimeout(
      () => {
        const search = (shelf: string) =>
          ask<Found>(`/api/library/templates?${new URLSearchParams({ shelf, query })}`, { signal: gone.signal });
        Promise.all(["clauses", "templates"].map(search)).then(
          (pages) => {
            setFound([...pages.flatMap(({ templates }) => templates), ...pages.flatMap(({ builtIn }) => builtIn)]);
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
  }, [query]);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
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
        role="combobox"
        aria-label="Search the library"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={shown[at] && `${listId}-${at}`}
        placeholder="Search the library"
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
      <ul ref={list} id={listId} role="listbox" aria-label="Templates" className="scroll-thin -mx-2 mt-2 max-h-96 overflow-y-auto">
        {shown.map(({ id, name, kind, jurisdiction, language, status }, i) => (
          <li
            key={id}
            id={`${listId}-${i}`}
            role="option"
            aria-selected={i === at}
            onPointerMove={() => setAt(i)}
            onClick={() => onChoose(id)}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 touch-target aria-selected:bg-wash [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
          >
            <LibraryBig aria-hidden="true" />
            <span lang={language} className="min-w-0 flex-1 truncate">
              {name}
            </span>
            <span className="shrink-0 text-xs text-ink-faint">
              {status === "approved" || status === "changed" ? `${statusWords[status]} · ` : ""}
              {kind === "clause" ? "Clause · " : ""}
              {jurisdictionWords[jurisdiction]}
            </span>
          </li>
        ))}
      </ul>
      {found?.length === 0 && <p className="py-6 text-center text-ink-soft">Nothing matches</p>}
    </>
  );
}

const newSuffix = () => Math.random().toString(36).slice(2, 6);

type FormProps = { template: Template; onBack: () => void; onInsert: (inserted: Inserted) => void };

function Form({ template, onBack, onInsert }: FormProps) {
  const selectId = useId();
  const form = useRef<HTMLFormElement>(null);
  const insertion = useInsertion(template);
  const { at, setAt, clauses, fields } = insertion;
  useEffect(() => form.current?.querySelector<HTMLElement>("h3")?.focus(), []);
  function insert() {
    const markdown = insertion.take();
    if (markdown !== null) return onInsert({ name: template.name, markdown: withOwnAnchors(markdown, newSuffix()) });
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes it on to the form that the dialog was opened from: the composer would send.
        event.stopPropagation();
        insert();
      }}
    >
      <div className="flex items-center gap-2">
        <Button variant="quiet" size="small" aria-label="Other templates" onClick={onBack}>
          <ArrowLeft />
        </Button>
        <h3 tabIndex={-1} lang={template.language} className="min-w-0 truncate font-serif text-title">
          {template.name}
        </h3>
      </div>
      <div className="mt-4 flex flex-col gap-5">
        {clauses.length > 1 && (
          <div>
            <label htmlFor={selectId} className="mb-1.5 block font-medium">
              What to insert
            </label>
            <select
              id={selectId}
              value={at ?? ""}
              onChange={(event) => setAt(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}
              className="h-10 w-full rounded-lg border border-rule-strong bg-paper px-3 text-ink max-sm:text-base pointer-coarse:h-11"
            >
              <option value="">The whole text</option>
              {clauses.map(({ id, name }, i) => (
                <option key={id} value={i} lang={template.language}>
                  Clause {id}: {name}
                </option>
              ))}
            </select>
          </div>
        )}
        <TemplateFields
          fields={fields}
          asked={insertion.asked}
          values={insertion.values}
          refusals={insertion.refusals}
          isComplaining={insertion.isComplaining}
          onChange={insertion.setValue}
        />
        <p className="text-ink-faint">What you leave empty stays in [brackets].</p>
      </div>
      <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 flex justify-end border-t border-rule bg-raised px-5 py-3">
        <Button type="submit" variant="primary">
          Insert
        </Button>
      </div>
    </form>
  );
}
