/* Answers in a form that can be sorted and counted, for the formats that have one. */
import { figuresIn, type Figure } from "../signs/figures.ts";
import type { ColumnFormat, ReviewColumn } from "./review.ts";

export type Typed = { ok: true; value: string | null } | { ok: false; note: string };

/** A choice and yes or no come back in the words of the column. */
export function typedValue({ format, choices }: Pick<ReviewColumn, "format" | "choices">, answer: string): Typed {
  const said = answer.trim();
  switch (format) {
    case "text":
    case "clause":
    case "list":
      return { ok: true, value: null };
    case "date":
      return only(said, "date", isDay, "The answer doesn’t give one date.");
    case "period":
      return only(said, "period", isPeriod, "The answer doesn’t give one period.", daysOf);
    case "amount":
      return only(said, "sum", () => true, "The answer doesn’t give one amount with its currency.", sumOf);
    case "number":
      return only(said, null, () => true, "The answer doesn’t give one number.", numberOf);
    case "yes-no":
      return yesOrNo(said);
    case "choice": {
      const chosen = choices.find((choice) => choice.toLowerCase() === said.replace(/\.$/, "").toLowerCase());
      return chosen === undefined ? { ok: false, note: "The answer is none of the choices." } : { ok: true, value: chosen };
    }
  }
}

/** What a kind of value is called when it is asked for. */
export function formatInstruction({ format, choices }: Pick<ReviewColumn, "format" | "choices">): string {
  return format === "choice"
    ? `Answer with exactly one of: ${choices.map((choice) => JSON.stringify(choice)).join(", ")}.`
    : instructions[format];
}

const instructions: Record<Exclude<ColumnFormat, "choice">, string> = {
  text: "Answer briefly, in the words of the document where you can.",
  clause: "Answer with the words of the clause, exactly as the document has them.",
  list: "Answer with one item per line.",
  date: "Answer with one date as YYYY-MM-DD.",
  amount: "Answer with one amount in digits and its three-letter currency code, such as 1200 EUR.",
  period: "Answer with one period of time in digits and its unit, such as 30 days or 3 months.",
  number: "Answer with one number in digits; leave out its unit.",
  "yes-no": "Answer with yes or no.",
};

function only(
  said: string,
  kind: Figure["kind"] | null,
  isWhole: (figure: Figure) => boolean,
  note: string,
  written: (figure: Figure) => string = ({ value }) => value,
): Typed {
  // Behind a word: "1 March" at the beginning of a line would be numbered clause 1.
  const figures = figuresIn(`It is ${said}`).filter((figure) => (kind === null || figure.kind === kind) && isWhole(figure));
  const values = new Set(figures.map(written));
  return values.size === 1 ? { ok: true, value: [...values][0]! } : { ok: false, note };
}

/** A month alone is no day. */
function isDay({ value }: Figure): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Hours and minutes are no days. */
function isPeriod({ value }: Figure): boolean {
  return /^[\d.]+ [dm]$/.test(value);
}

/** A year has 365 days, and a month a twelfth of them, so that "12 months" and "one year" are the same. */
function daysOf({ value }: Figure): string {
  const [count = "", unit = ""] = value.split(" ");
  return String(Math.round(Number(count) * (unit === "m" ? 365 / 12 : 1)));
}

/** "1200 EUR" as "EUR 1200": sorted by currency first. */
function sumOf({ value }: Figure): string {
  const [amount = "", code = ""] = value.split(" ");
  return `${code} ${amount}`;
}

function numberOf({ value }: Figure): string {
  return value.split(" ")[0]!;
}

function yesOrNo(said: string): Typed {
  if (/^(?:yes|ja|true)(?!\p{L})/iu.test(said)) return { ok: true, value: "yes" };
  if (/^(?:no|nej|nein|nee|false)(?!\p{L})/iu.test(said)) return { ok: true, value: "no" };
  return { ok: false, note: "The answer is neither yes nor no." };
}
