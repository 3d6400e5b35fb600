/* Contacts as a table: read by what each column holds, with everything that could not be used, and written. */
import { csvLine, csvRows } from "../text/csv.ts";
import { withoutInvisible } from "../text/invisible.ts";
import { contactLimits, contactRoles, noContact, type ContactFields, type ContactRole } from "./contact.ts";
import { columnFields, guessedMapping, manyColumns, type ColumnField, type ColumnMapping } from "./contact-columns.ts";
import { identifierKinds, readIdentifier, type ContactIdentifier, type IdentifierKind } from "./identifiers.ts";
import { languageName, readLanguages } from "./languages.ts";
import { readRelations, writeRelations, type ContactRelation, type ReadRelation } from "./relation.ts";
import { few, fewLines, within } from "./within-limits.ts";

export type ContactTable = { headings: string[]; rows: string[][] };

/** Without headings, and beyond them, columns are numbered. */
export function readContactTable(text: string, { hasHeadings = true } = {}): ContactTable {
  const all = [...csvRows(text.replaceAll(/\r\n?/g, "\n").replace(/^\ufeff/, ""))].filter((row) =>
    row.some((cell) => cell.trim() !== ""),
  );
  const headings = hasHeadings ? (all[0] ?? []) : [];
  const rows = all.slice(hasHeadings ? 1 : 0);
  const width = Math.max(headings.length, ...lengthsOf(rows));
  return { headings: Array.from({ length: width }, (_, at) => headings[at]?.trim() || `Column ${at + 1}`), rows };
}

/** Each once: an array of all would be too long for the arguments of a call. */
function lengthsOf(rows: readonly string[][]): Set<number> {
  return new Set(rows.map((row) => row.length));
}

export type ReadTable = {
  contacts: ContactFields[];
  /** Of each contact. */
  relations: ReadRelation[][];
  /** What identifies each card in its file. */
  uids: (string | null)[];
  /** Rows without a name. */
  unnamed: number;
  /** What can't be right, is one too many, or is too long. */
  unused: string[];
  /** Columns, or lines of cards, that are not imported and have something in them. */
  leftOut: { heading: string; cells: number }[];
};

export function readContactRows({ headings, rows }: ContactTable, mapping: ColumnMapping): ReadTable {
  const read = rows.map((row) => contactOfRow(row, mapping, headings));
  const found = read.filter((one) => one !== null);
  return {
    contacts: found.map(({ contact }) => contact),
    relations: found.map(({ relations }) => relations),
    uids: found.map(() => null),
    unnamed: read.length - found.length,
    unused: found.flatMap(({ unused }) => unused),
    leftOut: headings
      .map((heading, at) => ({ heading, cells: (mapping[at] ?? null) === null ? filledIn(rows, at) : 0 }))
      .filter(({ cells }) => cells > 0),
  };
}

/** How many rows have something in this column. */
export function filledIn(rows: ContactTable["rows"], at: number): number {
  return rows.filter((row) => (row[at] ?? "").trim() !== "").length;
}

type ReadRow = { contact: ContactFields; relations: ReadRelation[]; unused: string[] };

/** A row as a contact, what it is to others, and what could not be used; null without a name. */
export function contactOfRow(row: readonly string[], mapping: ColumnMapping, headings: readonly string[] = []): ReadRow | null {
  const unused: string[] = [];
  const { of, one } = cellsOf(row, mapping, unused);
  const person = one("name") || [one("given"), ...of("middle"), one("family")].filter(Boolean).join(" ");
  const company = one("company");
  const name = person || company;
  if (name === "") return null;
  const identifiers = identifierKinds.flatMap((kind) => of(kind).flatMap((cell) => identifierIn(kind, cell, unused)));
  const country = one("country");
  const isCode = /^[A-Za-z]{2}$/.test(country);
  const employer = person !== "" && company !== person ? company : "";
  const cut = (text: string, most: number) => within(text, most, unused);
  const languages = readLanguages(listed(of("languages"), 20, unused));
  const work = [employer, one("jobTitle")].filter(Boolean).join(", ");
  const contact: ContactFields = {
    ...noContact,
    kind: isPerson(one("kind"), { hasGiven: one("given") !== "", hasEmployer: employer !== "" }) ? "person" : "company",
    name: cut(name, contactLimits.name),
    roles: rolesIn(of("roles"), unused),
    identifiers: few(identifiers, contactLimits.identifiers, unused, ({ value }) => value),
    emails: listed(of("emails"), contactLimits.lines, unused),
    phones: listed(of("phones"), contactLimits.lines, unused),
    address: cut(addressIn({ of, one }, isCode ? "" : country), contactLimits.address),
    country: isCode ? country.toUpperCase() : "",
    languages: few(languages.languages, contactLimits.lines, unused, languageName),
    signatory: cut(one("signatory"), contactLimits.line),
    tags: listed(of("tags"), contactLimits.tags, unused),
    notes: cut([work, ...notesIn(row, mapping, headings)].filter(Boolean).join("\n"), contactLimits.notes),
  };
  unused.push(...languages.unused);
  const related = readRelations(of("relations").join("\n"));
  return { contact, relations: related.relations, unused: [...unused, ...related.unused] };
}

type Cells = { of: (field: ColumnField) => string[]; one: (field: ColumnField) => string };

function cellsOf(row: readonly string[], mapping: ColumnMapping, unused: string[]): Cells {
  const byField = new Map<ColumnField, string[]>();
  for (const [at, cell] of row.entries()) {
    const field = mapping[at] ?? null;
    if (field === null || cell.trim() === "") continue;
    const cells = byField.get(field) ?? [];
    // Of what a contact has one of, the first; the same once more is no loss.
    if (cells.length > 0 && !manyColumns.has(field)) {
      if (cells[0] !== plain(cell)) unused.push(plain(cell));
    } else byField.set(field, [...cells, plain(cell)]);
  }
  const of = (field: ColumnField) => byField.get(field) ?? [];
  return { of, one: (field) => of(field)[0] ?? "" };
}

const plain = (cell: string) =>
  withoutInvisible(cell)
    .trim()
    .replace(/^'(?=[=+\-@])/, "");

/** Programs write the whole beside its parts; a part that is in the whole is not said again. */
function addressIn({ of, one }: Cells, country: string): string {
  const whole = one("address");
  const town = [one("postcode"), one("town")].filter(Boolean).join(" ");
  const parts = [...of("street"), town, one("region"), country].filter(Boolean);
  const known = whole.toLowerCase().replaceAll(/[\s,]+/g, " ");
  const fresh = parts.filter((part) => !part.split(/\s+/).every((word) => known.includes(word.toLowerCase().replaceAll(",", ""))));
  return [whole, ...fresh].filter(Boolean).join("\n");
}

/** What is imported as a note from another column says what it is. */
function notesIn(row: readonly string[], mapping: ColumnMapping, headings: readonly string[]): string[] {
  return row.flatMap((cell, at) => {
    if (mapping[at] !== "notes" || cell.trim() === "") return [];
    const heading = headings[at] ?? "";
    const isNote = heading === "" || guessedMapping([heading])[0] === "notes";
    return [isNote ? plain(cell) : `${heading}: ${plain(cell)}`];
  });
}

function isPerson(kind: string, { hasGiven, hasEmployer }: { hasGiven: boolean; hasEmployer: boolean }): boolean {
  if (/^(?:person|individual|privat)/i.test(kind)) return true;
  if (/^(?:company|org|firma|f[oö]retag|bedrijf)/i.test(kind)) return false;
  return hasGiven || hasEmployer;
}

function identifierIn(kind: IdentifierKind, cell: string, unused: string[]): ContactIdentifier[] {
  const read = readIdentifier(kind, cell);
  if (read.ok) return [{ kind, value: read.value }];
  unused.push(cell);
  return [];
}

function rolesIn(cells: readonly string[], unused: string[]): ContactRole[] {
  const words = listed(cells, 20, unused);
  const isRole = (word: string): word is ContactRole => contactRoles.some((role) => role === word);
  unused.push(...words.filter((word) => !isRole(word.toLowerCase())));
  return [...new Set(words.map((word) => word.toLowerCase()).filter(isRole))];
}

/** Google Contacts puts ::: between several, and an asterisk before the first or what is its own. */
function listed(cells: readonly string[], most: number, unused: string[]): string[] {
  const parts = cells
    .flatMap((cell) => cell.split(/:::|[;|\n]/))
    .map((part) => part.trim().replace(/^\* /, ""))
    // Every contact is in this group of Google's.
    .filter((part) => part !== "" && part !== "myContacts");
  return fewLines(parts, most, unused);
}

const readOnly = new Set<ColumnField>(["given", "middle", "family", "company", "jobTitle", "street", "postcode", "town", "region"]);
const written = columnFields.filter((field) => !readOnly.has(field));

export function contactHeadings(): string {
  return csvLine(written);
}

/** A relation is written once: with the contact that is something of the other. */
export function contactLine(contact: ContactFields, relations: readonly ContactRelation[] = []): string {
  const { identifiers, roles, emails, phones, languages, tags } = contact;
  const lists = { roles, emails, phones, languages, tags };
  return csvLine(
    written.map((field) => {
      const list = lists[field as keyof typeof lists] as readonly string[] | undefined;
      if (list !== undefined) return list.join("; ");
      if (field === "relations")
        return writeRelations(
          relations.filter(({ isFrom }) => isFrom).map(({ kind, isFrom, other }) => ({ kind, isFrom, name: other.name })),
        );
      const text = contact[field as keyof ContactFields] as string | undefined;
      return (
        text ??
        identifiers
          .filter(({ kind }) => kind === field)
          .map(({ value }) => value)
          .join("; ")
      );
    }),
  );
}
