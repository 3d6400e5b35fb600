/* A new contact. */
import { noContact } from "#core/contacts/contact.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actorContext } from "#server/contexts.ts";
import { ContactPage } from "#ui/contacts/contact-page.tsx";
import type { Route } from "./+types/new.ts";

export function meta() {
  return [{ title: "New contact · Stet" }];
}

export function loader({ context }: Route.LoaderArgs) {
  if (!mayMake(context.get(actorContext))) throw problem("not-allowed");
  return null;
}

export default function NewContact() {
  return <ContactPage contact={{ ...noContact, id: null, version: 0, merged: [], relations: [] }} />;
}
