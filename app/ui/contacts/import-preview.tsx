/* What an import would store, what of the file it would not, and a choice for each contact. */
import { contactLimits, kindWords, roleWords, type ContactFields } from "#core/contacts/contact.ts";
import { languageName } from "#core/contacts/languages.ts";
import { ImportColumns } from "./import-columns.tsx";
import { countOf, takenOf, type Choice, type Entry, type Source } from "./read-import.ts";

const shown = 200;
const named = 8;

const choiceWords: Record<Choice, string> = { merge: "Add to it", add: "Add as new", skip: "Leave out" };

type PreviewProps = {
  source: Source;
  entries: readonly Entry[];
  onChange: (source: Source) => void;
  onChoose: (key: string, choice: Choice) => void;
};

export function ImportPreview({ source, entries, onChange, onChoose }: PreviewProps) {
  return (
    <>
      <div role="status" className="space-y-1 text-ink-soft">
        <p>{foundSentence(entries)}</p>
        {leftSentences(source).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {source.table !== null && <ImportColumns source={source.table} onChange={onChange} />}
      <section aria-label="Contacts" className="mt-4">
        <h3 className="group-label">Contacts</h3>
        <ul className="scroll-thin mt-2 max-h-96 divide-y divide-rule overflow-y-auto border-y border-rule">
          {entries.slice(0, shown).map((entry) => (
            <EntryRow key={entry.key} entry={entry} onChoose={onChoose} />
          ))}
        </ul>
        {entries.length > shown && <p className="mt-2 text-sm text-ink-faint">And {countOf(entries.length - shown)} more.</p>}
      </section>
    </>
  );
}

function EntryRow({ entry: { key, fields, match, choice }, onChoose }: { entry: Entry; onChoose: PreviewProps["onChoose"] }) {
  return (
    <li className="flex items-center justify-between gap-3 px-1 py-2">
      <span className="min-w-0">
        <span dir="auto" className="block truncate">
          {fields.name}
        </span>
        <span dir="auto" className="line-clamp-2 text-xs break-words text-ink-faint">
          {detailsOf(fields)}
        </span>
      </span>
      <select
        aria-label={`What to do with ${fields.name}`}
        value={choice}
        onChange={(event) => onChoose(key, event.currentTarget.value as Choice)}
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
  );
}

function detailsOf(fields: ContactFields): string {
  const { kind, roles, emails, phones, identifiers, address, country, languages, signatory, tags, notes } = fields;
  const numbers = identifiers.map(({ value }) => value);
  const parts = [kindWords[kind], ...roles.map((role) => roleWords[role]), ...emails, ...phones, ...numbers];
  return [
    ...parts,
    address.replaceAll("\n", ", "),
    country,
    ...languages.map(languageName),
    signatory,
    ...tags,
    notes.replaceAll("\n", ", "),
  ]
    .filter(Boolean)
    .join(" · ");
}

function foundSentence(entries: readonly Entry[]): string {
  const known = entries.filter(({ match }) => match !== null).length;
  return `${countOf(entries.length)} found${known > 0 ? `, ${known} with the name of one you have` : ""}.`;
}

/** Each with its count: nothing of the file is left out in silence. */
function leftSentences(source: Source): string[] {
  const { unnamed, unused, leftOut, contacts } = source.read;
  const beyond = contacts.length - takenOf(source).length;
  const cells = leftOut.reduce((sum, one) => sum + one.cells, 0);
  const listed = (words: readonly string[]) => `${words.slice(0, named).join(", ")}${words.length > named ? ", …" : ""}`;
  const valuesOf = (count: number) => (count === 1 ? "1 value" : `${count.toLocaleString("en")} values`);
  const kindsOf = (count: number) => (source.table === null ? "" : `${count === 1 ? "1 column" : `${count} columns`} with `);
  return [
    ...(unnamed > 0 ? [`${unnamed === 1 ? "1 entry has" : `${unnamed} entries have`} no name and will be left out.`] : []),
    ...(leftOut.length > 0
      ? [`Not imported: ${kindsOf(leftOut.length)}${valuesOf(cells)} (${listed(leftOut.map(({ heading }) => heading))}).`]
      : []),
    ...(unused.length > 0
      ? [`Left out, because they can’t be right or don’t fit: ${valuesOf(unused.length)} (${listed(unused)}).`]
      : []),
    ...(beyond > 0
      ? [`Only the first ${contactLimits.imported.toLocaleString("en")} are taken; ${countOf(beyond)} will be left out.`]
      : []),
  ];
}
