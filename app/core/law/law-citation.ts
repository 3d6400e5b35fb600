/*
 * Finds provisions as lawyers cite them, alone or within a longer question: "§
 * 1 Abs. 2 KSchG", "enligt 7 § LAS", "3 kap. 2 § socialtjänstlagen", "Article
 * 6(1) GDPR", "artikel 6:162 BW", "ss. 75 and 75A of the Consumer Credit Act
 * 1974". Each is assigned to the act mentioned nearest to it.
 */
import type { ActMention, NamedAct } from "./act-mentions.ts";

export type LawCitation = {
  /** Possible section numbers, "11a", "3:2", "4.4", the likeliest first; an act has only one of them. */
  numbers: readonly string[];
  start: number;
  end: number;
};

const one = String.raw`\d{1,4}(?:\s?[a-z](?![\p{L}\d]))?`;
const aNumber = new RegExp(one, "giu");
const article = String.raw`\d{1,4}(?:[:.]\d{1,4})?[a-z]?(?![\p{L}])`;
/** "7, 11 och 15", "75 and 75A", "535 bis 543". */
const more = (number: string) =>
  String.raw`(?:\s{0,3}(?:,|;|&|och|und|and|en|or|eller|oder|of|samt|bis|to|–|-)\s{0,3}${number}(?![\p{L}\d]|\s*(?:kap|§)))*`;

const forms: readonly { form: RegExp; read: (groups: Record<string, string>) => string[][] }[] = [
  {
    form: new RegExp(
      String.raw`(?<chapter>\d{1,3}\s?[a-z]?)\s+kap(?:\.|itlet)?\s*(?<list>${one}(?:\s{0,3}(?:,|och|samt|eller|–|-)\s{0,3}${one}){0,40})\s?§`,
      "giu",
    ),
    read: ({ chapter, list }) => numbersIn(list!, aNumber).map((number) => [`${tight(chapter!)}:${number}`, number]),
  },
  {
    form: new RegExp(String.raw`(?<![\d:/])(?<list>${one}(?:\s{0,3}(?:,|och|samt|eller|–|-)\s{0,3}${one}){0,40})\s?§§?`, "giu"),
    read: ({ list }) => numbersIn(list!, aNumber).map((number) => [number]),
  },
  {
    form: new RegExp(String.raw`§§?\s?(?<list>${one}${more(one)})`, "giu"),
    read: ({ list }) => numbersIn(list!, aNumber).map((number) => [number]),
  },
  {
    form: new RegExp(
      String.raw`(?<!\p{L})(?:articles?|artikel(?:n|s|en)?|artikl(?:ar|arna)|artt?\.?)\s+(?<list>${article}(?:\s{0,3}(?:,|;|&|och|und|and|en|or|of|samt)\s{0,3}${article}(?!\s*(?:kap|§)))*)`,
      "giu",
    ),
    read: ({ list }) => numbersIn(list!, new RegExp(article, "giu")).map(articleNumbers),
  },
  {
    form: /(?<!\p{L})(?:(?:sections?|sec\.?|ss?\.?)\s?|(?<=^|[.?!]\s|\()(?:Sections?|Sec\.?|SS?\.?)\s?|Sections?\s)(?<list>\d{1,4}[A-Z]{0,2}(?:\([^)\s]{1,5}\))*(?:\s{0,3}(?:,|and|or|to|&|–|-)\s{0,3}\d{1,4}[A-Z]{0,2}(?![\p{L}\d]))*)(?![\p{L}\d])/gu,
    read: ({ list }) =>
      numbersIn(list!.replace(/\([^)]{0,20}\)/g, " "), /\d{1,4}[A-Z]{0,2}/gu).map((number) => [number, number.toUpperCase()]),
  },
  {
    // "BrB 3:1", "10:3 RB": only next to an act.
    form: /(?<![\d:/(])(?<list>\d{1,2}[a-z]?:\d{1,3}[a-z]?)(?![\d:])/giu,
    read: ({ list }) => [[list!.toLowerCase()]],
  },
];

const colonForm = forms.length - 1;

function tight(number: string): string {
  return number.replace(/\s/g, "").toLowerCase();
}

function numbersIn(list: string, form: RegExp): string[] {
  return [...list.matchAll(form)].map(([number]) => tight(number));
}

/** "28.3" is article 28(3) if articles have whole numbers; "6:162" is article 162 if the act is book six. */
function articleNumbers(number: string): string[] {
  return [...new Set([number, number.split(/[:.]/)[0]!])];
}

type Found = LawCitation & { /** A bare number, without § or "article". */ isBare: boolean };

function found(text: string): Found[] {
  const all: Found[] = [];
  /** Marks characters that have been consumed. */
  const taken = new Uint8Array(text.length);
  for (const [at, { form, read }] of forms.entries()) {
    for (const match of text.matchAll(form)) {
      const place = { start: match.index, end: match.index + match[0].trimEnd().length };
      // "3 kap. 2 §" is one citation, not also "2 §".
      if (taken.subarray(place.start, place.end).includes(1)) continue;
      taken.fill(1, place.start, place.end);
      const own = read(match.groups as Record<string, string>).map((numbers) =>
        Object.assign({ numbers, isBare: at === colonForm }, place),
      );
      all.push(...own);
    }
  }
  return all.sort((a, b) => a.start - b.start);
}

export type ResolvedCitation = LawCitation & {
  acts: readonly NamedAct[];
  /** The paragraph of the section, if named: "2" in both "§ 1 Abs. 2" and "7 § andra stycket". */
  paragraph: string | null;
};

const counted = ["först", "andra", "tredje", "fjärde", "femte", "sjätte", "sjunde", "åttonde", "nionde", "tionde"];
const dutchCounted = ["eerste", "tweede", "derde", "vierde", "vijfde", "zesde", "zevende", "achtste", "negende", "tiende"];
const romans = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

const paragraphForms: readonly RegExp[] = [
  /^\s?\((\d{1,3}[a-zA-Z]{0,2})\)/u,
  /^[,\s]*(?:abs(?:atz|\.)?|paragraph|para\.?|subsection|lid|stycke)\s?\(?(\d{1,3}[a-z]?)(?![\p{L}\d])/iu,
  /^\s*(\d{1,2})\s*(?:st\.?|stycket)(?!\p{L})/iu,
  /^[,\s]*(först[ae]|andra|tredje|fjärde|femte|sjätte|sjunde|åttonde|nionde|tionde)\s+st(?:ycket|\.)?(?!\p{L})/iu,
  /^[,\s]*(eerste|tweede|derde|vierde|vijfde|zesde|zevende|achtste|negende|tiende)\s+lid(?!\p{L})/iu,
  /^\s(I{1,3}|IV|VI{0,3}|IX|X)(?![\p{L}\d])/u,
];

/** The paragraph after a section's number, or within it: "75(4)". */
function paragraphAfter(text: string, { start, end }: LawCitation): string | null {
  const inside = /\((\d{1,3}[A-Z]{0,2})\)(?:\([a-z]{1,4}\))*$/.exec(text.slice(start, end));
  if (inside) return inside[1]!;
  const behind = text.slice(end, end + 40);
  for (const form of paragraphForms) {
    const named = form.exec(behind)?.[1];
    if (named === undefined) continue;
    const word = named.toLowerCase();
    const at = [counted.findIndex((one) => word.startsWith(one)), dutchCounted.indexOf(word), romans.indexOf(named)].find(
      (i) => i >= 0,
    );
    return at === undefined ? word : String(at + 1);
  }
  return null;
}

/** The maximum distance from a number to its act; a bare number must be adjacent. */
const farthest = 160;
const beside = 2;
const farthestGap = 600;
/** How many acts to consider on each side. */
const looked = 2;

/** The first one that starts at or after `at`; they are sorted. */
function firstFrom(mentions: readonly ActMention[], at: number): number {
  let [low, high] = [0, mentions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (mentions[middle]!.start < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Assigns each provision to the nearest act; those without one are dropped. */
export function resolveCitations(text: string, mentions: readonly ActMention[]): ResolvedCitation[] {
  return resolved(text, mentions).flatMap(({ numbers, start, end, acts }) =>
    acts === null ? [] : [{ numbers, start, end, acts, paragraph: paragraphAfter(text, { numbers, start, end }) }],
  );
}

/** As within an act, where a provision without an act is one of its own; a number alone is none. */
export function citationsWithin(
  text: string,
  mentions: readonly ActMention[],
  own: NamedAct,
): Omit<ResolvedCitation, "paragraph">[] {
  return resolved(text, mentions).flatMap(({ acts, isBare, ...citation }) =>
    acts === null && isBare ? [] : [{ ...citation, acts: acts ?? [own] }],
  );
}

/** `acts` is null for those without one; what is part of an act's own name is left out. */
function resolved(text: string, mentions: readonly ActMention[]): (Found & { acts: readonly NamedAct[] | null })[] {
  return found(text).flatMap((citation) => {
    const { isBare } = citation;
    let best: { distance: number; mention: ActMention } | undefined;
    const next = firstFrom(mentions, citation.start);
    for (const mention of mentions.slice(Math.max(0, next - looked), next + looked)) {
      // "1982:80" is an act's number, not a section's.
      if (mention.start < citation.end && citation.start < mention.end) return [];
      if (Math.max(mention.start - citation.end, citation.start - mention.end) > farthestGap) continue;
      const gap = mention.start >= citation.end ? text.slice(citation.end, mention.start) : text.slice(mention.end, citation.start);
      const distance = distanceOf(gap);
      if (distance > (isBare || mention.isWeak ? beside : farthest)) continue;
      if (best === undefined || distance < best.distance) best = { distance, mention };
    }
    return [{ ...citation, acts: best?.mention.acts ?? null }];
  });
}

/**
 * Paragraphs, points and short words between a number and its act don't count
 * as distance; a sentence boundary counts as a long one.
 */
const between =
  /\((?:\d{1,3}|[a-z]{1,3})\)|(?<!\p{L})(?:abs(?:atz|\.)?|satz|s\.|nr\.?|nummer|alt\.?|hs\.?|halbsatz|ff?\.?|stycket|st\.?|första|andra|tredje|fjärde|femte|p(?:unkten|\.)?|men(?:ingen)?|lid|leden|onder|aanhef|sub|eerste|tweede|derde|point|points|paragraph|para\.?|subsection|of|the|in|i|ur|des|der|den|dem|van|de|het|enligt|lag|lagen|act|regulation|directive|förordning(?:en)?|verordnung|richtlinie|verordening|richtlijn|no\.?|\p{L}(?=\)))(?!\p{L})|\d{1,2}(?!\d)|[,;()\s]|ECLI|SFS|CELEX|:/giu;
const sentenceEnd = /[?!]|\.(?=\s+\p{Lu})/u;

function distanceOf(gap: string): number {
  const rest = gap.replace(between, "");
  return rest.length + (sentenceEnd.test(rest) ? 60 : 0) + (gap.length > 0 ? 0.01 * gap.length : 0);
}
