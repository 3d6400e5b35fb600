/* In development, the emails that would have been sent. In production this address does not exist. */
import { problem } from "#core/workspace/problem.ts";
import { readOutbox } from "#server/email/email-transport.ts";
import { stetContext } from "#server/contexts.ts";
import type { Route } from "./+types/outbox.ts";

export async function loader({ context }: Route.LoaderArgs) {
  if (!import.meta.env.DEV) throw problem("not-found");
  const { env } = context.get(stetContext);
  return { isSent: env.SMTP_URL !== undefined, letters: await readOutbox(env) };
}

export function meta() {
  return [{ title: "Outbox · Stet" }];
}

export default function Outbox({ loaderData: { isSent, letters } }: Route.ComponentProps) {
  return (
    <main className="mx-auto max-w-measure px-5 py-12">
      <h1 className="font-serif text-display">Outbox</h1>
      <p className="mt-2 text-base text-ink-soft">
        {isSent ? "SMTP_URL is set, so emails are sent, not stored here." : "Emails that would have been sent, newest first."}
      </p>
      {letters.map((letter) => (
        <article key={letter.at + letter.to} className="mt-8 border-t border-rule pt-5">
          <h2 className="font-serif text-title">{letter.subject}</h2>
          <p className="text-ink-faint">
            to {letter.to}, {letter.at}
          </p>
          <p className="mt-3 text-base wrap-anywhere whitespace-pre-wrap">{letter.text}</p>
          {linksOf(letter.text).map((link) => (
            <a key={link} href={link} className="mt-3 block text-base wrap-anywhere text-blue hover:underline">
              {link}
            </a>
          ))}
        </article>
      ))}
    </main>
  );
}

function linksOf(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/\S+/g))];
}
