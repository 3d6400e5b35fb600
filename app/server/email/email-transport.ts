/*
 * Email transport: an SMTP server or, if none is configured, a folder with one JSON file per email, also shown on
 * /dev/outbox in development.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Transporter } from "nodemailer";
import type { Env } from "../env.ts";
import type { Email } from "./email.ts";
import { writeDurably } from "../storage/durable-file.ts";

export type SealedEmail = Email & { seq: string; recipient: string };
export type EmailTransport = { carry(email: SealedEmail): Promise<void> };
export type OutboxEmail = Email & { to: string; at: string };

/** The mail server rejected the email permanently; retrying is pointless. */
export class CannotDeliver extends Error {}

type MailSettings = Pick<Env, "SMTP_URL" | "STET_DATA" | "MAIL_FROM" | "url">;

/** Whether emails leave this machine. If so, an address must be verified before its first session. */
export function sendsEmail({ SMTP_URL }: Pick<Env, "SMTP_URL">): boolean {
  return SMTP_URL !== undefined;
}

/** Who emails are from. */
export function senderAt({ MAIL_FROM, url }: Pick<Env, "MAIL_FROM" | "url">): { name: string; address: string } {
  return MAIL_FROM ?? { name: "Stet", address: `stet@${new URL(url).hostname}` };
}

export function emailTransportOf(env: MailSettings): EmailTransport {
  return env.SMTP_URL === undefined ? outboxCarrier(env) : smtpCarrier(env.SMTP_URL, env);
}

function smtpCarrier(address: string, env: MailSettings): EmailTransport {
  let transport: Promise<Transporter> | undefined;
  const { hostname } = new URL(env.url);
  const from = senderAt(env);
  return {
    async carry({ seq, recipient, subject, html, text }) {
      try {
        transport ??= connectTo(address);
        await (
          await transport
        ).sendMail({
          from,
          // An object, never a string: a string is parsed, and may contain two addresses.
          to: { name: "", address: recipient },
          subject,
          html,
          text,
          // Stable across retries, so that an email sent twice is shown once.
          messageId: `<${createHash("sha256").update(`${seq} ${text}`).digest("hex").slice(0, 32)}@${hostname}>`,
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        throw isFinal(error) ? new CannotDeliver((error as Error).message, { cause: error }) : error;
      }
    },
  };
}

/** Loaded with the first email: most installations send few, and some none. */
async function connectTo(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  return createTransport({ url, ...waits, disableFileAccess: true, disableUrlAccess: true });
}

/** A rejected recipient or message is final; a rejected login or sender is a configuration error that can be fixed. */
function isFinal(error: unknown): boolean {
  const { code, command, responseCode } = error as { code?: unknown; command?: unknown; responseCode?: unknown };
  const isAboutLetter = code === "EMESSAGE" || (code === "EENVELOPE" && command === "RCPT TO");
  return isAboutLetter && typeof responseCode === "number" && responseCode >= 500;
}

function outboxCarrier(env: MailSettings): EmailTransport {
  const folder = outboxFolder(env);
  return {
    async carry({ seq, recipient, subject, html, text }) {
      const email: OutboxEmail = { at: new Date().toISOString(), to: recipient, subject, text, html };
      await writeDurably(join(folder, `${seq.padStart(8, "0")}.json`), `${JSON.stringify(email, null, 2)}\n`);
    },
  };
}

/** The emails in the folder, newest first. */
export async function readOutbox(env: MailSettings, most = 100): Promise<OutboxEmail[]> {
  const folder = outboxFolder(env);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
  const newest = names.sort().reverse().slice(0, most);
  return Promise.all(newest.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as OutboxEmail));
}

function outboxFolder(env: MailSettings): string {
  return join(env.STET_DATA, "outbox");
}
