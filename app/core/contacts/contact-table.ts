/* Contacts as a table: columns found by what their headings are called, in the languages that exports come in. */
import { csvLine, csvRows } from "../text/csv.ts";
import { contactLimits, contactRoles, noContact, type ContactFields, type ContactRole } from "./contact.ts";
import { readRelations, writeRelations, type ContactRelation, type NamedRelation } from "./relation.ts";
import { identifierKinds, readIdentifier, type ContactIdentifier, type IdentifierKind } from "./identifiers.ts";

export const columnFields = [
  "kind",
  "name",
  "given",
  "family",
  "company",
  "roles",
  "emails",
  "phones",
  "address",
  "street",
  "postcode",
  "town",
  "country",
  "signatory",
  "tags",
  "notes",
  "relations",
  ...identifierKinds,
] as const;
export type ColumnField = (typeof columnFields)[number];

/** What is read of each column; null for none. */
export type ColumnMapping = (ColumnField | null)[];
export type ContactTable = { headings: string[]; rows: string[][] };

export function readContactTable(text: string): ContactTable {
  const [headings = [], ...rows] = [...csvRows(text.replaceAll(/\r\n?/g, "\n").replace(/^\ufeff/, ""))].filter((row) =>
    row.some((cell) => cell.trim() !== ""),
  );
  return { headings: headings.map((one) => one.trim()), rows };
}

const headingWords: [ColumnField, RegExp][] = [
  ["emails", /e-?mail|e-?post|mailadress/],
  ["phones", /phone|tele?fon|mobil|\btel\b|handy/],
  ["se-organisation", /org\w*\.?\s?(?:nr|num)|organisation number|organisationsnummer/],
  ["gb-company", /company (?:number|no)/],
  ["nl-kvk", /kvk|kamer van koophandel/],
  ["de-register", /handelsregister|hr[ab]|register(?:nummer| number)/],
  ["lei", /^lei$|legal entity identifier/],
  ["vat", /vat|ust|moms|btw|mwst/],
  ["given", /first ?name|given|f[oö]rnamn|vorname|voornaam/],
  ["family", /last ?name|surname|family|efternamn|nachname|achternaam/],
  ["company", /^(?:company|organi[sz]ation|f[oö]retag|firma|bedrijf|unternehmen)(?: name)?$/],
  ["kind", /^(?:kind|type|typ|art|soort)$/],
  ["roles", /^roles?$|^roll(?:er)?$|^rolle[n]?$/],
  ["postcode", /post ?(?:code|nummer|nr)|zip|postal code|plz|postleitzahl/],
  ["town", /^(?:city|town|ort|stad|postort|plaats|stadt)$|\bcity$/],
  ["street", /street|gata|gatuadress|stra(?:ß|ss)e|straat/],
  ["country", /country|^land$|landcode/],
  ["address", /address|adress|anschrift|adres/],
  ["signatory", /signator|firmatecknare|vertreter|tekenbevoegde|signs/],
  ["tags", /^tags?$|categor|kategori|label/],
  ["relations", /^relations?(?:hips?)?$|^relationer$|^beziehungen$|^relaties$/],
  ["notes", /^notes?$|anteckning|notiz|bemerkung|opmerking|comment/],
  ["name", /name?|namn|naam/],
];

/** A field is read from the first column that is called like it; what is entered of several is of all of them. */
export function guessedMapping(headings: readonly string[]): ColumnMapping {
  const used = new Set<ColumnField>();
  const many = new Set<ColumnField>(["emails", "phones", "notes"]);
  return headings.map((heading) => {
    const plain = heading.toLowerCase().trim();
    const own = columnFields.find((field) => field === plain);
    const field =
      own ?? headingWords.find(([one, pattern]) => (!used.has(one) || many.has(one)) && pattern.test(plain))?.[0] ?? null;
    if (field === null || (used.has(field) && !many.has(field))) return null;
    used.add(field);
    return field;
  });
}

type ReadRow = { contact: ContactFields; relations: NamedRelation[]; unused: string[] };

/** A row as a contact, what it is to others, and what could not be used; null without a name. */
export function contactOfRow(row: readonly string[], mapping: ColumnMapping): ReadRow | null {
  const of = (field: ColumnField) =>
    row.filter((cell, at) => mapping[at] === field && cell.trim() !== "").map((cell) => cell.trim().replace(/^'(?=[=+\-@])/, ""));
  const one = (field: ColumnField) => of(field)[0] ?? "";
  const person = one("name") || [one("given"), one("family")].filter(Boolean).join(" ");
  const name = person || one("company");
  if (name === "") return null;
  const unused: string[] = [];
  const identifiers = identifierKinds.flatMap((kind) => of(kind).flatMap((cell) => identifierIn(kind, cell, unused)));
  const country = one("country");
  const isCode = /^[A-Za-z]{2}$/.test(country);
  const lines = [one("address"), one("street"), [one("postcode"), one("town")].filter(Boolean).join(" "), isCode ? "" : country];
  const employer = person !== "" && one("company") !== person ? one("company") : "";
  const contact: ContactFields = {
    ...noContact,
    kind: isPerson(one("kind"), { hasGiven: one("given") !== "", hasEmployer: employer !== "" }) ? "person" : "company",
    name: name.slice(0, contactLimits.name),
    roles: rolesIn(one("roles"), unused),
    identifiers: identifiers.slice(0, contactLimits.identifiers),
    emails: listed(of("emails"), contactLimits.lines),
    phones: listed(of("phones"), contactLimits.lines),
    address: lines.filter(Boolean).join("\n").slice(0, contactLimits.address),
    country: isCode ? country.toUpperCase() : "",
    signatory: one("signatory").slice(0, contactLimits.line),
    tags: listed(of("tags"), contactLimits.tags),
    notes: [employer, ...of("notes")].filter(Boolean).join("\n").slice(0, contactLimits.notes),
  };
  const related = readRelations(one("relations"));
  return { contact, relations: related.relations, unused: [...unused, ...related.unused] };
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

function rolesIn(cell: string, unused: string[]): ContactRole[] {
  const words = listed([cell], 20);
  const isRole = (word: string): word is ContactRole => contactRoles.some((role) => role === word);
  unused.push(...words.filter((word) => !isRole(word.toLowerCase())));
  return words.map((word) => word.toLowerCase()).filter(isRole);
}

function listed(cells: readonly string[], most: number): string[] {
  const parts = cells.flatMap((cell) => cell.split(/[;|\n]/)).map((part) => part.trim().slice(0, contactLimits.line));
  return [...new Set(parts.filter(Boolean))].slice(0, most);
}

const written = columnFields.filter((field) => !["given", "family", "company", "street", "postcode", "town"].includes(field));

export function contactHeadings(): string {
  return csvLine(written);
}

/** A relation is written once: with the contact that is something of the other. */
export function contactLine(contact: ContactFields, relations: readonly ContactRelation[] = []): string {
  const { identifiers, roles, emails, phones, tags } = contact;
  const lists = { roles, emails, phones, tags };
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
