/* One contact, to read and to change. */
import { z } from "zod";
import { problem } from "#core/workspace/problem.ts";
import { getContact } from "#server/data/contacts/contacts.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ContactPage } from "#ui/contacts/contact-page.tsx";
import type { Route } from "./+types/contact.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.contact.name ?? "Contact"} · Stet` }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const id = z.uuid().safeParse(params.contactId);
  if (!id.success) throw problem("not-found");
  return { contact: await getContact(me, context.get(stetContext).db, id.data) };
}

export default function ContactRoute({ loaderData: { contact } }: Route.ComponentProps) {
  return <ContactPage key={`${contact.id} ${contact.version}`} contact={contact} />;
}
