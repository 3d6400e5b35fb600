/* Emails as they are gathered for discovery, with known families, threads and duplicates. */
type Email = {
  id: string;
  from?: string;
  to?: string;
  cc?: string;
  subject: string;
  day: string;
  inReplyTo?: string;
  text: string;
  attachments?: readonly { name: string; text: string }[];
};

export function emailOf({ id, from = "Anna Berg <anna@example.org>", to = "Bo Ek <bo@example.org>", ...email }: Email): string {
  const { cc, subject, day, inReplyTo, text, attachments = [] } = email;
  const head = [
    `Message-ID: <${id}@example.org>`,
    `From: ${from}`,
    `To: ${to}`,
    ...(cc === undefined ? [] : [`Cc: ${cc}`]),
    `Subject: ${subject}`,
    `Date: ${new Date(`${day}T09:00:00Z`).toUTCString()}`,
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: <${inReplyTo}@example.org>`]),
    "MIME-Version: 1.0",
  ];
  if (attachments.length === 0) return [...head, "Content-Type: text/plain; charset=utf-8", "", text, ""].join("\r\n");
  const parts = [
    `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
    ...attachments.map(
      ({ name, text: own }) =>
        `Content-Type: text/plain; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${own}`,
    ),
  ];
  const body = `${parts.map((part) => `--part\r\n${part}\r\n`).join("")}--part--\r\n`;
  return [...head, 'Content-Type: multipart/mixed; boundary="part"', "", body].join("\r\n");
}

export function mboxOf(emails: readonly string[]): string {
  return emails
    .map((email) => `From sender@example.org Mon Jan  1 09:00:00 2024\r\n${email.replace(/^(>*From )/gm, ">$1")}\r\n`)
    .join("");
}

const terms =
  "The supplier delivers the goods within thirty days of each order and bears the risk until they are accepted by the buyer";

/** Eight messages: a thread of three with an attachment, a copy of one, one nearly the same, two others and one that is damaged. */
export const boardEmails: readonly string[] = [
  emailOf({
    id: "offer",
    subject: "Offer for 2024",
    day: "2024-01-10",
    text: "Dear Bo,\n\nHere is our offer.\n\nFrom now on it stands for a month.",
    attachments: [
      { name: "Terms.txt", text: terms },
      { name: "Broken.pdf", text: "%PDF-1.7 nothing" },
    ],
  }),
  emailOf({
    id: "answer",
    from: "Bo Ek <bo@example.org>",
    to: "Anna Berg <anna@example.org>",
    cc: "Carla <carla@example.org>",
    subject: "Re: Offer for 2024",
    day: "2024-01-12",
    inReplyTo: "offer",
    text: "Dear Anna,\n\nWe accept the offer, but not the liability.",
  }),
  emailOf({ id: "last", subject: "AW: Offer for 2024", day: "2024-01-15", text: "Then let us talk about liability." }),
  emailOf({ id: "lunch", subject: "Lunch", day: "2024-02-01", text: "At noon?" }),
  emailOf({ id: "lunch", subject: "Lunch", day: "2024-02-01", text: "At noon?" }),
  emailOf({
    id: "terms",
    subject: "New terms",
    day: "2024-03-01",
    text: "Attached.",
    attachments: [{ name: "New terms.txt", text: `${terms} in writing` }],
  }),
];
