/*
 * Replaces what a list names in a text, and puts it back in what a model answers. Putting back what was replaced gives the
 * text again, character by character: another way of writing the same has its own mark (`Tamyven~02`), and a text that
 * happens to hold a code has that word replaced as well.
 */
import { codeLength, codeLikeIn, codePlaces, newCode } from "./code-words.ts";
import { isNameKind, mostEntries, type Code, type Entry, type EntryKind, type ListScope } from "./entry.ts";
import { findPatterns } from "./find-patterns.ts";
import { findNames, foundKey, nameKey, rulesOf, wordsOf, type NameRules, type ScopedList } from "./name-rules.ts";

type Encode = (value: string) => string;
type Stored = { code: Code; scope: ListScope };
type Replaced = { start: number; end: number; kind: Code["kind"]; key: string; scope: ListScope };

const plainly: Encode = (value) => value;
/** For what stands inside of a JSON text. */
export const asJson: Encode = (value) => JSON.stringify(value).slice(1, -1);

/** What a code is written with, so that it reads as what it stands for. */
const heads: Partial<Record<Code["kind"], string>> = { phone: "phone-", account: "account-", id: "id-", address: "address-" };
const mailTail = "@example.com";
const mostForms = 99;

export type Options = { random: () => number; newId: () => string };

export class Pseudonyms {
  /** As they are now; `changed` says which have been added to. */
  readonly lists: readonly ScopedList[];
  readonly changed = new Set<ListScope>();
  readonly #options: Options;
  readonly #rules: NameRules;
  readonly #byCode = new Map<string, Stored>();
  readonly #byKey = new Map<string, Stored>();
  /** The beginnings of all codes, for text that has not arrived in full. */
  readonly #beginnings = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #known = new Set<string>();

  /** What is recognised is added to the last of the lists. */
  constructor(lists: readonly ScopedList[], options: Options) {
    this.lists = structuredClone([...lists]);
    this.#options = options;
    this.#rules = rulesOf(this.lists);
    for (const { scope, list } of this.lists) {
      for (const code of list.codes) this.#add({ code, scope });
      for (const { kind, forms } of list.entries) for (const form of forms) this.#known.add(foundKey(kind, form));
    }
  }

  /** New codes will differ from everything in these texts. Call it before replacing, with all that is sent together. */
  avoid(texts: Iterable<string>): void {
    for (const word of codeLikeIn(texts)) this.#taken.add(word);
  }

  replace(text: string): string {
    if (this.lists.length === 0 || text === "") return text;
    for (const word of codeLikeIn([text])) this.#taken.add(word);
    let replaced = "";
    let from = 0;
    for (const span of this.#spansIn(text)) {
      replaced += text.slice(from, span.start) + this.#written(text, span);
      from = span.end;
    }
    return replaced + text.slice(from);
  }

  putBack(text: string, encode: Encode = plainly): string {
    let whole = "";
    let from = 0;
    for (const place of codePlaces(text)) {
      const stored = place < from ? undefined : this.#byCode.get(text.slice(place, place + codeLength).toLowerCase());
      if (stored === undefined) continue;
      const { start, end, value } = readCode(text, place, stored.code, from);
      whole += text.slice(from, start) + encode(value);
      from = end;
    }
    return whole + text.slice(from);
  }

  /** For a text that arrives in pieces. Holds back only what may still become a code. */
  stream(encode: Encode = plainly): { push(piece: string): string; end(): string } {
    let held = "";
    return {
      push: (piece) => {
        held += piece;
        const ready = this.#wholeUntil(held, held.length - this.#openEnd(held));
        const out = this.putBack(held.slice(0, ready), encode);
        held = held.slice(ready);
        return out;
      },
      end: () => {
        const out = this.putBack(held, encode);
        held = "";
        return out;
      },
    };
  }

  /** The length of the end that may be the beginning of a code. */
  #openEnd(text: string): number {
    for (let length = Math.min(text.length, longestWritten); length > 0; length--) {
      if (this.#mayBegin(text.slice(-length).toLowerCase())) return length;
    }
    return 0;
  }

  /** Not in the midst of a code that is there already. */
  #wholeUntil(text: string, ready: number): number {
    let from = 0;
    for (const place of codePlaces(text)) {
      const stored = place < from ? undefined : this.#byCode.get(text.slice(place, place + codeLength).toLowerCase());
      if (stored === undefined) continue;
      const { start, end } = readCode(text, place, stored.code, from);
      if (start < ready && end > ready) return start;
      from = end;
    }
    return ready;
  }

  #mayBegin(end: string): boolean {
    const head = Object.values(heads).find((one) => end.startsWith(one) || one.startsWith(end));
    if (head !== undefined && end.length <= head.length) return true;
    const rest = head === undefined ? end : end.slice(head.length);
    if (rest.length < codeLength) return this.#beginnings.has(rest);
    const stored = this.#byCode.get(rest.slice(0, codeLength));
    if (stored === undefined) return false;
    const after = rest.slice(codeLength);
    const [, variant = "", tail = ""] = /^(~\d\d|~\d?$|)(.*)$/s.exec(after)!;
    if (tail === "") return variant.length < 3 || stored.code.kind === "email";
    return stored.code.kind === "email" && tail !== mailTail && mailTail.startsWith(tail);
  }

  #spansIn(text: string): Replaced[] {
    const target = this.lists.at(-1)!.scope;
    const found: Replaced[] = findPatterns(text)
      .map(({ start, end: until, kind }) => {
        const end = until + restOfWord(text, until).length;
        return { start, end, kind, key: foundKey(kind, text.slice(start, end)), scope: target };
      })
      .filter(({ key }) => !this.#rules.asIs.has(key));
    for (const { start, end, kind, key } of found) this.#learn(kind as EntryKind, key, text.slice(start, end));
    const within = (taken: readonly Replaced[], { start, end }: Replaced) => {
      const at = firstEndingAfter(taken, start);
      return at < taken.length && taken[at]!.start < end;
    };
    const names = findNames(text, this.#rules).filter((span) => !within(found, span));
    const both = [...found, ...names].toSorted((a, b) => a.start - b.start);
    return this.#withEscapes(text, both, target);
  }

  /** Also replaces words between the spans that would be taken for a code. */
  #withEscapes(text: string, spans: readonly Replaced[], scope: ListScope): Replaced[] {
    const all: Replaced[] = [];
    let from = 0;
    for (const span of [...spans, null]) {
      const between = text.slice(from, span?.start ?? text.length);
      if (this.putBack(between) !== between) {
        for (const { text: word, start, end } of wordsOf(between))
          if (this.putBack(word) !== word)
            all.push({ start: from + start, end: from + end, kind: "word", key: `w:${word}`, scope });
      }
      if (span === null) return all;
      all.push(span);
      from = span.end;
    }
    return all;
  }

  #learn(kind: EntryKind, key: string, value: string): void {
    const { scope, list } = this.lists.at(-1)!;
    if (this.#known.has(key) || list.entries.length >= mostEntries) return;
    this.#known.add(key);
    const entry: Entry = { id: this.#options.newId(), kind, forms: [value], isFound: true, isSentAsIs: false };
    list.entries.push(entry);
    this.changed.add(scope);
  }

  #written(text: string, span: Replaced): string {
    const actual = text.slice(span.start, span.end);
    // What follows must not read as the mark of another way of writing.
    return this.#codeOf(span, actual, /^~\d\d/.test(text.slice(span.end, span.end + 3)));
  }

  #codeOf({ kind, key, scope }: Replaced, actual: string, mustVary: boolean): string {
    const { code, scope: of } = this.#byKey.get(key) ?? this.#newCode(kind, scope, actual);
    for (const [at, form] of code.forms.entries()) {
      if (mustVary && at === 0) continue;
      if (!isNameKind(code.kind)) {
        if (form === actual) return writtenAs(code, code.code, at);
        continue;
      }
      for (const shape of [titled(code.code), code.code, code.code.toUpperCase()])
        if (shaped(form, shape) === actual) return writtenAs(code, shape, at);
    }
    if (code.forms.length >= mostForms) throw new Error("a name is written in too many ways");
    code.forms.push(actual);
    this.changed.add(of);
    return writtenAs(code, isNameKind(code.kind) ? titled(code.code) : code.code, code.forms.length - 1);
  }

  #newCode(kind: Code["kind"], scope: ListScope, actual: string): Stored {
    const { list } = this.lists.find((one) => one.scope === scope)!;
    const codes = this.lists.flatMap((one) => one.list.codes);
    const word = newCode(scope, this.#options.random, codes, this.#taken);
    // A name is kept as it is usually written, so that “LINDQVIST” met first does not become its form.
    const form = isNameKind(kind) ? (this.#listedForm(actual) ?? actual) : actual;
    const stored = { code: { code: word, kind, forms: [form] }, scope };
    list.codes.push(stored.code);
    this.changed.add(scope);
    this.#add(stored);
    return stored;
  }

  #listedForm(actual: string): string | null {
    const key = nameKey(actual);
    for (const { list } of this.lists)
      for (const { forms } of list.entries)
        for (const form of forms)
          for (const one of [form, ...wordsOf(form).map(({ text }) => text)]) if (nameKey(one) === key) return one;
    return null;
  }

  #add(stored: Stored): void {
    const { code } = stored;
    this.#byCode.set(code.code, stored);
    this.#byKey.set(keyOf(code), stored);
    for (let length = 1; length < codeLength; length++) this.#beginnings.add(code.code.slice(0, length));
  }
}

const longestHead = Math.max(...Object.values(heads).map((head) => head.length));
const longestWritten = longestHead + codeLength + 3 + mailTail.length;

function keyOf({ kind, forms }: Code): string {
  const first = forms[0]!;
  if (kind === "word") return `w:${first}`;
  return isNameKind(kind)
    ? nameKey(
        wordsOf(first)
          .map(({ text }) => text)
          .join(" "),
      )
    : foundKey(kind, first);
}

const titled = (code: string) => code[0]!.toUpperCase() + code.slice(1);

/** A form in the letters that its code was written in. */
function shaped(form: string, written: string): string {
  if (written === written.toLowerCase()) return form.toLowerCase();
  return written === written.toUpperCase() ? form.toUpperCase() : form;
}

function writtenAs({ kind }: Code, code: string, form: number): string {
  const variant = form === 0 ? "" : `~${String(form + 1).padStart(2, "0")}`;
  return `${heads[kind] ?? ""}${code}${variant}${kind === "email" ? mailTail : ""}`;
}

/** What is written around a code belongs to it, as far as it is there: models shorten. */
function readCode(text: string, place: number, { kind, forms }: Code, from: number): { start: number; end: number; value: string } {
  const head = heads[kind] ?? "";
  const start =
    head !== "" && place - head.length >= from && text.slice(place - head.length, place).toLowerCase() === head
      ? place - head.length
      : place;
  let end = place + codeLength;
  const written = text.slice(place, end);
  const variant = /^~(\d\d)/.exec(text.slice(end, end + 3));
  let form = forms[0]!;
  const other = variant === null ? undefined : forms[Number(variant[1]) - 1];
  if (other !== undefined && Number(variant![1]) > 1) {
    form = other;
    end += 3;
  }
  if (kind === "email" && text.slice(end, end + mailTail.length).toLowerCase() === mailTail) end += mailTail.length;
  return { start, end, value: isNameKind(kind) ? shaped(form, written) : form };
}

function restOfWord(text: string, from: number): string {
  return /^[\p{L}\p{M}\p{N}]+/u.exec(text.slice(from, from + 200))?.[0] ?? "";
}

/** Of spans in order that do not overlap. */
function firstEndingAfter(spans: readonly { end: number }[], at: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
