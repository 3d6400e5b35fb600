/*
 * The words of the sample matter: an agreement, what the other side would change in it, law to read with it, and what it
 * is compared with.
 */
import type { NewColumn } from "#core/review/review.ts";

export const sampleProject = {
  name: "Sample: Consultancy agreement",
  instructions:
    "We act for the client, a small publisher. Keep the agreement short and in plain words. Say so when a change moves a risk to us.",
  matter: { client: "Harbour Press Ltd", counterparty: "Quist Consulting", jurisdiction: "England and Wales" },
};

export const sampleAgreement = {
  name: "Consultancy agreement",
  fileName: "consultancy-agreement-quist-comments.docx",
  markdown: `# Consultancy agreement

Between Harbour Press Ltd (the “Client”) and Quist Consulting (the “Consultant”).

## 1. Services

The Consultant advises the Client on its list of translated fiction and delivers a written report within six months.

## 2. Fees

The Client pays a fixed fee of 9,000 pounds. The Consultant invoices on delivery, and the Client pays each invoice within 30 days.

## 3. Rights in the report

The Consultant assigns the copyright in the report to the Client on delivery.

## 4. Confidentiality

Each party keeps the other’s confidential information secret during this agreement and for three years after it ends.

## 5. Liability

Each party’s total liability under this agreement is limited to twice the fee. Nothing limits liability for fraud or for death or personal injury caused by negligence.

## 6. Ending

Either party may end this agreement with one month’s written notice. The Client then pays for the work done until that day.`,
};

export const otherSide = "Nora Quist";

/** As in a file that came back with tracked changes. */
export const sampleChanges = [
  { original: "within 30 days", replacement: "within 14 days" },
  {
    original: "assigns the copyright in the report to the Client on delivery",
    replacement: "grants the Client a licence to use the report for its own business",
  },
  { original: "three years", replacement: "one year" },
  { original: "twice the fee", replacement: "the fee" },
  { original: "one month’s", replacement: "three months’" },
];

export const sampleComment = {
  about: "a fixed fee of 9,000 pounds",
  text: "Half on signature, please: the first two months are mostly reading.",
};

export const sampleLaw = {
  name: "Two sections to read with it",
  markdown: `# Two sections to read with it

Open each at its source before you rely on it: the day of the wording matters.

## Copyright, Designs and Patents Act 1988, section 90(3)

> An assignment of copyright is not effective unless it is in writing signed by or on behalf of the assignor.

Clause 3 of the agreement assigns the copyright, and the other side would make it a licence. With a licence, the Client could not stop the Consultant from giving the same report to others. [Read it at legislation.gov.uk](https://www.legislation.gov.uk/ukpga/1988/48/section/90)

## Late Payment of Commercial Debts (Interest) Act 1998, section 1(1)

> It is an implied term in a contract to which this Act applies that any qualifying debt created by the contract carries simple interest subject to and in accordance with this Part.

Clause 2 says nothing about interest, so this applies once a payment is late. A shorter time to pay brings that day forward. [Read it at legislation.gov.uk](https://www.legislation.gov.uk/ukpga/1998/20/section/1)`,
};

/** That the client has signed with others. */
export const signedAgreements = [
  {
    name: "Translation agreement with Ferris Lane.docx",
    markdown: `# Translation agreement

Between Harbour Press Ltd (the “Client”) and Ferris Lane Translations Ltd (the “Translator”).

## 1. Services

The Translator translates one novel of about 90,000 words from Norwegian and delivers the whole text within nine months.

## 2. Fees

The Client pays a fixed fee of 11,500 pounds. The Translator invoices on delivery, and the Client pays each invoice within 45 days.

## 3. Rights in the translation

The Translator assigns the copyright in the translation to the Client on payment. The Client prints the Translator’s name on the title page.

## 4. Confidentiality

Each party keeps the other’s confidential information secret during this agreement and for five years after it ends.

## 5. Liability

The Translator’s total liability under this agreement is limited to the fee. Nothing limits liability for fraud or for death or personal injury caused by negligence.

## 6. Ending

Either party may end this agreement with two months’ written notice. The Client then pays for the pages delivered until that day.

## 7. Law

This agreement is governed by the law of England and Wales.`,
  },
  {
    name: "Editing agreement with Oona Mackay.docx",
    markdown: `# Editing agreement

Between Harbour Press Ltd (the “Client”) and Oona Mackay (the “Editor”).

## 1. Services

The Editor edits the English text of one novel and returns it, with a list of questions for the translator, within eight weeks.

## 2. Fees

The Client pays a fixed fee of 3,200 pounds. The Editor invoices on delivery, and the Client pays each invoice within 14 days.

## 3. Rights in the work

The Editor assigns the copyright in all changes to the Client on delivery.

## 4. Confidentiality

Each party keeps the other’s confidential information secret during this agreement and for three years after it ends.

## 5. Ending

Either party may end this agreement with 14 days’ written notice. The Client then pays for the chapters returned until that day.

## 6. Law

This agreement is governed by the law of Scotland.`,
  },
];

/** Questions that the built-in editor can answer: the agreement has no governing law, and one of the others no cap. */
export const sampleReview: { name: string; columns: NewColumn[] } = {
  name: "Our agreements compared",
  columns: [
    { label: "Parties", question: "Who are the parties?", format: "list", choices: [] },
    { label: "Fee", question: "How much is the fixed fee?", format: "amount", choices: [] },
    { label: "Time to pay", question: "Within what time does the Client pay an invoice?", format: "period", choices: [] },
    { label: "Liability cap", question: "To what amount or formula is liability limited?", format: "text", choices: [] },
    { label: "Notice", question: "On what notice may either party end the agreement?", format: "period", choices: [] },
    { label: "Governing law", question: "Which law governs the agreement?", format: "text", choices: [] },
  ],
};
