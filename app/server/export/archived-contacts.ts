/* Contacts and conflict checks as entries of an archive: whole for programs, and as a table that can be imported again. */
import { contactHeadings, contactLine } from "#core/contacts/contact-table.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachKeptCheck } from "../data/contacts/conflict-checks.ts";
import { eachContact } from "../data/contacts/contacts.ts";
import type { Db } from "../db/database.ts";
import type { ZipEntry } from "./zip.ts";

export async function* archivedContacts(me: Person, db: Db, of: "person" | "workspace", at: Date): AsyncGenerator<ZipEntry> {
  const contacts = await listed(eachContact(me, db, of));
  yield { name: "contacts.json", content: `${JSON.stringify(contacts, null, 2)}\n`, at };
  yield { name: "contacts.csv", content: contactHeadings() + contacts.map((one) => contactLine(one, one.relations)).join(""), at };
  const checks = await listed(eachKeptCheck(me, db, of));
  yield { name: "conflict-checks.json", content: `${JSON.stringify(checks, null, 2)}\n`, at };
}

async function listed<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
