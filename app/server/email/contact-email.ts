/* A message from the contact page, for the operators of this Stet. */
import type { ContactMessage } from "#core/account/contact.ts";
import { composeEmail, type Email } from "./email.ts";

export function contactEmail({ email, message }: ContactMessage): Email {
  return composeEmail({
    subject: "A message from the contact page",
    paragraphs: [`From ${email}:`, ...message.trim().split(/(?<!\s)\s*\n\s*/)],
    lastWord: `The address was entered in the form and is not verified. To reply, write to ${email}.`,
  });
}
