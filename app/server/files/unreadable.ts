/* Thrown by readers for a file they can't read; the message is a full sentence for the person who uploaded it. */
export class Unreadable extends Error {}

/** What an upload answers by asking for the password. */
export const pdfLocked = "This PDF is password-protected. Save it without the password and attach it again.";
export const officeLocked = "This Office file is password-protected. Save it without the password and attach it again.";
export const unknownProtection =
  "This file is protected in a way that Stet can’t open. Save it without the password and attach it again.";
export const wrongPassword = "That password isn’t right.";
