/* Codes the documents that are selected, or all that the query finds. */
import { useEffect, useState } from "react";
import { codes, codeWords, excludedBy, type Issue } from "#core/discovery/coding.ts";
import type { Collection, Facets } from "#core/discovery/discovery.ts";
import { ask } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { useCoding } from "./use-coding.ts";

type DialogProps = {
  collection: Collection;
  query: string;
  selected: ReadonlySet<string>;
  onClose: () => void;
  onDone: () => void;
};
type Choice = "leave" | "set" | "clear";

export function CodeDialog({ collection, query, selected, onClose, onDone }: DialogProps) {
  const { id, issues } = collection;
  const code = useCoding(id);
  const total = useTotal(id, query);
  const [isAll, setAll] = useState(selected.size === 0);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const count = isAll ? total : selected.size;
  const chosen = (choice: Choice) => [...choices].flatMap(([one, own]) => (own === choice ? [one] : []));
  const [set, clear] = [chosen("set"), chosen("clear")];

  function choose(one: string, choice: Choice) {
    const next = new Map(choices).set(one, choice);
    if (choice === "set") for (const other of excludedBy([one])) if (next.get(other) === "set") next.set(other, "leave");
    setChoices(next);
  }
  async function apply() {
    setBusy(true);
    const which = isAll ? { query } : { documentIds: [...selected] };
    const said = (documents: number) =>
      documents === 1 ? "1 document was coded." : `${documents.toLocaleString("en")} documents were coded.`;
    if (await code({ ...which, set, clear }, said)) onDone();
    else setBusy(false);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Code documents"
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={isBusy}
            disabled={count === null || count === 0 || set.length + clear.length === 0}
            onClick={() => void apply()}
          >
            {count === null ? "Code" : count === 1 ? "Code 1 document" : `Code ${count.toLocaleString("en")} documents`}
          </Button>
        </>
      }
    >
      {selected.size > 0 && <Which selected={selected.size} total={total} isAll={isAll} onChoose={setAll} />}
      <CodeChoices issues={issues} choices={choices} onChoose={choose} />
    </Dialog>
  );
}

type WhichProps = { selected: number; total: number | null; isAll: boolean; onChoose: (isAll: boolean) => void };

function Which({ selected, total, isAll, onChoose }: WhichProps) {
  return (
    <fieldset className="mb-4 flex flex-col gap-1.5">
      <legend className="mb-1 font-medium">Documents</legend>
      <label className="flex items-center gap-2.5 touch-target">
        <input type="radio" name="which" checked={!isAll} onChange={() => onChoose(false)} />
        {selected === 1 ? "The selected one" : `The ${selected} selected`}
      </label>
      <label className="flex items-center gap-2.5 touch-target">
        <input type="radio" name="which" checked={isAll} onChange={() => onChoose(true)} />
        {total === null ? "All that were found" : `All ${total.toLocaleString("en")} that were found`}
      </label>
    </fieldset>
  );
}

type ChoicesProps = {
  issues: readonly Issue[];
  choices: ReadonlyMap<string, Choice>;
  onChoose: (code: string, choice: Choice) => void;
};

function CodeChoices({ issues, choices, onChoose }: ChoicesProps) {
  const all = [...codes.map((code) => ({ id: code as string, name: codeWords[code] })), ...issues];
  return (
    <ul className="flex flex-col gap-2">
      {all.map(({ id: code, name }) => (
        <li key={code} className="flex items-center gap-3">
          <span dir="auto" id={`code-${code}`} className="min-w-0 flex-1 truncate">
            {name}
          </span>
          <select
            aria-labelledby={`code-${code}`}
            value={choices.get(code) ?? "leave"}
            onChange={(event) => onChoose(code, event.currentTarget.value as Choice)}
            className="h-9 rounded-lg border border-rule-strong bg-paper px-2.5 max-sm:text-base pointer-coarse:h-11"
          >
            <option value="leave">Leave</option>
            <option value="set">Set</option>
            <option value="clear">Take away</option>
          </select>
        </li>
      ))}
    </ul>
  );
}

/** Null while it is counted. */
function useTotal(id: string, query: string): number | null {
  const [total, setTotal] = useState<number | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    ask<{ facets: Facets }>(`/api/discovery/${id}/facets?${new URLSearchParams({ query })}`, { signal: leave.signal }).then(
      ({ facets }) => setTotal(facets.total),
      // The button stays disabled.
      () => {},
    );
    return () => leave.abort();
  }, [id, query]);
  return total;
}
