/* Sets of questions to begin a review with. */
import type { NewColumn } from "./review.ts";

export type ColumnSet = { id: string; name: string; columns: readonly NewColumn[] };

const text = (label: string, question: string): NewColumn => ({ label, question, format: "text", choices: [] });
const date = (label: string, question: string): NewColumn => ({ label, question, format: "date", choices: [] });
const yesNo = (label: string, question: string): NewColumn => ({ label, question, format: "yes-no", choices: [] });
const amount = (label: string, question: string): NewColumn => ({ label, question, format: "amount", choices: [] });
const list = (label: string, question: string): NewColumn => ({ label, question, format: "list", choices: [] });

const common = [
  list("Parties", "Who are the parties to this agreement? Give their full names."),
  date("Date", "On what date was the agreement made, or otherwise does it take effect?"),
];
const law = [
  text("Governing law", "Which law governs the agreement?"),
  text("Disputes", "Where, and by which court or tribunal, are disputes decided?"),
];

export const columnSets: readonly ColumnSet[] = [
  {
    id: "general",
    name: "Any agreement",
    columns: [
      ...common,
      text("Term", "How long does the agreement last?"),
      text("Notice", "On what notice may the agreement be terminated without cause?"),
      yesNo("Renews by itself", "Is the agreement renewed without a new decision of the parties?"),
      text("Assignment", "May a party assign the agreement, and on what condition?"),
      text("Change of control", "What happens if the control of a party changes?"),
      text("Liability cap", "To what amount or formula is liability limited?"),
      ...law,
    ],
  },
  {
    id: "nda",
    name: "Non-disclosure agreements",
    columns: [
      ...common,
      { label: "Mutual", question: "Who is bound to secrecy?", format: "choice", choices: ["Both parties", "One party"] },
      text("Purpose", "For what purpose may the information be used?"),
      text("Duration", "For how long must the information be kept secret?"),
      text("Return", "When must the information be returned or destroyed?"),
      yesNo("Penalty", "Is a penalty or liquidated damages agreed for a breach?"),
      ...law,
    ],
  },
  {
    id: "lease",
    name: "Leases",
    columns: [
      ...common,
      text("Premises", "Which premises are let?"),
      amount("Rent", "How much is the rent per period?"),
      text("Rent review", "How and when does the rent change?"),
      date("Ends", "On what date does the lease end?"),
      text("Break", "Who may end the lease early, and how?"),
      amount("Deposit", "How much is the deposit?"),
      text("Subletting", "May the tenant sublet, and on what condition?"),
      text("Repairs", "Who pays for which repairs?"),
    ],
  },
  {
    id: "employment",
    name: "Employment contracts",
    columns: [
      ...common,
      text("Position", "What is the employee’s position?"),
      amount("Salary", "How much is the salary?"),
      text("Notice", "On what notice may each side end the employment?"),
      text("Probation", "How long is the probationary period?"),
      text("Non-compete", "What may the employee not do after the employment, and for how long?"),
      text("Governing law", "Which law governs the contract?"),
    ],
  },
];
