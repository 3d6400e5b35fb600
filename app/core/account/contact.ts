/* Validation of a message from the contact page. */
import { isEmailAddress } from "./email-address.ts";

export const contactMessageMax = 5_000;

export type ContactMessage = { email: string; message: string };

export function contactRefusal({ email, message }: ContactMessage): string | null {
  if (!isEmailAddress(email)) return "Enter a complete email address so we can reply.";
  if (message.trim() === "") return "Enter a message.";
  if (message.length > contactMessageMax) return `Your message can be at most ${contactMessageMax} characters.`;
  return null;
}
