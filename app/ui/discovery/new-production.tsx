/* Makes a production: which documents, said with what it will hold before it is made, and under which numbers. */
import { useEffect, useState, type SyntheticEvent } from "react";
import { useRevalidator } from "react-router";
import type { Collection } from "#core/discovery/discovery.ts";
import { pageNumber } from "#core/discovery/numbering.ts";
import type { Production, ProductionPreview } from "#core/discovery/production.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";

type ProductionProps = { collection: Collection; productions: readonly Production[]; onClose: () => void };

export function NewProduction({ collection: { id }, productions, onClose }: ProductionProps) {
  const { revalidate } = useRevalidator();
  const [query, setQuery] = useState("code:responsive");
  const [numbers, setNumbers] = useState(() => numbersAfter(productions));
  const [isBusy, setBusy] = useState(false);
  const { preview, fault } = usePreview(id, query);

  async function make(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get("name");
    setBusy(true);
    try {
      await ask(`/api/discovery/${id}/productions`, { body: { name, query, ...numbers } });
      await revalidate();
      onClose();
    } catch (error) {
      setBusy(false);
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New production"
      description="What is in it is decided now: later codes and redactions do not change it."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="new-production" pending={isBusy} disabled={(preview?.documents ?? 0) === 0}>
            {preview === null
              ? "Produce"
              : preview.documents === 1
                ? "Produce 1 document"
                : `Produce ${said(preview.documents)} documents`}
          </Button>
        </>
      }
    >
      <form id="new-production" onSubmit={(event) => void make(event)} className="flex flex-col gap-4">
        <TextField label="Name" name="name" required maxLength={200} placeholder="First production" autoComplete="off" />
        <TextField
          label="Documents"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          error={fault ?? undefined}
          hint={preview === null ? "A query, as in the search" : contentsOf(preview)}
        />
        {preview !== null && <Warnings preview={preview} />}
        <NumberFields numbers={numbers} onChange={setNumbers} />
      </form>
    </Dialog>
  );
}

type Numbers = Pick<Production, "prefix" | "firstNumber" | "width">;

/** Those that follow the newest. */
function numbersAfter(productions: readonly Production[]): Numbers {
  const { prefix, width } = productions[0] ?? { prefix: "PROD-", width: 6 };
  const ends = productions.filter((one) => one.prefix === prefix).map(({ firstNumber, pages }) => firstNumber + pages);
  return { prefix, width, firstNumber: Math.max(1, ...ends) };
}

function NumberFields({ numbers, onChange }: { numbers: Numbers; onChange: (numbers: Numbers) => void }) {
  const change = (part: Partial<Numbers>) => onChange({ ...numbers, ...part });
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem_5rem] gap-3">
        <TextField
          label="Prefix"
          value={numbers.prefix}
          onChange={(event) => change({ prefix: event.currentTarget.value.toUpperCase() })}
          required
          maxLength={20}
          pattern="[A-Z0-9][A-Z0-9_\-]*"
          autoComplete="off"
        />
        <TextField
          label="First number"
          type="number"
          min={1}
          required
          defaultValue={String(numbers.firstNumber)}
          onChange={(event) => change({ firstNumber: Number(event.currentTarget.value) })}
        />
        <TextField
          label="Digits"
          type="number"
          min={4}
          max={9}
          required
          defaultValue={String(numbers.width)}
          onChange={(event) => change({ width: Number(event.currentTarget.value) })}
        />
      </div>
      <p className="text-sm text-ink-soft">
        The first page is <span className="text-ink tabular-nums">{pageNumber(numbers, numbers.firstNumber)}</span>.
      </p>
    </>
  );
}

function said(number: number): string {
  return number.toLocaleString("en");
}

function contentsOf({ documents, redacted, withheld, unread }: ProductionPreview): string {
  if (documents === 0) return "No documents are found by this query.";
  const parts = [
    documents === 1 ? "1 document" : `${said(documents)} documents`,
    ...(redacted > 0 ? [`${said(redacted)} with redactions`] : []),
    ...(withheld > 0 ? [`${said(withheld)} withheld as privileged`] : []),
    ...(unread > 0 ? [`${said(unread)} without text, or too long`] : []),
  ];
  return parts.join(" · ");
}

/** What a reviewer may have overlooked. */
function Warnings({ preview: { likePrivileged, likeRedacted } }: { preview: ProductionPreview }) {
  const found = [
    [
      likePrivileged,
      "of them is an exact duplicate of a privileged document, but not coded so.",
      "of them are exact duplicates of privileged documents, but not coded so.",
    ],
    [
      likeRedacted,
      "of them has no redactions, but an exact duplicate has.",
      "of them have no redactions, but exact duplicates have.",
    ],
  ] as const;
  return found.map(([count, one, many]) =>
    count === 0 ? null : (
      <p key={one} role="note" className="rounded-lg bg-warn-soft px-3.5 py-2.5 text-warn">
        {said(count)} {count === 1 ? one : many}
      </p>
    ),
  );
}

const waitMs = 250;

/** Null until it is known. */
function usePreview(id: string, query: string): { preview: ProductionPreview | null; fault: string | null } {
  const [known, setKnown] = useState<{ query: string; preview: ProductionPreview | null; fault: string | null } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      const path = `/api/discovery/${id}/productions/preview?${new URLSearchParams({ query })}`;
      ask<{ preview: ProductionPreview }>(path, { signal: leaving.signal }).then(
        ({ preview }) => setKnown({ query, preview, fault: null }),
        (error: unknown) => leaving.signal.aborted || setKnown({ query, preview: null, fault: sentenceOf(problemIn(error)) }),
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [id, query]);
  return known?.query === query ? known : { preview: null, fault: null };
}
