/*
 * Questions nothing was tuned on, generated from the law by a rule written before anything was scored with it. Two
 * kinds. A cross-reference: a sentence of one section that cites exactly one other of its own act; the citation is
 * removed from the sentence and the sentence from its section, so that no search finds it there, and the cited
 * section is the answer. A heading: one that occurs once, asked of the corpus without headings, unless the given
 * questions already ask it. Hashes decide in which hundred a question is.
 */
import { createHash } from "node:crypto";
import { splitSentences } from "#core/text/sentences.ts";
import { languageOf } from "#server/knowledge/law-index.ts";
import type { Query, Row } from "./legal-data.ts";

type Form = {
  /** Anything that may be a citation: a sentence with more than one of them is left out. */
  sign: RegExp;
  /** One citation with its paragraphs and points; its groups are `number` and perhaps `chapter`. */
  citation: RegExp;
  /** Text before or after it that makes it a list, or another act's law. */
  listBefore?: RegExp;
  otherActBehind: RegExp;
};

const forms: Record<string, Form> = {
  DE: {
    sign: /§|Artikel\s\d/g,
    citation:
      /(?:§|Artikel)\s?(?<number>\d+[a-z]?)(?:\s(?:Abs\.|Absatz|Satz|Nr\.|Nummer|Buchstabe|Buchst\.|Halbsatz|Alternative)\s?\w+)*/,
    otherActBehind: /^\s*(?:de[rsm]\s|\p{Lu}{2,}|bis\s|und\s\d|,\s\d|\p{L}*(?:gesetz|ordnung|buch))/u,
  },
  SE: {
    sign: /§/g,
    citation:
      /(?:(?<chapter>\d+)\s?kap\.\s?)?(?<number>\d+(?:\s[a-z])?)\s§(?:\s(?:första|andra|tredje|fjärde|femte)\sstycket)?(?:\s\d+(?!\s?[§-]))?/,
    listBefore: /^$|(?:[,–-]|och|eller|samt|kap\.)\s*$/,
    otherActBehind:
      /^\s*(?:§|(?:samma|denna|nämnda)\slag|[\p{L}-]*(?:lag|lagen|balk|balken|form|formen|ordning|ordningen)(?!\p{L}))/iu,
  },
  NL: {
    sign: /artikel(?:en)?\s\d/gi,
    citation:
      /artikel\s(?<number>\d+[a-z]?(?:[.:]\d+[a-z]?)*)(?:,\s\p{L}+(?:\sen\s\p{L}+)?\slid)?(?:,\s(?:aanhef\sen\s)?onderde(?:el|len)\s\p{L}+)?/iu,
    otherActBehind: /^[.,]*\s*(?:van|en|tot|of)\s/,
  },
  GB: {
    sign: /sections?\s\d/gi,
    citation: /section\s(?<number>\d+[A-Z]{0,2})(?:\(\w+\))*/,
    otherActBehind: /^,?\s*(?:of|or|and|to)\s/,
  },
  EU: {
    sign: /Articles?\s\d/g,
    citation: /(?:points?\s\(\w+\)\sof\s)?Article\s(?<number>\d+)(?:\(\w+\))*/,
    otherActBehind: /^,?\s*(?:of|or|and|to)\s/,
  },
};

type Taken = Query & { sentence: string };

const mostQuestions = 100;
const mostOfOneAnswer = 2;
const leastWords = 8;
const longest = 600;

/** A stable order, independent of anything a search knows. */
function byHash<T>(all: readonly T[], name: (one: T) => string): T[] {
  const hashed = all.map((one) => ({
    one,
    hash: createHash("sha256")
      .update(`unseen ${name(one)}`)
      .digest("hex"),
  }));
  return hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ one }) => one);
}

function hundredOf<T>(all: readonly T[], hundred: number): T[] {
  return all.slice(hundred * mostQuestions, (hundred + 1) * mostQuestions);
}

const wordsIn = (text: string) => text.match(/\p{L}{2,}/gu)?.length ?? 0;

/** "SFS 1962:700:35:6" cites "3 §" as "SFS 1962:700:35:3" and "36 kap. 1 §" as "SFS 1962:700:36:1". */
function citedId(from: string, { number = "", chapter }: Record<string, string | undefined>): string {
  const own = number.replace(/\s/g, "");
  const place = from.slice(0, Math.max(from.lastIndexOf(":"), from.lastIndexOf("/"), from.lastIndexOf("art_") + 3) + 1);
  return chapter === undefined ? place + own : `${place.split(":").slice(0, 2).join(":")}:${chapter}:${own}`;
}

export type Asked = { rows: Row[]; questions: Query[] };

export function crossReferences(rows: readonly Row[], given: readonly Query[], hundred: number): Asked {
  const { jurisdiction } = rows[0]!;
  const { sign, citation, listBefore = /,\s*$/, otherActBehind } = forms[jurisdiction]!;
  const known = new Set(rows.map(({ id }) => id));
  const asked = new Set(given.map(({ from }) => from));
  const all = rows.flatMap(({ id: from, text }) =>
    splitSentences(text, languageOf(jurisdiction)).flatMap(({ text: sentence }): Taken[] => {
      const match = citation.exec(sentence);
      if (match === null || sentence.match(sign)?.length !== 1 || asked.has(from)) return [];
      const before = sentence.slice(0, match.index);
      // Parentheses after a citation often contain the answer's heading.
      const behind = sentence.slice(match.index + match[0].length).replace(/^\s*\([^)]*\)/, "");
      const answer = citedId(from, match.groups!);
      if (listBefore.test(before) || otherActBehind.test(behind) || answer === from || !known.has(answer)) return [];
      const query = `${before}…${behind}`;
      return wordsIn(query) < leastWords || query.length > longest ? [] : [{ query, relevant_ids: [answer], from, sentence }];
    }),
  );
  const answered = new Map<string, number>();
  const chosen = byHash(all, ({ query, from }) => `${from} ${query}`).filter(({ query, relevant_ids: [answer = ""] }, at, rest) => {
    if (rest.findIndex((other) => other.query === query) !== at) return false;
    answered.set(answer, (answered.get(answer) ?? 0) + 1);
    return answered.get(answer)! <= mostOfOneAnswer;
  });
  const questions = hundredOf(chosen, hundred);
  const without = rows.map((row) => {
    const own = questions.filter(({ from }) => from === row.id);
    return { ...row, text: own.reduce((text, { sentence }) => text.replace(sentence, ""), row.text) };
  });
  return { rows: without, questions };
}

export function headings(rows: readonly Row[], given: readonly Query[], hundred: number): Query[] {
  const asked = new Set(given.map(({ query }) => query));
  const times = new Map<string, number>();
  for (const { heading = "" } of rows) times.set(heading, (times.get(heading) ?? 0) + 1);
  const all = rows.flatMap(({ id, heading = "", text }): Query[] => {
    const isGood = times.get(heading) === 1 && wordsIn(heading) >= 2 && text.length >= 80 && !asked.has(heading);
    return isGood ? [{ query: heading, relevant_ids: [id] }] : [];
  });
  return hundredOf(
    byHash(all, ({ query }) => query),
    hundred,
  );
}
