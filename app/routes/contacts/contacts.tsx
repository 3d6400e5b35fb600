/* The contacts of the current workspace. */
import { contactQuerySchema } from "#core/requests/contacts.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listContacts } from "#server/data/contacts/contacts.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ContactsPage } from "#ui/contacts/contacts-page.tsx";
import type { Route } from "./+types/contacts.ts";

export function meta() {
  return [{ title: "Contacts · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const asked = contactQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { asked, page: await listContacts(me, context.get(stetContext).db, asked), mayMake: mayMake(me) };
}

export default function Contacts({ loaderData }: Route.ComponentProps) {
  return <ContactsPage {...loaderData} />;
}
