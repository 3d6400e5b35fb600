/* Chooses what becomes a row: files of the project that are none yet, and its drafts as they are now. */
import { Search } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import type { Review } from "#core/review/review.ts";
import { mostDraftsAtOnce, type RowCandidates } from "#core/review/row-candidates.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { TextField } from "../kit/text-field.tsx";
import { addDocuments } from "./table-cells.ts";
import type { ReviewActions } from "./use-review.ts";

type AddProps = { review: Review; actions: ReviewActions; onClose: () => void };
type Chosen = { files: ReadonlySet<string>; drafts: ReadonlySet<string> };

const waitMs = 200;
const none: Chosen = { files: new Set(), drafts: new Set() };

export function AddDialog({ review, actions, onClose }: AddProps) {
  const [words, setWords] = useState("");
  const { found, refusal } = useCandidates(review.id, words);
  const { chosen, toggle } = useChosen();
  const [isBusy, setBusy] = useState(false);
  const count = chosen.files.size + chosen.drafts.size;

  async function add(asked: { fileIds?: string[]; draftIds?: string[] }) {
    setBusy(true);
    if (await addDocuments(actions, asked)) onClose();
    else setBusy(false);
  }
  const [fileIds, draftIds] = [[...chosen.files], [...chosen.drafts]];
  const addChosen = () => add({ ...(fileIds.length > 0 && { fileIds }), ...(draftIds.length > 0 && { draftIds }) });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add documents"
      description={`From “${review.projectName}”. A draft comes in as it is now: a Word file of this version is kept with the review.`}
      size="small"
      footer={
        <>
          {found !== null && found.allFiles > 1 && words.trim() === "" && (
            <Button variant="quiet" className="me-auto" disabled={isBusy} onClick={() => void add({})}>
              Add all {found.allFiles.toLocaleString("en")} files
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={count === 0} pending={isBusy} onClick={() => void addChosen()}>
            {count === 0 ? "Add" : `Add ${count.toLocaleString("en")}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label="Find by name"
          type="search"
          hideLabel
          placeholder="Find by name"
          maxLength={200}
          start={<Search />}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <div className="scroll-thin max-h-80 min-h-40 overflow-y-auto">
          {refusal !== null && <p className="text-danger text-pretty">{refusal}</p>}
          {found === null && refusal === null && <Spinner label="Looking" className="mx-auto my-8" />}
          {found !== null && <Choices found={found} words={words} chosen={chosen} onToggle={toggle} />}
        </div>
      </div>
    </Dialog>
  );
}

function useChosen() {
  const [chosen, setChosen] = useState(none);
  const toggle = (kind: keyof Chosen, id: string) =>
    setChosen((before) => {
      const next = new Set(before[kind]);
      if (!next.delete(id)) next.add(id);
      return { ...before, [kind]: next };
    });
  return { chosen, toggle };
}

type ChoicesProps = {
  found: RowCandidates;
  words: string;
  chosen: Chosen;
  onToggle: (kind: keyof Chosen, id: string) => void;
};

function Choices({ found, words, chosen, onToggle }: ChoicesProps) {
  const isFull = chosen.drafts.size >= mostDraftsAtOnce;
  return (
    <>
      <Group legend="Files">
        {found.files.map(({ id, name }) => (
          <Choice key={id} name={name} isChosen={chosen.files.has(id)} onChange={() => onToggle("files", id)} />
        ))}
      </Group>
      <Group legend="Drafts">
        {found.drafts.map(({ id, name, version }) => (
          <Choice
            key={id}
            name={name}
            note={`version ${version}`}
            isChosen={chosen.drafts.has(id)}
            isDisabled={isFull && !chosen.drafts.has(id)}
            onChange={() => onToggle("drafts", id)}
          />
        ))}
      </Group>
      <p aria-live="polite" className="text-ink-soft text-pretty">
        {saidOf(found, words)}
      </p>
    </>
  );
}

function saidOf({ files, allFiles, drafts }: RowCandidates, words: string): string {
  if (files.length < allFiles) return `${(allFiles - files.length).toLocaleString("en")} more files are found by their names.`;
  if (files.length + drafts.length > 0) return "";
  return words.trim() === ""
    ? "Every file and draft of the project is in the table."
    : "Nothing else in the project has this in its name.";
}

function Group({ legend, children }: { legend: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <fieldset className="mb-3">
      <legend className="group-label mb-1">{legend}</legend>
      {children}
    </fieldset>
  );
}

type ChoiceProps = { name: string; note?: string; isChosen: boolean; isDisabled?: boolean; onChange: () => void };

function Choice({ name, note, isChosen, isDisabled = false, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
      <input type="checkbox" checked={isChosen} disabled={isDisabled} onChange={onChange} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {note !== undefined && <span className="shrink-0 text-xs text-ink-faint">{note}</span>}
    </label>
  );
}

/** `found` is null before the first answer; while another is asked for, the last one stays. */
function useCandidates(reviewId: string, words: string) {
  const [found, setFound] = useState<RowCandidates | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const timer = setTimeout(
      () => {
        const address = `/api/reviews/${reviewId}/candidates?words=${encodeURIComponent(words.trim())}`;
        ask<RowCandidates>(address, { signal: gone.signal }).then(
          (answer) => {
            setFound(answer);
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
  }, [reviewId, words]);
  return { found, refusal };
}
