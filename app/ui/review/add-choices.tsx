/* What the parts of "Add documents" share: a field to search with, what it finds, and rows to tick. */
import { Search } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Spinner } from "../kit/spinner.tsx";
import { TextField } from "../kit/text-field.tsx";
import type { NewDocuments } from "./use-review.ts";

export type AddPart = {
  description: string;
  /** How many are chosen, and what is asked for then. */
  count: number;
  chosen: NewDocuments;
  all: { words: string; asked: NewDocuments } | null;
  body: ReactNode;
};

const waitMs = 200;

type Found<Answer> = { found: Answer | null; refusal: string | null };

/** `found` is null before the first answer of an address; while only the words in it change, the last one stays. */
export function useFound<Answer>(address: string | null, words: string): Found<Answer> {
  const [of, setOf] = useState<{ address: string | null; found: Answer | null }>({ address: null, found: null });
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (address === null) return;
    const gone = new AbortController();
    const timer = setTimeout(
      () => {
        ask<Answer>(`${address}words=${encodeURIComponent(words.trim())}`, { signal: gone.signal }).then(
          (found) => {
            setOf({ address, found });
            setRefusal(null);
          },
          (error: unknown) => {
            if (!gone.signal.aborted) setRefusal(sentenceOf(problemIn(error)));
          },
        );
      },
      words === "" ? 0 : waitMs,
    );
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [address, words]);
  return { found: of.address === address ? of.found : null, refusal };
}

type FieldProps = { label: string; words: string; onWords: (words: string) => void };

export function FindByWords({ label, words, onWords }: FieldProps) {
  return (
    <TextField
      label={label}
      type="search"
      hideLabel
      placeholder={label}
      maxLength={200}
      start={<Search />}
      value={words}
      onChange={({ target }) => onWords(target.value)}
    />
  );
}

export function FoundList<Answer>({ found, refusal, children }: Found<Answer> & { children: (found: Answer) => ReactNode }) {
  return (
    <div className="scroll-thin max-h-80 min-h-40 overflow-y-auto">
      {refusal !== null && <p className="text-danger text-pretty">{refusal}</p>}
      {found === null && refusal === null && <Spinner label="Looking" className="mx-auto my-8" />}
      {found !== null && children(found)}
    </div>
  );
}

export function Group({ legend, children }: { legend: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <fieldset className="mb-3">
      <legend className="group-label mb-1">{legend}</legend>
      {children}
    </fieldset>
  );
}

type ChoiceProps = { name: string; note?: string | undefined; isChosen: boolean; isDisabled?: boolean; onChange: () => void };

export function Choice({ name, note, isChosen, isDisabled = false, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
      <input type="checkbox" checked={isChosen} disabled={isDisabled} onChange={onChange} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {note !== undefined && <span className="shrink-0 text-xs text-ink-faint">{note}</span>}
    </label>
  );
}

/** The same set, with one more or less. */
export function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
