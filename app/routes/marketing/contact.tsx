/* How to reach whoever runs this copy of Stet: an address from the settings, or the plain fact that none is given. */
import { stetContext } from "#server/stet.ts";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import { ProsePage } from "#ui/marketing/prose-page.tsx";
import type { Route } from "./+types/contact.ts";

const lead = "Write to the people who run this copy of Stet.";

export function meta() {
  return pageMeta("Contact · Stet", lead);
}

export function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(stetContext).env.CONTACT_EMAIL ?? null };
}

export default function ContactPage({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <ProsePage title="Contact" lead={lead}>
      {email === null ? (
        <p className="max-w-measure font-serif text-read">
          No address has been given for this copy of Stet. If you were invited to it, ask whoever invited you. If you run it, set{" "}
          <code className="font-mono text-sm">CONTACT_EMAIL</code>, and the address will stand here.
        </p>
      ) : (
        <p className="max-w-measure font-serif text-read">
          Send an e-mail to{" "}
          <a href={`mailto:${email}`} className="text-blue underline underline-offset-4">
            {email}
          </a>
          . Say what you did, what you expected and what happened instead; please do not send texts that others have entrusted to
          you.
        </p>
      )}
    </ProsePage>
  );
}
