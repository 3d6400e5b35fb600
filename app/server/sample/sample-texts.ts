/* The words of the sample matter: an agreement, what the other side would change in it, and law to read with it. */
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

Between Harbour Press Ltd (the Client) and Quist Consulting (the Consultant).

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
