/*
 * The query language of discovery: words, "phrases", beginnings of words (contract*), AND OR NOT, parentheses, w/5, and
 * fields such as from: or date:. What can't be read is said with its place.
 */
import { overlap } from "./vectors.ts";
import { wordsOf } from "./words.ts";

/** The fields that hold words, with the letter under which they are indexed. */
export const wordFields = { from: "f", to: "t", cc: "c", subject: "s", name: "n", custodian: "u" } as const;
export type WordField = keyof typeof wordFields;

export const marks = ["attachment", "duplicate", "near-duplicate", "thread", "exception"] as const;
export type Mark = (typeof marks)[number];

/** What stands one behind the other; the last may be a beginning. */
export type Phrase = { words: string[]; isPrefix: boolean };

export type Query =
  | { kind: "all" }
  | { kind: "and" | "or"; parts: Query[] }
  | { kind: "not"; part: Query }
  | { kind: "words"; field: WordField | null; phrase: Phrase }
  | { kind: "near"; left: Phrase; right: Phrase; distance: number }
  /** Days; from the first, until before the second. */
  | { kind: "date"; from: string | null; before: string | null }
  | { kind: "type"; type: string }
  | { kind: "has"; mark: Mark }
  /** A code, the name of an issue, or "none". */
  | { kind: "code"; code: string };

/** `at`: in UTF-16 units of the query. */
export type QueryFault = { at: number; length: number; sentence: string };
export type ReadQuery = { ok: true; query: Query } | { ok: false; fault: QueryFault };

export const longestQuery = 2000;
const mostTerms = 200;
const furthest = 30;
const deepest = 50;

class Fault extends Error {
  readonly fault: QueryFault;
  constructor(at: number, length: number, sentence: string) {
    super(sentence);
    this.fault = { at, length, sentence };
  }
}

export function readQuery(text: string): ReadQuery {
  try {
    return { ok: true, query: new Parser(text).read() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}

/** The phrases that a reader will want to see marked. */
export function phrasesIn(query: Query, into: Phrase[] = []): Phrase[] {
  if (query.kind === "and" || query.kind === "or") for (const part of query.parts) phrasesIn(part, into);
  else if (query.kind === "near") into.push(query.left, query.right);
  else if (query.kind === "words" && (query.field === null || query.field === "subject")) into.push(query.phrase);
  return into;
}

type Token = {
  kind: "open" | "close" | "and" | "or" | "not" | "within" | "text" | "field";
  at: number;
  length: number;
  /** Without quotes. */
  text: string;
  isQuoted: boolean;
};

const operators: Record<string, "and" | "or" | "not"> = { AND: "and", OR: "or", NOT: "not" };
const spaces = /\s/;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const add = (kind: Token["kind"], length: number, own: string, isQuoted = false) => {
    tokens.push({ kind, at, length, text: own, isQuoted });
    at += length;
  };
  while (at < text.length) {
    const sign = text[at]!;
    if (spaces.test(sign)) at++;
    else if (sign === "(") add("open", 1, sign);
    else if (sign === ")") add("close", 1, sign);
    else if (isQuote(sign)) {
      const end = closingQuote(text, at);
      if (end === -1) throw new Fault(at, 1, "This quotation mark is never closed.");
      add("text", end + 1 - at, text.slice(at + 1, end), true);
    } else if (sign === "-" && /[^\s()-]/.test(text[at + 1] ?? " ")) add("not", 1, sign);
    else {
      const run = /^[^\s()"“”„]+/.exec(text.slice(at))![0];
      const field = /^[a-z]+:/i.exec(run)?.[0];
      const within = /^w\/(\d{1,4})$/i.exec(run);
      if (within !== null) add("within", run.length, within[1]!);
      else if (Object.hasOwn(operators, run)) add(operators[run]!, run.length, run);
      else if (field !== undefined && isField(field.slice(0, -1).toLowerCase()))
        add("field", field.length, field.slice(0, -1).toLowerCase());
      else add("text", run.length, run);
    }
  }
  return tokens;
}

function isQuote(sign: string): boolean {
  return sign === '"' || sign === "“" || sign === "”" || sign === "„";
}

function closingQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) if (isQuote(text[at]!)) return at;
  return -1;
}

const otherFields = ["date", "type", "has", "code"] as const;
function isField(name: string): boolean {
  return Object.hasOwn(wordFields, name) || otherFields.some((one) => one === name);
}

class Parser {
  readonly #tokens: Token[];
  #next = 0;
  #terms = 0;
  #depth = 0;

  constructor(text: string) {
    if (text.length > longestQuery)
      throw new Fault(
        longestQuery,
        text.length - longestQuery,
        `A query can have at most ${longestQuery.toLocaleString("en")} characters.`,
      );
    this.#tokens = tokensOf(text);
  }

  read(): Query {
    if (this.#tokens.length === 0) return { kind: "all" };
    const query = this.#either();
    const rest = this.#peek();
    if (rest !== undefined) throw new Fault(rest.at, rest.length, "There is no opening parenthesis for this one.");
    return query;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #takes(kind: Token["kind"]): Token | undefined {
    const token = this.#peek();
    if (token?.kind !== kind) return undefined;
    this.#next++;
    return token;
  }

  #either(): Query {
    const parts = [this.#both()];
    while (this.#takes("or") !== undefined) parts.push(this.#both());
    return parts.length === 1 ? parts[0]! : { kind: "or", parts };
  }

  /** Words one behind the other are all wanted, as with AND. */
  #both(): Query {
    const parts = [this.#one()];
    for (;;) {
      const isAnd = this.#takes("and") !== undefined;
      const { kind } = this.#peek() ?? {};
      if (!isAnd && (kind === undefined || kind === "or" || kind === "close")) break;
      parts.push(this.#one());
    }
    return parts.length === 1 ? parts[0]! : { kind: "and", parts };
  }

  #one(): Query {
    if (++this.#depth > deepest) throw new Fault(this.#peek()?.at ?? 0, 1, "Too many parentheses are open here.");
    try {
      return this.#takes("not") !== undefined ? { kind: "not", part: this.#one() } : this.#simple();
    } finally {
      this.#depth--;
    }
  }

  #simple(): Query {
    const open = this.#takes("open");
    if (open !== undefined) return this.#inParentheses(open);
    const field = this.#takes("field");
    if (field !== undefined) return this.#ofField(field);
    const left = this.#takes("text");
    if (left === undefined) throw this.#missing();
    const phrase = this.#phrase(left);
    const within = this.#takes("within");
    return within === undefined ? { kind: "words", field: null, phrase } : this.#near(phrase, within);
  }

  #inParentheses(open: Token): Query {
    const close = this.#takes("close");
    if (close !== undefined) throw new Fault(open.at, close.at + 1 - open.at, "There is nothing between these parentheses.");
    const inner = this.#either();
    if (this.#takes("close") === undefined) throw new Fault(open.at, 1, "This parenthesis is never closed.");
    return inner;
  }

  #near(left: Phrase, within: Token): Query {
    const distance = Number(within.text);
    if (distance < 1 || distance > furthest)
      throw new Fault(within.at, within.length, `The distance can be 1 to ${furthest} words.`);
    const token = this.#takes("text");
    if (token === undefined) throw new Fault(within.at, within.length, "A word or a “phrase” has to stand on both sides of this.");
    const query: Query = { kind: "near", left, right: this.#phrase(token), distance };
    const again = this.#peek();
    if (again?.kind === "within") throw new Fault(again.at, again.length, "A distance joins two words. Join a third with AND.");
    return query;
  }

  #missing(): Fault {
    const token = this.#peek();
    const before = this.#tokens[this.#next - 1];
    if (token === undefined)
      return new Fault(before?.at ?? 0, before?.length ?? 1, `Something has to follow ${before?.text ?? "this"}.`);
    if (token.kind === "close")
      return before === undefined || before.kind === "text"
        ? new Fault(token.at, 1, "There is no opening parenthesis for this one.")
        : new Fault(before.at, before.length, `Something has to follow ${before.text}.`);
    if (token.kind === "within")
      return new Fault(token.at, token.length, "A word or a “phrase” has to stand on both sides of this.");
    return new Fault(token.at, token.length, `Something has to stand before ${token.text}.`);
  }

  #phrase({ at, length, text, isQuoted }: Token): Phrase {
    const isPrefix = text.endsWith("*");
    const plain = isPrefix ? text.slice(0, -1) : text;
    const star = plain.search(isQuoted ? /\*/ : /[*?]/);
    if (star !== -1)
      throw new Fault(at + (isQuoted ? 1 : 0) + star, 1, "A wildcard can only stand at the end of a word, such as contract*.");
    const words = wordsOf(plain);
    if (words.length === 0) throw new Fault(at, length, "There is no letter or digit to search for here.");
    if (words.length > overlap / 2) throw new Fault(at, length, `A phrase can have at most ${overlap / 2} words.`);
    if (isPrefix && words.at(-1)!.length < 2) throw new Fault(at, length, "At least two letters have to stand before a wildcard.");
    this.#terms += words.length;
    if (this.#terms > mostTerms) throw new Fault(at, length, `A query can have at most ${mostTerms} words.`);
    return { words, isPrefix };
  }

  #ofField(field: Token): Query {
    const value = this.#peek();
    const isBeside = value?.at === field.at + field.length;
    if (value?.kind !== "text" || !isBeside)
      throw new Fault(
        field.at,
        field.length,
        `A value has to follow ${field.text}: without a space, such as ${examples[field.text]}.`,
      );
    this.#next++;
    if (Object.hasOwn(wordFields, field.text))
      return { kind: "words", field: field.text as WordField, phrase: this.#phrase(value) };
    if (field.text === "date") return dateQuery(value);
    if (field.text === "code") return { kind: "code", code: value.text.trim().toLowerCase() };
    if (field.text === "type") return { kind: "type", type: value.text.toLowerCase() };
    const mark = marks.find((one) => one === value.text.toLowerCase());
    if (mark === undefined) throw new Fault(value.at, value.length, `has: takes ${listed(marks)}.`);
    return { kind: "has", mark };
  }
}

const examples: Record<string, string> = {
  from: "from:anna",
  to: "to:anna",
  cc: "cc:anna",
  subject: 'subject:"annual report"',
  name: "name:invoice",
  custodian: "custodian:miller",
  date: "date:2024-01..2024-03",
  type: "type:email",
  has: "has:attachment",
  code: "code:privileged",
};

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function dateQuery({ at, length, text }: Token): Query {
  const parts = text.split("..");
  const wrong = () => new Fault(at, length, "Write a date as 2024, 2024-01 or 2024-01-31, or a range as 2024-01..2024-03.");
  if (parts.length > 2 || parts.every((part) => part === "")) throw wrong();
  const [from, to] = [parts[0]!, parts.at(-1)!];
  const first = from === "" ? null : startOf(from);
  const last = to === "" ? null : dayAfter(to);
  if ((from !== "" && first === null) || (to !== "" && last === null)) throw wrong();
  if (first !== null && last !== null && first >= last) throw new Fault(at, length, "This range ends before it begins.");
  return { kind: "date", from: first, before: last };
}

const dateForm = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;

function startOf(text: string): string | null {
  const match = dateForm.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** The day after the last that is meant. */
function dayAfter(text: string): string | null {
  const start = startOf(text);
  if (start === null) return null;
  const date = new Date(`${start}T00:00:00Z`);
  const [, , month, day] = dateForm.exec(text)!;
  if (month === undefined) date.setUTCFullYear(date.getUTCFullYear() + 1);
  else if (day === undefined) date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
