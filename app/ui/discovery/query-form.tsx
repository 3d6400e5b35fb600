/* The query, what is wrong with it, and how its documents are sorted. */
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { documentSorts, type DocumentSort } from "#core/discovery/discovery.ts";
import type { QueryFault } from "#core/discovery/query.ts";
import type { DocumentQuery } from "#core/requests/discovery.ts";
import { Button } from "../kit/button.tsx";
import { TextField } from "../kit/text-field.tsx";

export const sortWords: Record<DocumentSort, string> = { number: "By number", newest: "Newest first", oldest: "Oldest first" };

type FormProps = { asked: DocumentQuery; fault: QueryFault | null; children?: ReactNode };

export function QueryForm({ asked, fault, children }: FormProps) {
  return (
    <>
      <Form role="search" className="flex flex-wrap items-center gap-2">
        <div className="min-w-60 flex-1">
          <TextField
            key={asked.query}
            label="Search documents"
            hideLabel
            type="search"
            name="query"
            placeholder='from:anna "annual report" date:2024-01..2024-03'
            defaultValue={asked.query}
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={fault !== null || undefined}
            aria-describedby={fault === null ? undefined : "query-fault"}
            start={<Search />}
          />
        </div>
        <label className="flex h-10 items-center gap-2 text-ink-soft">
          <span className="sr-only">Order</span>
          <select
            key={asked.sort}
            name="sort"
            defaultValue={asked.sort}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
            className="h-10 rounded-lg border border-rule bg-transparent px-3 text-ink"
          >
            {documentSorts.map((sort) => (
              <option key={sort} value={sort}>
                {sortWords[sort]}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit">Search</Button>
        {children}
      </Form>
      {fault !== null && <Fault query={asked.query} fault={fault} />}
      <Help />
    </>
  );
}

/** The query with the place of the fault marked. */
function Fault({ query, fault: { at, length, sentence } }: { query: string; fault: QueryFault }) {
  return (
    <div id="query-fault" role="alert" className="mt-3 rounded-lg bg-danger-soft px-3.5 py-2.5">
      <p className="font-medium text-danger">{sentence}</p>
      <p className="mt-1 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        {query.slice(0, at)}
        <mark className="rounded-xs bg-transparent text-danger underline decoration-wavy underline-offset-4">
          {query.slice(at, at + length)}
        </mark>
        {query.slice(at + length)}
      </p>
    </div>
  );
}

const examples: readonly [string, string][] = [
  ["contract notice", "both words"],
  ['"notice of termination"', "the phrase"],
  ["terminat*", "words that begin so"],
  ["notice w/5 termination", "within five words"],
  ["(offer OR bid) NOT draft", "with AND, OR, NOT and parentheses"],
  ["from:anna to:berg cc:board", "people"],
  ["subject:budget name:invoice", "the subject or the file name"],
  ["date:2024-01..2024-03", "days, months or years"],
  ["type:pdf custodian:miller", "kind of document, and whose it was"],
  ["code:privileged", "also responsive, not-responsive, second-look, none, or an issue"],
  ["has:attachment", "also duplicate, near-duplicate, thread, exception"],
];

function Help() {
  return (
    <details className="mt-2 text-sm">
      <summary className="inline-flex cursor-pointer text-ink-soft touch-target hover:text-ink">How to search</summary>
      <dl className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-[max-content_1fr]">
        {examples.map(([query, means]) => (
          <div key={query} className="contents">
            <dt className="font-mono">{query}</dt>
            <dd className="text-ink-soft max-sm:mb-1.5">{means}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
