/* Codes the documents that are selected, or all that the query finds. */
import { useState } from "react";
import { codes, codeWords, excludedBy, type Issue } from "#core/discovery/coding.ts";
import type { Collection } from "#core/discovery/discovery.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { useCoding } from "./use-coding.ts";
import { useTotal } from "./use-total.ts";
import { WhichDocuments } from "./which-documents.tsx";

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
      {selected.size > 0 && <WhichDocuments selected={selected.size} total={total} isAll={isAll} onChoose={setAll} />}
      <CodeChoices issues={issues} choices={choices} onChoose={choose} />
    </Dialog>
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
