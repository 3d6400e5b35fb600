/* A file of contacts as it is read on this device, and what would be stored of it. */
import { guessedMapping, type ColumnMapping } from "#core/contacts/contact-columns.ts";
import { readContactRows, readContactTable, type ContactTable, type ReadTable } from "#core/contacts/contact-table.ts";
import { contactLimits, type ContactFields } from "#core/contacts/contact.ts";
import type { ReadRelation } from "#core/contacts/relation.ts";
import { readVcards } from "#core/contacts/vcard.ts";
import { decoded } from "#core/text/decoded.ts";
import { ask } from "../ask.ts";

export type Choice = "merge" | "add" | "skip";
export type Match = { id: string; name: string } | null;
export type Entry = {
  key: string;
  fields: ContactFields;
  uid: string | null;
  relations: readonly ReadRelation[];
  match: Match;
  choice: Choice;
};

/** Of a table, what each column holds can be changed. */
export type TableSource = { text: string; hasHeadings: boolean; table: ContactTable; mapping: ColumnMapping };
export type Source = { table: TableSource | null; read: ReadTable };

/** By what was asked: the name, and of a card of ours its id. */
export type Matches = ReadonlyMap<string, Match>;

export async function readSource(file: File): Promise<Source> {
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  if (!/^\s*BEGIN:VCARD/i.test(text.replace(/^\ufeff/, ""))) return tableSource(text, true);
  return { table: null, read: readVcards(text) };
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
  const fresh = new Map(takenOf(source).map(({ name }, at) => [askedKey(source, at), { name, id: idIn(source.read.uids[at]) }]));
  const asked = [...fresh].filter(([key]) => !known.has(key));
  const found = new Map(known);
  for (let from = 0; from < asked.length; from += 1000) {
    const some = asked.slice(from, from + 1000);
    const body = { names: some.map(([, { name }]) => name), ids: some.map(([, { id }]) => id) };
    const { matches } = await ask<{ matches: Match[] }>("/api/contacts/matches", { body });
    for (const [at, [key]] of some.entries()) found.set(key, matches[at] ?? null);
  }
  return found;
}

export function isMatched(source: Source, matches: Matches): boolean {
  return takenOf(source).every((_, at) => matches.has(askedKey(source, at)));
}

function askedKey({ read }: Source, at: number): string {
  return `${idIn(read.uids[at]) ?? ""} ${read.contacts[at]!.name}`;
}

function idIn(uid: string | null | undefined): string | null {
  return /^urn:uuid:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(uid ?? "")?.[1] ?? null;
}

/** A choice is kept while the row has the same name. */
export function entriesOf(source: Source, matches: Matches, choices: ReadonlyMap<string, Choice>): Entry[] {
  return takenOf(source).map((fields, at) => {
    const key = `${at} ${fields.name}`;
    const match = matches.get(askedKey(source, at)) ?? null;
    const choice = choices.get(key) ?? (match === null ? "add" : "merge");
    const uid = source.read.uids[at] ?? null;
    return { key, fields, uid, relations: source.read.relations[at] ?? [], match, choice };
  });
}

export function countOf(count: number): string {
  return count === 1 ? "1 contact" : `${count.toLocaleString("en")} contacts`;
}
