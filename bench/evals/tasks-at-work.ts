/* Tasks with several turns, an open document, a long file, or an agent. */
import { hosting } from "./hosting.ts";
import type { Task } from "./task.ts";

const nda = `# Mutual Non-Disclosure Agreement

## Definitions

"Confidential Information" means any information that one party (the "Discloser") gives to the other (the "Recipient") in connection with the Purpose. "Purpose" means a possible cooperation in the distribution of the Discloser's software.

## Duties

The Recipient shall keep the confidential information secret for three (3) years from disclosure, and shall use it only for the Purpose. The Recipient may give it to employees who need to know it.

## Term

This agreement begins on 1 March 2027. Each party may end it on thirty (30) days written notice. The duties under this agreement survives for three (3) years after it's end.

## Schedule

| Subject | Period | Clause |
| --- | --- | --- |
| Confidentiality | 3 years from disclosure | 2 |
| Notice | 30 days | 3 |`;
const document = { name: "Mutual NDA", content: nda };

/** Long enough that the model gets its outline and reads or searches the rest. */
function lease(): string {
  const filler = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => item(from + at)).join("\n\n");
  const rent = "61. Rent. The rent is EUR 950 a month, payable in advance on the first working day of each month.";
  const pets =
    "122. Pets. The tenant may keep one cat. Any other animal needs the landlord's written consent, which is not refused without a reason.";
  return `LEASE\n\n${filler(1, 60)}\n\n${rent}\n\n${filler(62, 121)}\n\n${pets}\n\n${filler(123, 180)}`;
}

function item(nth: number): string {
  const first = `${nth}. Item ${nth}. The tenant keeps item ${nth} of the inventory in good order and tells the landlord of any damage.`;
  return `${first} ${"Ordinary wear is not damage, and what wears out is replaced by the landlord. ".repeat(8).trim()}`;
}

const file = { name: "lease.txt", text: lease() };

export const tasksAtWork: readonly Task[] = [
  {
    id: "follow-up/cited-again",
    kind: "follow-up",
    language: "en",
    question: "Can the customer leave early, and what does it cost?",
    file: { name: "hosting.txt", text: hosting },
    followUps: ["Put that into one sentence for my client, with the words of the contract."],
    checks: { markers: [], quotes: true, says: [/half/] },
  },
  {
    id: "follow-up/own-draft",
    kind: "follow-up",
    language: "en",
    question: "Write an invitation of 60 words to our summer party on 12 June, from six o'clock, in the yard of the print shop.",
    followUps: ["Make it seven o'clock, and say that children are welcome."],
    checks: { markers: ["patch"], after: { has: ["seven", "hildren"], hasNot: ["six o"] } },
  },
  {
    id: "follow-up/formatted-draft",
    kind: "follow-up",
    language: "en",
    question: "Draft a checklist with headings and bullets for closing a small office: keys, post, data.",
    followUps: ["Say in the part on data that backups are kept for ninety days."],
    checks: { markers: ["patch"], after: { has: ["ninety days"] } },
  },
  {
    id: "follow-up/question-after-draft",
    kind: "follow-up",
    language: "sv",
    question: "Skriv en kort inbjudan till styrelsemötet den 14 maj klockan 18 i klubbstugan.",
    followUps: ["Vilken ton har den?"],
    checks: { markers: [] },
  },
  {
    id: "document/table-cell",
    kind: "beside a document",
    language: "en",
    question: "Make it five years instead of three, everywhere.",
    document,
    checks: {
      markers: ["patch"],
      after: { has: ["five (5) years from", "five (5) years after", "5 years from"], hasNot: ["three"] },
    },
  },
  {
    id: "document/correct",
    kind: "beside a document",
    language: "en",
    question: "Correct the language mistakes. Leave the rest.",
    document,
    checks: { markers: ["patch"], after: { has: ["survive for", "its end"] }, mostChanged: 0.1 },
  },
  {
    id: "document/insert",
    kind: "beside a document",
    language: "en",
    question: "Write a short clause on governing law (Sweden) here.",
    document: {
      ...document,
      caret: { before: "The duties under this agreement survives for three (3) years after it's end.", after: "Schedule" },
    },
    checks: { markers: ["write"], says: [/Swed/] },
  },
  {
    id: "document/question",
    kind: "beside a document",
    language: "en",
    question: "How long do the duties last after the agreement ends?",
    document,
    checks: { markers: [], says: [/three|3/] },
  },
  {
    id: "files/long-rent",
    kind: "files",
    language: "en",
    question: "What is the rent, and when is it due?",
    file,
    checks: { markers: [], quotes: true, says: [/950/] },
  },
  {
    id: "files/long-pets",
    kind: "files",
    language: "en",
    question: "May the tenant keep a dog?",
    file,
    checks: { markers: [], quotes: true, says: [/consent/] },
  },
  {
    id: "agent/terms",
    kind: "agent",
    language: "en",
    question: "Use the defined terms correctly throughout, and correct the grammar.",
    document,
    isAgent: true,
    checks: { markers: [] },
  },
  {
    id: "agent/years",
    kind: "agent",
    language: "en",
    question: "Change every period of three years to five years, the schedule included.",
    document,
    isAgent: true,
    checks: { markers: [] },
  },
  {
    id: "agent/public",
    kind: "agent",
    language: "en",
    question: "Add to Duties that information that is public is not confidential, and define what you need.",
    document,
    isAgent: true,
    checks: { markers: [] },
  },
];
