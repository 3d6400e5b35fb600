/* The small languages inside a workflow's text: names in braces, conditions, lines of questions and of fields. */
import { columnFormats, reviewLimits, type ColumnFormat } from "../review/review.ts";
import { comparisons, type AskedQuestion, type Condition, workflowLimits } from "./workflow.ts";

/** A sentence for the person whose file it is; `column` counts from 1. */
export class WorkflowFault extends Error {
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, sentence: string) {
    super(sentence);
    this.line = line;
    this.column = column;
  }
}

export type Reference = { name: string; part: string; start: number; end: number };

/** {{name}} and {{name.Part of it}}, in the order of the text. */
export function referencesIn(text: string): Reference[] {
  const found: Reference[] = [];
  for (let at = text.indexOf("{{"); at >= 0; at = text.indexOf("{{", at + 2)) {
    const end = text.indexOf("}}", at);
    if (end < 0) break;
    const inside = text.slice(at + 2, end).trim();
    const dot = inside.indexOf(".");
    const name = dot < 0 ? inside : inside.slice(0, dot).trim();
    found.push({ name, part: dot < 0 ? "" : inside.slice(dot + 1).trim(), start: at, end: end + 2 });
  }
  return found;
}

/** The only reference, if there is nothing else in the text. */
export function soleReference(text: string): Reference | null {
  const [one, ...others] = referencesIn(text);
  return one !== undefined && others.length === 0 && text.trim() === text.slice(one.start, one.end) ? one : null;
}

/** The text with each reference replaced. */
export function replaceReferences(text: string, by: (one: Reference) => string): string {
  let [written, at] = ["", 0];
  for (const one of referencesIn(text)) {
    written += text.slice(at, one.start) + by(one);
    at = one.end;
  }
  return written + text.slice(at);
}

/** Null if it is not a condition. */
export function readCondition(text: string): Condition | null {
  const [one] = referencesIn(text);
  if (one === undefined || text.slice(0, one.start).trim() !== "") return null;
  const rest = text.slice(one.end).trim();
  const comparison = comparisons.find((each) => rest === each || rest.startsWith(`${each} `));
  if (comparison === undefined) return null;
  const than = rest.slice(comparison.length).trim();
  const isUnary = comparison.endsWith("empty");
  if (isUnary !== (than === "")) return null;
  if (/^is (?:more|less) than$/u.test(comparison) && numberIn(than) === null) return null;
  return { of: text.slice(one.start + 2, one.end - 2).trim(), comparison, than };
}

export function writeCondition({ of, comparison, than }: Condition): string {
  return [`{{${of}}}`, comparison, than].filter(Boolean).join(" ");
}

export function holds({ comparison, than }: Omit<Condition, "of">, value: string): boolean {
  const [said, asked] = [value.trim(), than];
  const [low, lowAsked] = [said.toLowerCase(), asked.toLowerCase()];
  switch (comparison) {
    case "is empty":
      return said === "";
    case "is not empty":
      return said !== "";
    case "is":
      return low === lowAsked;
    case "is not":
      return low !== lowAsked;
    case "contains":
      return low.includes(lowAsked);
    case "does not contain":
      return !low.includes(lowAsked);
    case "is more than":
      return (numberIn(said) ?? Number.NEGATIVE_INFINITY) > (numberIn(asked) ?? Number.NaN);
    case "is less than":
      return (numberIn(said) ?? Number.POSITIVE_INFINITY) < (numberIn(asked) ?? Number.NaN);
  }
}

/** The first number: of "EUR 1,200.50" 1200.5. */
export function numberIn(text: string): number | null {
  const digits = /-?\d[\d\s.,']{0,20}/u.exec(text)?.[0].replaceAll(/[\s']/gu, "");
  if (digits === undefined) return null;
  const plain = digits.replaceAll(/[.,](?=\d{3}(?!\d))/gu, "").replace(",", ".");
  const number = Number.parseFloat(plain);
  return Number.isNaN(number) ? null : number;
}

export function splitList(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
}

/** "3 days", "one" is none; null if it is no number of days. */
export function dueDays(text: string): number | null {
  const days = Number(/^(\d{1,3})(?: days?)?$/u.exec(text)?.[1] ?? Number.NaN);
  return Number.isNaN(days) || days < 1 || days > workflowLimits.dueDays ? null : days;
}

/** "- Rent (amount): How much is the rent?"; faults by the line within the text, from 0. */
export function readAskedQuestions(body: string, firstLine = 1): AskedQuestion[] {
  const asked: AskedQuestion[] = [];
  for (const [at, line] of body.split("\n").entries()) {
    if (line.trim() === "") continue;
    const refuse = (sentence: string) => new WorkflowFault(firstLine + at, 1, sentence);
    const [, label = "", form = "", question = ""] = /^- ([^():{}.]+?) ?(?:\(([^()]*)\))?:(.*)$/u.exec(line) ?? [];
    if (label === "" || label.length > reviewLimits.label)
      throw refuse(`Write each question as “- Heading: question?”, with a heading of at most ${reviewLimits.label} characters.`);
    const [name = "", choices = ""] = form.split(":").map((part) => part.trim());
    const format = (form === "" ? "text" : columnFormats.find((one) => one === name)) as ColumnFormat | undefined;
    if (format === undefined) throw refuse(`“${name}” is no form of an answer. It is one of: ${columnFormats.join(", ")}.`);
    if (question.trim() === "") throw refuse(`“${label}” has no question.`);
    const options = format === "choice" ? splitList(choices.replaceAll("/", ",")) : [];
    if (format === "choice" && options.length < 2) throw refuse("Give at least two choices, as in “(choice: yes / no)”.");
    asked.push({ label, question: question.trim(), format, choices: options });
  }
  return asked;
}

/** "client = {{client}}", by field. */
export function readFieldLines(body: string, firstLine = 1): [field: string, value: string][] {
  return body.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    const equals = line.indexOf("=");
    const field = line.slice(0, Math.max(0, equals)).replace(/^- /u, "").trim();
    if (!/^[A-Za-z]\w{0,39}(?::\d{1,2})?(?:\.\w{1,20})?$/u.test(field))
      throw new WorkflowFault(firstLine + at, 1, "Write each field as “name = value”.");
    return [[field, line.slice(equals + 1).trim()]];
  });
}
