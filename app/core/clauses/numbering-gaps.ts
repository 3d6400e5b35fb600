/*
 * Gaps in typed numbering: 3 after 1, 2.4 with no 2.3, duplicates, (d) after
 * (b), Schedule 3 with no Schedule 2. Automatic clause numbers can't have gaps.
 *
 * A list may restart at 1, and a text may start at any number.
 */
import { letters } from "./clause-numbers.ts";
import type { Span } from "../text/sentences.ts";

export type NumberingGap = Span & {
  kind: "gap" | "twice" | "order";
  /** The number as written, and the one expected. */
  number: string;
  expected: string;
};

const headingWord = "article|section|clause|schedule|annex|exhibit|appendix|bilaga|anlage|bijlage|artikel|§";
/** A longer line is a sentence that begins with a reference. */
const headingLength = 80;

const numbered = new RegExp(
  [
    // "Schedule 2", "Article 4. Price", "§ 3 Pris"
    `^[^\\S\\n]*(?<word>${headingWord})\\s*(?<named>\\d{1,3})(?=$|[.:]?\\s)`,
    // "2.", "2)"
    `^[^\\S\\n]*(?<plain>\\d{1,3})(?<sign>[.)])(?=\\s+\\S)`,
    // "2.1 Notice", "2.1.3. Notice"
    `^[^\\S\\n]*(?<dotted>\\d{1,3}(?:\\.\\d{1,3}){1,4})(?=\\.?[^\\S\\n]+["“(]?\\p{Lu})`,
    // "(c)"
    `^[^\\S\\n]*\\((?<letter>[a-z])\\)(?=\\s+\\S)`,
  ].join("|"),
  "gimu",
);

export function numberingGaps(text: string): NumberingGap[] {
  const gaps: NumberingGap[] = [];
  const sequences = new Sequences();
  for (const hit of text.matchAll(numbered)) {
    const { word, named, plain, sign, dotted, letter } = hit.groups!;
    const end = hit.index + hit[0].length;
    const add = (number: string, found: Break | null) => {
      if (found) gaps.push({ start: end - number.length, end, number, ...found });
    };
    if (named !== undefined && isHeading(text, hit.index)) add(named, sequences.next(word!.toLowerCase(), named));
    else if (plain !== undefined) add(plain + sign!, sequences.next(sign!, plain));
    else if (
      dotted !== undefined &&
      /\p{Lu}/u.test(
        text
          .slice(end)
          .trimStart()
          .replace(/^[."“(\s]+/, "")[0] ?? "",
      )
    )
      add(dotted, sequences.next(".", dotted));
    else if (letter !== undefined && letter === letter.toLowerCase()) add(`(${letter})`, sequences.letter(letter));
  }
  return gaps;
}

function isHeading(text: string, start: number): boolean {
  const end = text.indexOf("\n", start);
  const line = text.slice(start, end === -1 ? text.length : end);
  return line.length <= headingLength && !/[.;,]\s*$/.test(line.replace(/^\S+\s*\d+[.:]/, ""));
}

type Break = Pick<NumberingGap, "kind" | "expected">;

class Sequences {
  /** By kind and parent: "." for 1. 2. 3., ". 2" for 2.1 2.2. */
  #last = new Map<string, number>();
  #letter = 0;

  next(kind: string, number: string): Break | null {
    this.#letter = 0;
    const parts = number.split(".");
    const own = Number(parts.pop());
    const parent = parts.join(".");
    const key = parent === "" ? kind : `${kind} ${parent}`;
    const before = this.#last.get(key);
    const isParentTyped = parent !== "" && this.#isTyped(kind, parent);
    this.#forget(kind, number, parent === "" && own === 1);
    this.#last.set(key, own);
    const named = (value: number) => (parent === "" ? String(value) : `${parent}.${value}`);
    if (before === undefined) return isParentTyped && own > 1 ? { kind: "gap", expected: named(1) } : null;
    if (own === before + 1 || own <= 1) return null;
    if (own === before) return { kind: "twice", expected: named(before + 1) };
    return { kind: own > before ? "gap" : "order", expected: named(before + 1) };
  }

  #isTyped(kind: string, parent: string): boolean {
    const parts = parent.split(".");
    const own = Number(parts.pop());
    return this.#last.get(parts.length === 0 ? kind : `${kind} ${parts.join(".")}`) === own;
  }

  /** A new number restarts the numbering below it; a first number restarts all of it. */
  #forget(kind: string, number: string, all: boolean): void {
    const under = all ? `${kind} ` : `${kind} ${number}`;
    for (const key of this.#last.keys()) {
      if (all ? key.startsWith(under) : key === under || key.startsWith(`${under}.`)) this.#last.delete(key);
    }
  }

  /** (i) after anything but (h) is Roman, and so are the x and v that follow: not checked. */
  letter(letter: string): Break | null {
    const own = letter.charCodeAt(0) - 96;
    const before = this.#letter;
    if (/[ivx]/.test(letter) && own !== before + 1) return null;
    this.#letter = own;
    if (before === 0 || own === before + 1 || own === 1) return null;
    return { kind: own === before ? "twice" : own > before ? "gap" : "order", expected: `(${letters(before + 1)})` };
  }
}
