/* Everyone with an account, found by name or address, and what an administrator may do about their access. */
import { Search } from "lucide-react";
import { Form } from "react-router";
import type { KnownPerson } from "#core/installation/known-person.ts";
import { planNames } from "#core/account/plans.ts";
import { Button } from "../kit/button.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { TextField } from "../kit/text-field.tsx";
import { longDate } from "../organizations/dates.ts";
import { Disclosure } from "../organizations/disclosure.tsx";
import { DoneNotice, ErrorNotice, SettingsSection } from "../settings/settings-page.tsx";
import { PersonAccess } from "./person-access.tsx";
import type { PersonAnswered } from "./person-access.tsx";

type PeopleListProps = {
  people: KnownPerson[];
  next: string | null;
  search: { query: string; isSuspended: boolean };
  isFirst: boolean;
  hasPassword: boolean;
  answered: PersonAnswered | undefined;
};

export function PeopleList({ people, next, search, isFirst, hasPassword, answered }: PeopleListProps) {
  const id = answered?.intent.split(" ")[1];
  const isShown = people.some((person) => person.id === id);
  return (
    <>
      {answered?.said && <DoneNotice>{answered.said}</DoneNotice>}
      {answered?.refusal && !isShown && <ErrorNotice>{answered.refusal.sentence}</ErrorNotice>}
      <SettingsSection
        title="People"
        lead="Everyone with an account on this installation. You decide who can sign in, but can’t see anyone’s chats, drafts or files."
      >
        <SearchForm {...search} />
        {people.length === 0 ? (
          <p className="mt-6 text-ink-soft">{search.isSuspended ? "No suspended account matches." : "No account matches."}</p>
        ) : (
          <ul aria-label="People" className="mt-6">
            {people.map((person) => (
              <li key={`${person.id} ${person.plan} ${person.suspendedAt} ${person.sessions}`} className="border-t border-rule">
                <Disclosure row={<PersonRow person={person} />} open="Manage" isOpen={id === person.id && answered?.said === null}>
                  <PersonAccess person={person} hasPassword={hasPassword} answered={id === person.id ? answered : undefined} />
                </Disclosure>
              </li>
            ))}
          </ul>
        )}
        <PageLinks what="accounts" first={isFirst ? null : pageOf(search)} next={next && pageOf(search, next)} />
      </SettingsSection>
    </>
  );
}

function pageOf({ query, isSuspended }: PeopleListProps["search"], before?: string): string {
  const parameters = new URLSearchParams({ query, ...(isSuspended && { suspended: "1" }), ...(before && { before }) });
  return `?${parameters.toString()}`;
}

function SearchForm({ query, isSuspended }: PeopleListProps["search"]) {
  return (
    <Form method="get" role="search" key={`${query} ${isSuspended}`}>
      <div className="flex items-end gap-2.5">
        <TextField
          label="Name or email"
          name="query"
          type="search"
          defaultValue={query}
          maxLength={200}
          autoComplete="off"
          start={<Search aria-hidden="true" />}
          className="min-w-0 flex-1"
        />
        <Button type="submit" className="h-10 pointer-coarse:h-11">
          Search
        </Button>
      </div>
      <label className="mt-3 flex w-fit items-center gap-2.5 pointer-coarse:min-h-11">
        <input type="checkbox" name="suspended" value="1" defaultChecked={isSuspended} className="size-4 accent-(--color-blue)" />
        Suspended accounts only
      </label>
    </Form>
  );
}

function PersonRow({ person }: { person: KnownPerson }) {
  const { name, email, isMe, suspendedAt } = person;
  return (
    <span className="min-w-0 flex-1">
      <span className="block text-base wrap-anywhere">
        {name}
        {isMe && <span className="ml-2 text-ink-faint">you</span>}
        {suspendedAt !== null && (
          <span className="ml-2 rounded-md bg-danger-soft px-1.5 py-0.5 text-xs text-danger">Suspended</span>
        )}
      </span>
      <span className="block text-ink-soft wrap-anywhere">{email}</span>
      <span className="mt-0.5 block text-xs text-ink-faint">{factsOf(person)}</span>
    </span>
  );
}

function factsOf({ plan, createdAt, isVerified, isAdministrator, hasSecondFactor, sessions, deletedAt }: KnownPerson): string {
  const facts = [
    isAdministrator && "Administrator",
    `Plan ${planNames[plan]}`,
    sessions === 0 ? "not signed in" : sessions === 1 ? "1 session" : `${sessions} sessions`,
    hasSecondFactor && "two-factor authentication",
    !isVerified && "address not verified",
    deletedAt !== null && `to be deleted on ${longDate(deletedAt)}`,
    `since ${longDate(createdAt)}`,
  ];
  return facts.filter(Boolean).join(" · ");
}
