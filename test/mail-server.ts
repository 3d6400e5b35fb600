/*
 * A real mail server: emails arrive over SMTP and are parsed as a mail client would. `refuseNext` answers the next
 * ones with a given code.
 */
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedLetter = Email & { recipients: string[]; raw: string };
export type MailServer = {
  url: string;
  letters: ReceivedLetter[];
  /** Waits for an email to `recipient`, skipping those this call has already returned. */
  letterTo(recipient: string, subject?: RegExp): Promise<ReceivedLetter>;
  refuseNext(...codes: number[]): void;
  close(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const letters: ReceivedLetter[] = [];
  const taken = new Set<ReceivedLetter>();
  const refusals: number[] = [];
  let onArrival = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo(_address, _session, callback) {
      const code = refusals.shift();
      if (code === undefined) callback();
      else callback(Object.assign(new Error("not now"), { responseCode: code }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString();
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        void PostalMime.parse(raw).then((email) => {
          letters.push({ ...email, recipients, raw });
          onArrival();
          callback();
        }, callback);
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    async letterTo(recipient, subject = /./) {
      for (;;) {
        const letter = letters.find(
          (each) => !taken.has(each) && each.recipients.includes(recipient) && subject.test(each.subject ?? ""),
        );
        if (letter !== undefined) {
          taken.add(letter);
          return letter;
        }
        await new Promise<void>((resolve) => (onArrival = resolve));
      }
    },
    refuseNext: (...codes) => void refusals.push(...codes),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** The link in an email that leads to `path`. */
export function linkIn(letter: { text?: string | undefined }, path: string): string {
  const link = letter.text?.match(/https?:\/\/\S+/g)?.find((each) => new URL(each).pathname === path);
  if (link === undefined) throw new Error(`no link to ${path} in: ${letter.text}`);
  return link;
}
