/* How to reach the administrator of this server: a form if messages can be delivered, else an address, else a note
   that there is none. */
import { data } from "react-router";
import { contactRefusal } from "#core/account/contact.ts";
import { isProblemCode, problemOf } from "#core/workspace/problem.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { apiContext, stetContext } from "#server/contexts.ts";
import { ContactForm } from "#ui/marketing/contact-form.tsx";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import { ProsePage } from "#ui/marketing/prose-page.tsx";
import type { Route } from "./+types/contact.ts";

const lead = "Contact the people who run this installation of Stet.";

export function meta() {
  return pageMeta("Contact · Stet", lead);
}

export function loader({ context }: Route.LoaderArgs) {
  const { CONTACT_EMAIL, SMTP_URL } = context.get(stetContext).env;
  return { email: CONTACT_EMAIL ?? null, hasForm: CONTACT_EMAIL !== undefined && SMTP_URL !== undefined };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const typed = { email: text("email").trim(), message: text("message") };
  const early = contactRefusal(typed);
  if (early !== null) return data({ isSent: false, typed, refusal: early }, { status: 400 });
  const answer = await askApi(request, context.get(apiContext), "/api/contact", { ...typed, website: text("website") });
  if (answer.ok) return data({ isSent: true, typed, refusal: null });
  const code = isProblemCode(answer.code) ? answer.code : "something-went-wrong";
  return data({ isSent: false, typed, refusal: problemOf(code).title }, { status: answer.status });
}

export default function ContactPage({ loaderData: { email, hasForm }, actionData }: Route.ComponentProps) {
  return (
    <ProsePage title="Contact" lead={lead}>
      {actionData?.isSent ? (
        <p role="status" className="max-w-measure font-serif text-read">
          Your message was sent. We’ll reply to {actionData.typed.email}.
        </p>
      ) : hasForm ? (
        <ContactForm typed={actionData?.typed ?? { email: "", message: "" }} refusal={actionData?.refusal ?? null} />
      ) : (
        <Address email={email} />
      )}
    </ProsePage>
  );
}

function Address({ email }: { email: string | null }) {
  if (email === null)
    return (
      <p className="max-w-measure font-serif text-read">
        No contact address is set for this installation of Stet. If you were invited, ask the person who invited you. If you run it,
        set <code className="font-mono text-sm">CONTACT_EMAIL</code>, and the address will appear here.
      </p>
    );
  return (
    <p className="max-w-measure font-serif text-read">
      Send an email to{" "}
      <a href={`mailto:${email}`} className="text-blue underline underline-offset-4">
        {email}
      </a>
      . Tell us what you did, what you expected and what happened instead. Please don’t send confidential texts.
    </p>
  );
}
