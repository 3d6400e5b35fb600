/* Chats that show everything an answer can hold: a draft, proposed changes, citations, tool use, a table and code. */
import type { MessagePart } from "#core/chat/message.ts";
import type { Source } from "#core/sources/source.ts";
import type { WrittenMessage } from "./write-chat.ts";

export type SampleChat = { title: string; messages: WrittenMessage[] };

const text = (value: string): MessagePart[] => [{ type: "text", text: value }];
const asked = (value: string): WrittenMessage => ({ role: "user", parts: text(value) });
const answered = (value: string): WrittenMessage => ({ role: "assistant", parts: text(value) });

const lease = `LEASE

1. The landlord lets the rooms on the second floor of 14 Canal Street to the tenant.
2. The rent is 1,450 euros a month and is due on the third working day.
3. The deposit is three months' rent. The landlord keeps it apart from other money.
4. The tenant may end the lease with a notice of three months to the end of a month.
5. The landlord returns the deposit within six weeks after the keys have been handed over.`;

const passage = (number: number, content: string): Source => ({
  id: `lease-${number}`,
  type: "file",
  name: "lease.txt",
  number,
  content,
  similarity: 0.8,
  metadata: { fileName: "lease.txt", fileType: "text/plain", fileSize: lease.length },
});

const notice = `Before you send it, check the day on which it arrives: the three months count from then.

BEGIN DRAFT
## Notice of termination

Dear Ms Okafor,

I end the lease of the rooms on the second floor of 14 Canal Street with effect from **31 March**.

The keys will be handed over on that day. Please propose a time between nine and five, and tell me to which account you return the deposit's balance.

Yours sincerely,

Ada Lind
END DRAFT

Tell me if you would like a warmer tone.`;

const edits = `Two sentences can be shorter; nothing else needs a change.

BEGIN PATCH
[
  {
    "original": "Due to the fact that the shipment was delayed",
    "replacement": "Because the shipment was late",
    "summary": "Say because"
  },
  {
    "original": "we would like to take this opportunity to apologise",
    "replacement": "we apologise",
    "summary": "Apologise at once"
  }
]
END PATCH`;

const deposit = `The landlord returns the deposit **within six weeks** after the keys have been handed over [[1]]. It was three months' rent and had to be kept apart from other money [[2]], so it does not fall into the landlord's estate.

| Step | By when |
|---|---|
| Hand over the keys | 31 March |
| Ask for the balance | 1 April |
| Deposit returned | 12 May |`;

const code = `A rule that Word understands too:

\`\`\`ts
/** The last day of the month that is \`months\` after \`from\`. */
export function endOfNotice(from: Date, months: number): Date {
  return new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0));
}
\`\`\`

> A notice of 12 January with three months ends on 30 April.

1. Take the month in which the notice arrives.
2. Add the months of the notice.
3. Take that month's last day.`;

export const sampleChats: readonly SampleChat[] = [
  {
    title: "When does a notice end?",
    messages: [asked("Write a function that says when a notice of some months ends."), answered(code)],
  },
  {
    title: "The deposit of Canal Street",
    messages: [
      {
        role: "user",
        parts: text("When do I get my deposit back?"),
        attachments: [{ name: "lease.txt", contentType: "text/plain", url: `data:text/plain;base64,${btoa(lease)}` }],
      },
      {
        role: "assistant",
        parts: [
          { type: "reasoning", reasoning: "Clause 5 says when. Clause 3 says how much and how it is kept." },
          {
            type: "tool-invocation",
            toolInvocation: {
              toolCallId: "call_1",
              toolName: "getInformation",
              state: "result",
              args: { query: "deposit returned" },
              result: { found: 2, passages: ["Clause 5", "Clause 3"] },
            },
          },
          { type: "text", text: deposit },
        ],
        sources: [passage(1, lease.split("\n")[6]!), passage(2, lease.split("\n")[4]!)],
      },
    ],
  },
  {
    title: "A shorter apology",
    messages: [
      asked(
        "Make this shorter:\n\nDue to the fact that the shipment was delayed, we would like to take this opportunity to apologise. We send a new one today.",
      ),
      answered(edits),
    ],
  },
  {
    title: "Notice to Ms Okafor",
    messages: [
      asked("Draft the notice for my flat in Canal Street, three months, to the end of March."),
      answered(notice),
      asked("Warmer, and thank her for the new windows."),
      answered("Gladly. Put this before the last paragraph:\n\n*Thank you for the new windows; the last winter was the quietest.*"),
    ],
  },
];
