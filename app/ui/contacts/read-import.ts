/* A file of contacts as it is read on this device, and what would be stored of it. */
import { guessedMapping, type ColumnMapping } from "#core/contacts/contact-columns.ts";
import { readContactRows, readContactTable, type ContactTable, type ReadTable } from "#core/contacts/contact-table.ts";
import { contactLimits, type ContactFields } from "#core/contacts/contact.ts";
import type { NamedRelation } from "#core/contacts/relation.ts";
import { readVcards } from "#core/contacts/vcard.ts";
import { decoded } from "#core/text/decoded.ts";
import { ask } from "../ask.ts";

export type Choice = "merge" | "add" | "skip";
export type Match = { id: string; name: string } | null;
export type Entry = { key: string; fields: ContactFields; relations: readonly NamedRelation[]; match: Match; choice: Choice };

/** Of a table, what each column holds can be changed. */
export type TableSource = { text: string; hasHeadings: boolean; table: ContactTable; mapping: ColumnMapping };
export type Source = { table: TableSource | null; read: ReadTable };

/** By name, of all that has been asked. */
export type Matches = ReadonlyMap<string, Match>;

export async function readSource(file: File): Promise<Source> {
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  if (!/^\s*BEGIN:VCARD/i.test(text.replace(/^\ufeff/, ""))) return tableSource(text, true);
  const { contacts, unnamed } = readVcards(text);
  return { table: null, read: { contacts, unnamed, relations: [], unused: [], leftOut: [] } };
}

export function tableSource(text: string, hasHeadings: boolean): Source {
  const table = readContactTable(text, { hasHeadings });
  return mappedSource({ text, hasHeadings, table, mapping: guessedMapping(table.headings, table.rows) });
}

export function mappedSource(table: TableSource): Source {
  return { table, read: readContactRows(table.table, table.mapping) };
}

export function takenOf({ read }: Source): ContactFields[] {
  return read.contacts.slice(0, contactLimits.imported);
}

/** With which stored contact each shares its name; only names that have not been asked before are. */
export async function matchesOf(source: Source, known: Matches): Promise<Matches> {
  const names = [...new Set(takenOf(source).map(({ name }) => name))].filter((name) => !known.has(name));
  const found = new Map(known);
  for (let from = 0; from < names.length; from += 1000) {
    const some = names.slice(from, from + 1000);
    const { matches } = await ask<{ matches: Match[] }>("/api/contacts/matches", { body: { names: some } });
    for (const [at, name] of some.entries()) found.set(name, matches[at] ?? null);
  }
  return found;
}

/** A choice is kept while the row has the same name. */
export function entriesOf(source: Source, matches: Matches, choices: ReadonlyMap<string, Choice>): Entry[] {
  return takenOf(source).map((fields, at) => {
    const key = `${at} ${fields.name}`;
    const match = matches.get(fields.name) ?? null;
    const choice = choices.get(key) ?? (match === null ? "add" : "merge");
    return { key, fields, relations: source.read.relations[at] ?? [], match, choice };
  });
}

export function countOf(count: number): string {
  return count === 1 ? "1 contact" : `${count.toLocaleString("en")} contacts`;
}
