/*
 * What a verdict that vouches for a claim rests on. A proof has a ground for
 * every word, figure and deciding sign of the claim: the place where the source
 * has it, or that it only introduces what is quoted. Proofs are made here and
 * nowhere else, and no verdict of trust is without one. So what a rule of
 * comparison overlooks leaves a word without a ground, and the claim in doubt.
 */
import { normaliseNeedle, type Range } from "../law/quotation.ts";
import type { CitedWords } from "../sources/source.ts";
import { isLimited, type Aligned } from "./alignment.ts";
import { isPlaceWord } from "./pinpoints.ts";
import { hasRate, signsIn } from "../signs/signs.ts";
import type { Sign } from "../signs/sign.ts";
import { addsNothing } from "../words/synonyms.ts";
import { tokensOf } from "../signs/tokens.ts";
import { agreesAcrossLanguages } from "./translation.ts";
import type { WordFinder } from "./unconfirmed.ts";

type Trust = "verified" | "verified-omissions" | "supported";
/** A word of a claim, and what the source has for it; no words where it only introduces. */
type Ground = { said: string; source?: string };

export class Proof {
  readonly #grounds: readonly Ground[];
  private constructor(grounds: readonly Ground[]) {
    this.#grounds = grounds;
  }

  get isEmpty(): boolean {
    return this.#grounds.length === 0;
  }

  /**
   * Of words in marks: each of them stands in its range, in this order, apart from what is inserted in brackets. A
   * denial inserted alone is no insertion, and neither is a figure in the place of words that are left out.
   */
  static ofQuotation(words: string, range: Range, content: string, isElided = false): Proof | undefined {
    const replaces = (one: string) =>
      (isElided && /\d/.test(one)) || (/^\[\s*\p{L}+\s*\]$/u.test(one) && signsIn(one)[0]?.kind === "negation");
    const plain = words
      .replace(recased, "$1")
      .replace(footnotes, "")
      .replace(insertions, (one) => (replaces(one) ? one : " "));
    const said = tokensOf(normaliseNeedle(plain));
    const there = tokensOf(normaliseNeedle(content.slice(range.start, range.end)));
    const grounds: Ground[] = [];
    let at = 0;
    for (const { text } of said) {
      at = there.findIndex((one, i) => i >= at && one.text.toLowerCase() === text.toLowerCase());
      if (at < 0) return undefined;
      grounds.push({ said: text, source: there[at]!.text });
      at++;
    }
    return grounds.length === 0 ? undefined : new Proof(grounds);
  }

  /**
   * Of words that are the writer's own. `isOwn`: the signs to be proven, where others are quoted. `words`: what the
   * passage and its heading have. The words without a ground, if there are any.
   */
  static ofWords(claim: readonly Sign[], passage: Passage, isOwn: (at: number) => boolean = () => true): Proof | string[] {
    const grounds: Ground[] = [];
    const missing = [...fromElsewhere(claim, passage, isOwn), ...fromOtherItems(claim, passage, isOwn)];
    for (const [at, sign] of claim.entries()) {
      if (!isOwn(at)) continue;
      const source = groundOf(sign, at, claim, passage);
      if (source === undefined) missing.push(sign.text);
      else grounds.push({ said: sign.text, source });
    }
    return missing.length > 0 ? [...new Set(missing)] : new Proof(grounds);
  }

  /** Of words in another language: their figures and deciding signs, at least one of them. */
  static ofTranslation(claim: readonly Sign[], passage: readonly Sign[]): Proof | undefined {
    if (!agreesAcrossLanguages(claim, passage)) return undefined;
    const grounds = claim.flatMap(({ kind, key, text }): Ground[] => {
      const same = kind === "content" ? undefined : passage.find((one) => one.key === key);
      return same === undefined ? [] : [{ said: text, source: same.text }];
    });
    return grounds.length === 0 ? undefined : new Proof(grounds);
  }

  /** Of words that say who speaks, or where: "The lease says:". */
  static ofIntroduction(words: string): Proof {
    return new Proof([{ said: words }]);
  }

  static all(proofs: readonly Proof[]): Proof {
    return new Proof(proofs.flatMap((one) => one.#grounds));
  }
}

/** What a claim is held against. */
type Passage = WordFinder & { signs: readonly Sign[]; aligned: Aligned };

const insertions = /\[[^[\]\p{L}]*\]|\[[^[\]]{2,80}\]|…|\.\s?\.\s?\.|\(\s?(?:…|\.\.\.)\s?\)/gu;
const recased = /\[(\p{L})\]/gu;
const footnotes = /(?<=[\p{L}.,;])\[\^?\d{1,3}\]/gu;

/**
 * "Title passes on delivery", from "title passes on payment; risk passes on delivery": the words of one clause have
 * their grounds in one statement of the source. Those that have not.
 */
function fromElsewhere(claim: readonly Sign[], { signs, aligned, isName }: Passage, isOwn: (at: number) => boolean): string[] {
  const isHeading = (statement: number) => {
    const all = signs.filter((one) => one.statement === statement);
    return all.length <= longestHeading && all.every(({ kind, key }) => kind === "content" || key.startsWith("#number:"));
  };
  const placed = [...claim.entries()].flatMap(([at, { kind, key, clause, text }]) => {
    const word = text.toLowerCase();
    if (kind === "reference" || addsNothing(word) || isName(word)) return [];
    const place = aligned.claim[at];
    const same = place === undefined ? signs.filter((one) => kind === "content" && one.key === key) : [signs[place]!];
    const statements = new Set(same.map((one) => one.statement));
    return statements.size === 0 ? [] : [{ at, clause, statements, isAligned: place !== undefined }];
  });
  return [...Map.groupBy(placed, ({ clause }) => clause).values()].flatMap((all) => {
    const count = (statement: number) => all.filter((one) => one.isAligned && one.statements.has(statement)).length;
    const main = [...new Set(all.flatMap(({ statements }) => [...statements]))].toSorted((a, b) => count(b) - count(a))[0]!;
    return all.flatMap(({ at, statements }) =>
      [...statements].some((one) => one === main || (one < main && isHeading(one))) || !isOwn(at) ? [] : [claim[at]!.text],
    );
  });
}

const longestHeading = 5;

/**
 * "Claims about buildings lapse in two years", from "(a) in five years for buildings, (b) in two years otherwise": a
 * figure of one item beside the words of another. Those that have no word of their own item with them.
 */
function fromOtherItems(claim: readonly Sign[], { signs, aligned }: Passage, isOwn: (at: number) => boolean): string[] {
  const placed = [...claim.keys()].flatMap((at) => {
    const item = signs[aligned.claim[at] ?? -1]?.item;
    return item === undefined ? [] : [{ at, item, isWord: ["content", "role", "pole"].includes(claim[at]!.kind) }];
  });
  return placed.flatMap(({ at, item, isWord }) => {
    const others = placed.filter((one) => one.isWord);
    const isAlone = others.length > 0 && others.every((one) => one.item !== item);
    return !isWord && isAlone && isOwn(at) && claim[at]!.isArticle !== true ? [claim[at]!.text] : [];
  });
}

/** A sign with its equal in the passage, or what says the same there. */
function groundOf(sign: Sign, at: number, claim: readonly Sign[], { signs, aligned, has }: Passage): string | undefined {
  const place = aligned.claim[at];
  // "Free of charge" and "charged" have a stem in common.
  if (sign.kind === "content") return has(sign.text.toLowerCase()) || isPlaceWord(sign.text) ? sign.text : undefined;
  if (place !== undefined) return signs[place]!.text;
  // In a clause that the claim speaks of: what stands "immediately" under (b) is not so under (a).
  const clauses = new Set(aligned.claim.flatMap((one) => (one === undefined ? [] : signs[one]!.clause)));
  const same = signs.find(({ key, clause }) => key === sign.key && clauses.has(clause))?.text;
  switch (sign.kind) {
    case "pole":
    case "prompt":
      // Said of another clause alone, it is not said of this one.
      if (same === undefined && signs.some(({ key }) => key === sign.key)) return undefined;
      return same ?? (has(sign.text.toLowerCase()) ? sign.text : undefined);
    case "role":
    case "quantity":
      return same;
    case "order":
      // "Within a month after" for "within a month of".
      if (sign.key === "order:after" && (has("from") || claim[at + 1]?.kind === "reference")) return sign.text;
      return same;
    case "reference":
      return sign.text;
    case "unit":
      return hasRate(signs, sign) ? sign.text : undefined;
    case "figure": {
      if (sign.isArticle === true) return sign.text;
      const month = /^#date:--(\d\d)$/.exec(sign.key)?.[1];
      return month === undefined
        ? undefined
        : signs.find(({ key }) => key.startsWith("#date:") && key.includes(`-${month}-`))?.text;
    }
    case "force":
      // The law commands in the indicative; "may be at most three" says no more than "is at most three".
      if (sign.key === "force:oblige" && !signs.some(({ kind }) => kind === "force")) return "—";
      return isLimited(claim, at, aligned) ? signs[aligned.claim[at + 1]!]!.text : undefined;
    case "negation":
    case "bound":
    case "exception":
    case "ordinal":
      return undefined;
  }
}

declare const proven: unique symbol;
type Trusted = CitedWords & { verdict: Trust; [proven]: true };
type Doubted = CitedWords & { verdict: Exclude<CitedWords["verdict"], Trust> };
/** What a claim was found to be. Only `trust` makes one that vouches for it. */
export type Judged = Trusted | Doubted;

export function trust(proof: Proof, words: CitedWords & { verdict: Trust }): Judged {
  return proof.isEmpty ? { ...words, verdict: "not-checked" } : (words as Trusted);
}
