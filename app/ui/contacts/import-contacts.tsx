/* A file of contacts: read here, shown with what is known already, then stored a part at a time and undone in one go. */
import { Upload } from "lucide-react";
import { useState, type ChangeEvent } from "react";
import { useRevalidator } from "react-router";
import { contactOfRow, guessedMapping, readContactTable } from "#core/contacts/contact-table.ts";
import { contactLimits, kindWords, type ContactFields } from "#core/contacts/contact.ts";
import type { NamedRelation } from "#core/contacts/relation.ts";
import { readVcards } from "#core/contacts/vcard.ts";
import { decoded } from "#core/text/decoded.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";

type Choice = "merge" | "add" | "skip";
type Match = { id: string; name: string } | null;
type Entry = { fields: ContactFields; relations: readonly NamedRelation[]; match: Match; choice: Choice };
type Read = { entries: Entry[]; unnamed: number; unused: string[]; beyond: number };
type State = { at: "choose" } | { at: "reading" } | { at: "preview"; read: Read } | { at: "storing"; done: number; total: number };

const atOnce = 100;
const relationsAtOnce = 500;
const shown = 200;

export function ImportContacts({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<State>({ at: "choose" });

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    if (file === undefined) return;
    setState({ at: "reading" });
    try {
      const read = await readFile(file);
      if (read.entries.length > 0) return setState({ at: "preview", read });
      showToast({ kind: "error", text: `No contacts were found in “${file.name}”. Choose a vCard or CSV file.` });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    setState({ at: "choose" });
  }

  async function store(entries: readonly Entry[]) {
    const importId = uuidv7();
    const wanted = entries.filter(({ choice }) => choice !== "skip");
    let done = 0;
    try {
      for (; done < wanted.length; done += atOnce) {
        setState({ at: "storing", done, total: wanted.length });
        const contacts = wanted
          .slice(done, done + atOnce)
          .map(({ fields, match, choice }) => ({ fields, into: choice === "merge" ? (match?.id ?? null) : null }));
        await ask("/api/contacts/import", { body: { importId, contacts } });
      }
      const unknown = await storeRelations(importId, wanted);
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

  const isBusy = state.at === "storing" || state.at === "reading";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Import contacts"
      description="A vCard file (.vcf) from Outlook, Apple or Google Contacts, or a CSV file with a row of headings."
      size={state.at === "preview" ? "large" : "small"}
      footer={
        state.at === "preview" && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              disabled={state.read.entries.every(({ choice }) => choice === "skip")}
              onClick={() => void store(state.read.entries)}
            >
              Import {countOf(state.read.entries.filter(({ choice }) => choice !== "skip").length)}
            </Button>
          </>
        )
      }
    >
      {state.at === "choose" && (
        <label className={`${buttonClass("primary")} cursor-pointer has-focus-visible:outline-2`}>
          <Upload /> Choose a file
          <input type="file" accept=".vcf,.csv,text/vcard,text/csv" onChange={(event) => void choose(event)} className="sr-only" />
        </label>
      )}
      {isBusy && (
        <p role="status" className="flex items-center gap-2 text-ink-soft">
          <Spinner />
          {state.at === "storing" ? `${state.done} of ${state.total}` : "Reading the file…"}
        </p>
      )}
      {state.at === "preview" && <Preview read={state.read} onChange={(read) => setState({ at: "preview", read })} />}
    </Dialog>
  );
}

/** Once all contacts are there. Returns how many name one that is not. */
async function storeRelations(importId: string, entries: readonly Entry[]): Promise<number> {
  const all = entries.flatMap(({ fields, match, choice, relations }) => {
    // As it is called here, which may be spelt otherwise in the file.
    const of = choice === "merge" ? (match?.name ?? fields.name) : fields.name;
    return relations.map((relation) => ({ ...relation, of, name: relation.name.slice(0, contactLimits.name) }));
  });
  let unknown = 0;
  for (let from = 0; from < all.length; from += relationsAtOnce) {
    const relations = all.slice(from, from + relationsAtOnce);
    unknown += (await ask<{ unknown: number }>("/api/contacts/import/relations", { body: { importId, relations } })).unknown;
  }
  return unknown;
}

function countOf(count: number): string {
  return count === 1 ? "1 contact" : `${count.toLocaleString("en")} contacts`;
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

async function readFile(file: File): Promise<Read> {
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  const isCard = /^\s*BEGIN:VCARD/i.test(text.replace(/^\ufeff/, ""));
  const { contacts, relations, unnamed, unused } = isCard ? { ...readVcards(text), relations: [], unused: [] } : readTable(text);
  const taken = contacts.slice(0, contactLimits.imported);
  const matches: Match[] = [];
  for (let from = 0; from < taken.length; from += 1000) {
    const names = taken.slice(from, from + 1000).map(({ name }) => name);
    matches.push(...(await ask<{ matches: Match[] }>("/api/contacts/matches", { body: { names } })).matches);
  }
  const entries = taken.map((fields, at) => {
    const match = matches[at] ?? null;
    return { fields, relations: relations[at] ?? [], match, choice: match === null ? ("add" as const) : ("merge" as const) };
  });
  return { entries, unnamed, unused, beyond: contacts.length - taken.length };
}

function readTable(text: string) {
  const { headings, rows } = readContactTable(text);
  const mapping = guessedMapping(headings);
  const read = rows.map((row) => contactOfRow(row, mapping));
  const found = read.filter((one) => one !== null);
  return {
    contacts: found.map(({ contact }) => contact),
    relations: found.map((one) => one.relations),
    unused: found.flatMap((one) => one.unused),
    unnamed: read.length - found.length,
  };
}

const choiceWords: Record<Choice, string> = { merge: "Add to it", add: "Add as new", skip: "Leave out" };

function Preview({ read, onChange }: { read: Read; onChange: (read: Read) => void }) {
  const { entries, unnamed, unused, beyond } = read;
  const known = entries.filter(({ match }) => match !== null).length;
  const set = (at: number, choice: Choice) =>
    onChange({ ...read, entries: entries.map((entry, here) => (here === at ? { ...entry, choice } : entry)) });
  const notes = [
    `${countOf(entries.length)} found${known > 0 ? `, ${known} with the name of one you have` : ""}.`,
    ...(unnamed > 0 ? [`${unnamed === 1 ? "1 entry has" : `${unnamed} entries have`} no name and will be left out.`] : []),
    ...(unused.length > 0 ? [`Left out, because they can’t be right: ${unused.slice(0, 8).join(", ")}.`] : []),
    ...(beyond > 0 ? [`Only the first ${contactLimits.imported.toLocaleString("en")} are taken.`] : []),
  ];
  return (
    <>
      <p className="text-ink-soft">{notes.join(" ")}</p>
      <ul className="scroll-thin mt-3 max-h-96 divide-y divide-rule overflow-y-auto border-y border-rule">
        {entries.slice(0, shown).map(({ fields, match, choice }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the order of the file
          <li key={at} className="flex items-center justify-between gap-3 px-1 py-2">
            <span className="min-w-0">
              <span dir="auto" className="block truncate">
                {fields.name}
              </span>
              <span className="block truncate text-xs text-ink-faint">
                {[kindWords[fields.kind], ...fields.emails, ...fields.identifiers.map(({ value }) => value)].join(" · ")}
              </span>
            </span>
            <select
              aria-label={`What to do with ${fields.name}`}
              value={choice}
              onChange={(event) => set(at, event.currentTarget.value as Choice)}
              className="h-8 shrink-0 rounded-lg border border-rule-strong bg-paper px-2 text-sm pointer-coarse:h-11"
            >
              {(["merge", "add", "skip"] as const)
                .filter((one) => one !== "merge" || match !== null)
                .map((one) => (
                  <option key={one} value={one}>
                    {choiceWords[one]}
                  </option>
                ))}
            </select>
          </li>
        ))}
      </ul>
      {entries.length > shown && <p className="mt-2 text-sm text-ink-faint">And {countOf(entries.length - shown)} more.</p>}
    </>
  );
}
