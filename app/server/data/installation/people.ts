/*
 * Everyone with an account, and their access. To those who do not administer the installation, none of this exists: the
 * person's claim is checked in the table itself before Stet reads and changes what belongs to others.
 */
import { sql } from "kysely";
import { peoplePerPage, type KnownPerson, type PeoplePage } from "#core/installation/known-person.ts";
import { storable } from "#core/text/storable.ts";
import { theServer, type Actor, type Plan } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { contains } from "../../db/word-pattern.ts";
import * as access from "../upkeep/account-access.ts";
import { provenAdministrator } from "./administrators.ts";

export type PeopleSearch = { query: string; isSuspended: boolean; before?: string | undefined };

/** Newest accounts first; `query` is part of a name or an address. */
export async function listPeople(me: Actor, db: Db, { query, isSuspended, before }: PeopleSearch): Promise<PeoplePage> {
  db = actAs(theServer, db);
  const { userId } = await provenAdministrator(me, db);
  const words = storable(query.trim());
  const { rows } =
    await sql<PersonRow>`select person.id, person.name, person.email, person."emailVerified" as "isVerified", person.plan,
      person."createdAt", coalesce(person."twoFactorEnabled", false) as "hasSecondFactor", person.delete_at as "deletedAt",
      suspensions.created_at as "suspendedAt", person.id = ${userId} as "isMe",
      exists (select 1 from administrators where administrators.user_id = person.id) as "isAdministrator",
      (select count(*)::int from session where session."userId" = person.id and session."expiresAt" > now()) as sessions
    from "user" person left join suspensions on suspensions.user_id = person.id
    where (${contains(sql`person.name`, words)} or ${contains(sql`person.email`, words)})
      and (${isSuspended} = false or suspensions.user_id is not null)
      and (${before ?? null}::text is null or (person."createdAt", person.id) <
        (select last."createdAt", last.id from "user" last where last.id = ${before ?? null}))
    order by person."createdAt" desc, person.id desc limit ${peoplePerPage + 1}`.execute(db);
  const people = rows.slice(0, peoplePerPage).map(personOf);
  return { people, next: rows.length > peoplePerPage ? people.at(-1)!.id : null };
}

type PersonRow = Omit<KnownPerson, "createdAt" | "suspendedAt" | "deletedAt"> & {
  createdAt: Date;
  suspendedAt: Date | null;
  deletedAt: Date | null;
};

function personOf({ createdAt, suspendedAt, deletedAt, ...person }: PersonRow): KnownPerson {
  const at = (date: Date | null) => date?.toISOString() ?? null;
  return { ...person, createdAt: createdAt.toISOString(), suspendedAt: at(suspendedAt), deletedAt: at(deletedAt) };
}

/** The functions below return the account's email address. */
export async function suspendPerson(me: Actor, db: Db, id: string): Promise<string> {
  db = actAs(theServer, db);
  const { person, by } = await other(me, db, id);
  const done = await access.suspendAccount(theServer, db, id, by);
  if (done === "administrator")
    throw problem("bad-request", "This person administers the installation. Remove them from the administrators first.");
  if (done === "already") throw problem("bad-request", "This account is suspended already.");
  return person.email;
}

export async function restorePerson(me: Actor, db: Db, id: string): Promise<string> {
  db = actAs(theServer, db);
  const { person } = await other(me, db, id);
  if (!(await access.restoreAccount(theServer, db, id))) throw problem("bad-request", "This account is not suspended.");
  return person.email;
}

export async function signOutPerson(me: Actor, db: Db, id: string): Promise<string> {
  db = actAs(theServer, db);
  const { person } = await other(me, db, id);
  await access.signOutEverywhere(theServer, db, id);
  return person.email;
}

export async function resetPersonsSecondFactor(me: Actor, db: Db, id: string): Promise<string> {
  db = actAs(theServer, db);
  const { person } = await other(me, db, id);
  if (!(await access.resetSecondFactor(theServer, db, id)))
    throw problem("bad-request", "This person does not use two-factor authentication.");
  return person.email;
}

export async function setPlanOfPerson(me: Actor, db: Db, id: string, plan: Plan): Promise<string> {
  db = actAs(theServer, db);
  await provenAdministrator(me, db);
  const { email } = await accountOf(db, id);
  await access.setPersonPlan(theServer, db, id, plan);
  return email;
}

async function other(me: Actor, db: Db, id: string) {
  db = actAs(theServer, db);
  const { userId } = await provenAdministrator(me, db);
  const person = await accountOf(db, id);
  if (id === userId) throw problem("bad-request", "This is your own account. Change it in its settings.");
  return { person, by: userId };
}

async function accountOf(db: Db, id: string): Promise<{ email: string }> {
  db = actAs(theServer, db);
  const person = await db.selectFrom("user").select("email").where("id", "=", storable(id)).executeTakeFirst();
  if (person === undefined) throw problem("not-found");
  return person;
}
