/* A file of contacts: read here, shown with what is known already, then stored a part at a time and undone in one go. */
import { Upload } from "lucide-react";
import { useMemo, useState, type ChangeEvent } from "react";
import { useRevalidator } from "react-router";
import { contactLimits } from "#core/contacts/contact.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import { ImportPreview } from "./import-preview.tsx";
import {
  countOf,
  entriesOf,
  isMatched,
  matchesOf,
  readSource,
  type Choice,
  type Entry,
  type Matches,
  type Source,
} from "./read-import.ts";

type Preview = { source: Source; matches: Matches; choices: ReadonlyMap<string, Choice> };
type State = { at: "choose" } | { at: "reading" } | ({ at: "preview" } & Preview) | { at: "storing"; done: number; total: number };

const atOnce = 100;
const relationsAtOnce = 500;

export function ImportContacts({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<State>({ at: "choose" });

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    if (file === undefined) return;
    setState({ at: "reading" });
    try {
      const source = await readSource(file);
      // A table can be read otherwise: what its columns hold is chosen below.
      if (source.read.contacts.length > 0 || (source.table?.table.rows.length ?? 0) > 0) {
        const matches = await matchesOf(source, new Map());
        return setState({ at: "preview", source, matches, choices: new Map() });
      }
      showToast({ kind: "error", text: `No contacts were found in “${file.name}”. Choose a vCard or CSV file.` });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    setState({ at: "choose" });
  }

  async function change(preview: Preview, source: Source) {
    setState({ at: "preview", ...preview, source });
    try {
      const matches = await matchesOf(source, preview.matches);
      setState((now) => (now.at === "preview" ? { ...now, matches: new Map([...now.matches, ...matches]) } : now));
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      setState((now) => (now.at === "preview" && now.source === source ? { at: "preview", ...preview } : now));
    }
  }

  async function store(entries: readonly Entry[]) {
    const importId = uuidv7();
    const wanted = entries.filter(({ choice }) => choice !== "skip");
    const ids: string[] = [];
    let done = 0;
    try {
      for (; done < wanted.length; done += atOnce) {
        setState({ at: "storing", done, total: wanted.length });
        const contacts = wanted
          .slice(done, done + atOnce)
          .map(({ fields, match, choice }) => ({ fields, into: choice === "merge" ? (match?.id ?? null) : null }));
        const { ids: some } = await ask<{ ids: string[] }>("/api/contacts/import", { body: { importId, contacts } });
        ids.push(...some);
      }
      const unknown = await storeRelations(importId, wanted, ids);
      const left =
        unknown === 0 ? "" : `. ${unknown === 1 ? "1 relation names" : `${unknown} relations name`} a contact that isn’t here`;
      showToast({ kind: "success", text: `${countOf(wanted.length)} imported${left}`, action: undoing(importId, revalidate) });
    } catch (error) {
      const kept = done === 0 ? "Nothing was imported." : `${countOf(done)} were imported before that.`;
      showToast({
        kind: "error",
        text: `${sentenceOf(problemIn(error))} ${kept}`,
        ...(done > 0 && { action: undoing(importId, revalidate) }),
      });
    }
    onClose();
    await revalidate();
  }

  const entries = useMemo(() => (state.at === "preview" ? entriesOf(state.source, state.matches, state.choices) : []), [state]);
  const isReady = state.at === "preview" && isMatched(state.source, state.matches);
  const wanted = entries.filter(({ choice }) => choice !== "skip").length;
  const isBusy = state.at === "storing" || state.at === "reading";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Import contacts"
      description="A vCard file (.vcf) from Outlook, Apple or Google Contacts, or a CSV file."
      size={state.at === "preview" ? "large" : "small"}
      footer={
        state.at === "preview" && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" disabled={wanted === 0 || !isReady} onClick={() => void store(entries)}>
              Import {countOf(wanted)}
            </Button>
          </>
        )
      }
    >
      {state.at === "choose" && (
        <label className={`${buttonClass("primary")} cursor-pointer has-focus-visible:outline-2`}>
          <Upload /> Choose a file
          <input
            type="file"
            accept=".vcf,.csv,.tsv,.txt,text/vcard,text/csv,text/tab-separated-values"
            onChange={(event) => void choose(event)}
            className="sr-only"
          />
        </label>
      )}
      {isBusy && (
        <p role="status" className="flex items-center gap-2 text-ink-soft">
          <Spinner />
          {state.at === "storing" ? `${state.done} of ${state.total}` : "Reading the file…"}
        </p>
      )}
      {state.at === "preview" && (
        <ImportPreview
          source={state.source}
          entries={entries}
          onChange={(source) => void change(state, source)}
          onChoose={(key, choice) => setState({ ...state, choices: new Map([...state.choices, [key, choice]]) })}
        />
      )}
    </Dialog>
  );
}

/** Once all contacts are there. Returns how many name one that is not. */
async function storeRelations(importId: string, entries: readonly Entry[], ids: readonly string[]): Promise<number> {
  const byUid = new Map(entries.flatMap(({ uid }, at) => (uid === null ? [] : [[uid, ids[at]] as const])));
  const all = entries.flatMap(({ fields, match, choice, relations }, at) => {
    // As it is called here, which may be spelt otherwise in the file.
    const of = choice === "merge" ? (match?.name ?? fields.name) : fields.name;
    return relations.map(({ kind, isFrom, name, uid }) => {
      const otherId = uid === undefined ? undefined : byUid.get(uid);
      return { kind, isFrom, of, ofId: ids[at], name: name.slice(0, contactLimits.name), otherId };
    });
  });
  let unknown = 0;
  for (let from = 0; from < all.length; from += relationsAtOnce) {
    const relations = all.slice(from, from + relationsAtOnce);
    unknown += (await ask<{ unknown: number }>("/api/contacts/import/relations", { body: { importId, relations } })).unknown;
  }
  return unknown;
}

function undoing(importId: string, revalidate: () => Promise<void>) {
  async function undo() {
    try {
      const { kept } = await ask<{ kept: number }>(`/api/contacts/imports/${importId}`, { method: "DELETE" });
      if (kept > 0) showToast({ kind: "info", text: `${countOf(kept)} changed since the import were kept.` });
      await revalidate();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return { label: "Undo", run: () => void undo() };
}
