/* A short services agreement, with the marks that a word processor leaves in one. */
import type { Prose } from "./prose.ts";

const nbsp = "\u00a0";
const soft = "\u00ad";

export const english: Prose = {
  language: "English",
  markdown: `# Services agreement

This agreement is made between Northwind Ltd. (the “Supplier”) and the customer named in the order form – the “Customer”. It doesn’t replace the parties’ earlier agreement of 3${nbsp}May${nbsp}2024; it adds to it…

## Fees

1) The Customer shall pay the **fees** set out in Schedule${nbsp}2 within thirty (30) days of receipt of an *undisputed* invoice.
2) The fee for the first year is €${nbsp}12,500.00, or $13,400.00 where the Customer pays from outside the Union.
3) Late payment bears interest at 8% a year from the due date. The Supplier shall notify the Customer without undue delay.

## Liability

1) The Supplier’s total liability is limited to the fees paid in the twelve months before the claim – whether in contract, tort or otherwise.
2) Neither party is liable for loss of profit, loss of data or reputa${soft}tional damage. The Supplier shall notify the Customer without undue delay.

The following stays with the Customer:

- back-ups of its own data
- the choice of “suitable” passwords
- training of staff

| Service | Response time |
| --- | --- |
| Hotline | four hours |
| E-mail | one working day |

## Termination

Either party may terminate this agreement with three months’ notice to the end of a calendar quarter. Notice must be given in writing; e-mail is “writing” for this purpose. The Supplier shall notify the Customer without undue delay.

The cafe\u0301 in the lobby isn’t covered.`,
  passages: [
    "the customer named in the order form – the “Customer”",
    "It doesn’t replace the parties’ earlier agreement of 3\u00a0May\u00a02024",
    "Schedule\u00a02 within thirty (30) days",
    "€\u00a012,500.00, or $13,400.00",
    "the claim – whether in contract, tort or otherwise",
    "reputa\u00adtional damage",
    "the choice of “suitable” passwords",
    "three months’ notice to the end of a calendar quarter",
    "e-mail is “writing” for this purpose",
    "The cafe\u0301 in the lobby isn’t covered",
  ],
  cases: [
    ["a word in a clause", "undisputed invoice", "valid invoice", ["undisputed invoice", "valid invoice"]],
    ["a bold word within", "pay the fees set out", "pay the charges set out", ["pay the fees set out", "pay the charges set out"]],
    ["a dollar sign is text", "$13,400.00", "$& or $1 or $$", ["$13,400.00", "$& or $1 or $$"]],
    ["a back reference is text", "12,500.00", "$`12,000.00$'", ["12,500.00", "$`12,000.00$'"]],
    ["boilerplate three times", "The Supplier shall notify the Customer", "The Supplier tells the Customer", "several"],
    [
      "boilerplate, what stands before decides",
      "The Supplier shall notify the Customer",
      "The Supplier tells the Customer",
      ["damage. The Supplier shall notify the Customer", "damage. The Supplier tells the Customer"],
      { before: "loss of data or reputational damage. " },
    ],
    [
      "boilerplate, its number decides",
      "without undue delay",
      "at once",
      [
        "purpose. The Supplier shall notify the Customer without undue delay",
        "purpose. The Supplier shall notify the Customer at once",
      ],
      { occurrence: 3 },
    ],
    ["what stands beside fits nowhere", "without undue delay", "at once", "several", { before: "The Customer shall reply" }],
    ["a number there is not", "without undue delay", "at once", "several", { occurrence: 4 }],
    ["case counts", "the supplier’s total liability", "x", "not-found"],
    ["half a word is no word", "Supp", "x", "not-found"],
    ["a number in a longer one", "12,50", "x", "not-found"],
    ["already so", "within thirty days", "within thirty (30) days", "already-applied"],
    ["the same typography already", '"suitable"', "“suitable”", "already-applied"],
    ["only the quotes change", "“suitable”", "‘suitable’", ["“suitable”", "‘suitable’"]],
    ["nothing is quoted", "", "x", "empty-original"],
    ["only white space is quoted", " \u00a0\n", "x", "empty-original"],
    ["a word goes, with its space", "undue ", "", "several"],
    ["a phrase goes, with its space", " or otherwise", "", [" or otherwise", ""]],
    [
      "over a line break of the model",
      "limited to the fees\npaid in the twelve",
      "capped at the fees paid in the twelve",
      ["limited to the fees paid in the twelve", "capped at the fees paid in the twelve"],
    ],
    ["over two blocks", "training of staff", "training of its staff", ["training of staff", "training of its staff"]],
    ["a cell", "one working day", "two working days", ["one working day", "two working days"]],
    ["a cell and the next", "Hotline\n\nfour hours", "Hotline\n\ntwo hours", ["Hotline\n\nfour hours", "Hotline\n\ntwo hours"]],
    ["a heading", "Termination", "Term and termination", ["Termination", "Term and termination"]],
    [
      "a list item, and the next",
      "- back-ups of its own data\n- the choice of",
      "- backups of all data\n- the choice of",
      ["back-ups of its own data", "backups of all data"],
    ],
    ["quoted from memory", "The Customer has to pay all fees within a month", "x", "not-found"],
    ["three dots for an ellipsis", "it adds to it...", "it adds to it.", ["it adds to it…", "it adds to it."]],
  ],
};
