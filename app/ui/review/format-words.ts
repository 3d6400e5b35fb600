/* What the forms of an answer are called. */
import type { ColumnFormat } from "#core/review/review.ts";

export const formatWords: Record<ColumnFormat, string> = {
  text: "Text",
  clause: "The clause itself",
  list: "List",
  date: "Date",
  period: "Period of time",
  amount: "Amount of money",
  number: "Number",
  "yes-no": "Yes or no",
  choice: "One of several",
};
