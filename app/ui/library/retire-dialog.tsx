/* Takes an item out of use, and says what to use instead. */
import { useEffect, useState } from "react";
import type { LibraryPage, LibraryShelf } from "#core/templates/library.ts";
import type { LibraryFinds } from "#core/templates/library-search.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { SelectField } from "../developers/select-field.tsx";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/text-field.tsx";

type RetireProps = {
  id: string;
  name: string;
  shelf: LibraryShelf;
  onRetire: (successorId: string | null) => void;
  onClose: () => void;
};

const pauseMs = 200;

type Choice = { id: string; name: string };

export function RetireDialog({ name, onRetire, onClose, ...asked }: RetireProps) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { found, problem } = useOthers(asked, query);
  const choices = chosen === null || found.some((one) => one.id === chosen.id) ? found : [chosen, ...found];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Retire “${name}”?`}
      description="It is no longer offered where texts are inserted. Drafts that have its words stay as they are."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => (onClose(), onRetire(chosen?.id ?? null))}>
            Retire
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem !== "" && <p className="text-danger">{problem}</p>}
        <TextField
          label="Search for what takes its place"
          type="search"
          value={query}
          maxLength={200}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <SelectField
          label="Use instead"
          value={chosen?.id ?? ""}
          onChange={(event) => setChosen(choices.find((one) => one.id === event.currentTarget.value) ?? null)}
        >
          <option value="">Nothing</option>
          {choices.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </SelectField>
      </div>
    </Dialog>
  );
}

/** What else is on the shelf and in use. */
function useOthers({ id, shelf }: { id: string; shelf: LibraryShelf }, query: string) {
  const [found, setFound] = useState<readonly Choice[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const gone = new AbortController();
    const look = () => {
      (query.trim() === "" ? listed(shelf, gone.signal) : searched(shelf, query, gone.signal)).then(
        (all) => setFound(all.filter((one) => one.id !== id)),
        (error: unknown) => gone.signal.aborted || setProblem(sentenceOf(problemIn(error))),
      );
    };
    const timer = setTimeout(look, query === "" ? 0 : pauseMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [id, shelf, query]);
  return { found, problem };
}

async function listed(shelf: LibraryShelf, signal: AbortSignal): Promise<Choice[]> {
  return (await ask<LibraryPage>(`/api/library/templates?${new URLSearchParams({ shelf })}`, { signal })).templates;
}

/** Of the workspace's own: what comes with Stet can't take the place of one. */
async function searched(shelf: LibraryShelf, query: string, signal: AbortSignal): Promise<Choice[]> {
  const { found } = await ask<LibraryFinds>(`/api/library/search?${new URLSearchParams({ query, in: shelf })}`, { signal });
  return found.flatMap(({ id, name, isBuiltIn }) => (isBuiltIn === true ? [] : [{ id, name: name.text }]));
}
