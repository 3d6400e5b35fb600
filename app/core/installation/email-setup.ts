/* How an installation sends email, as its administrators see it: never the password. */
export type EmailSetup = {
  /** Null if emails go to a folder instead. */
  server: MailServerSetup | null;
  /** `Stet <stet@example.org>`. */
  from: string;
  /** How long a link in an email works, in seconds. */
  linkSeconds: number;
  /** Emails in the queue, and those of them whose delivery has been tried already. */
  waiting: number;
  tried: number;
};

export type MailServerSetup = { host: string; port: number; isEncrypted: boolean; user: string | null; hasPassword: boolean };
