/* What is set for sending email, and one email to try it, past the queue, so that the mail server's answer is seen. */
import { randomUUID } from "node:crypto";
import type { EmailSetup, MailServerSetup } from "#core/installation/email-setup.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { countWaitingEmails } from "../data/installation/waiting-emails.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";
import { composeEmail, type Email } from "./email.ts";
import { emailTransportOf, senderAt } from "./email-transport.ts";

export async function emailSetup(me: Actor, { env, db }: { env: Env; db: Db }): Promise<EmailSetup> {
  const { name, address } = senderAt(env);
  return {
    ...(await countWaitingEmails(me, db)),
    server: env.SMTP_URL === undefined ? null : serverOf(env.SMTP_URL),
    from: `${name} <${address}>`,
    linkSeconds: env.MAIL_LINK_SECONDS,
  };
}

function serverOf(url: string): MailServerSetup {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isEncrypted = protocol === "smtps:";
  return {
    host: hostname,
    // Those that are used without one.
    port: Number(port) || (isEncrypted ? 465 : 587),
    isEncrypted,
    user: username === "" ? null : decodeURIComponent(username),
    hasPassword: password !== "",
  };
}

export function testEmail({ url }: Pick<Env, "url">): Email {
  return composeEmail({
    subject: "Test email",
    paragraphs: [`This email was sent to try the mail server of Stet at ${url}. It arrived, so email works.`],
    lastWord: "There is nothing to do.",
  });
}

/** Sends it now. Returns why that failed, in the words of the mail server if it answered; null if it took the email. */
export async function sendTestEmail(env: Env, to: string): Promise<string | null> {
  try {
    await emailTransportOf(env).carry({ seq: `test ${randomUUID()}`, recipient: to, ...testEmail(env) });
    return null;
  } catch (error) {
    return withoutPassword(sentenceOf(error), env.SMTP_URL);
  }
}

function sentenceOf(thrown: unknown): string {
  const error = thrown as Error & { response?: unknown };
  // What is final is wrapped.
  const { response } = (error.cause ?? error) as { response?: unknown };
  if (typeof response === "string" && response.trim() !== "") return `The mail server answered: ${response.trim()}`;
  return `The mail server could not be used: ${error.message}`;
}

/** A server may repeat what it was sent. */
function withoutPassword(sentence: string, url: string | undefined): string {
  const given = URL.parse(url ?? "")?.password ?? "";
  if (given === "") return sentence;
  const password = decodeURIComponent(given);
  const forms = [given, password, Buffer.from(password).toString("base64")];
  return forms.reduce((text, form) => text.replaceAll(form, "…"), sentence);
}
