/*
 * A contract's defined terms: where each is defined, and whether it is unused,
 * defined twice or written in lower case; plus capitalized words used like
 * defined terms without a definition. Follows English drafting conventions,
 * with any language's quotation marks.
 */
import type { Span } from "../text/sentences.ts";

export type DefinedTerm = {
  term: string;
  definitions: Span[];
  /** Uses outside the definitions. */
  uses: number;
  /** Occurrences in lower case. */
  lowerCase: Span[];
};

export type UndefinedTerm = { term: string; uses: number; first: Span };

export type DefinedTermReport = {
  terms: DefinedTerm[];
  unused: DefinedTerm[];
  definedTwice: DefinedTerm[];
  inconsistentCase: DefinedTerm[];
  /** Capitalized like a term, used at least three times after "the", "such" …, never defined. */
  undefined: UndefinedTerm[];
  /** The same, used once or twice: as often a name as a forgotten definition. */
  seldom: UndefinedTerm[];
};

const open = `["“„«]`;
const close = `["”“»]`;
const term = `(\\p{Lu}[\\p{L}\\p{N}&/'’ -]{1,60}?)`;
const definitions = [
  // "Term" means …, also "has the meaning", "shall mean", "includes"
  new RegExp(
    `${open}${term}${close}\\**,?\\s+(?:or\\s+${open}[^"“”„»«]{2,60}${close},?\\s+)?(?:shall\\s+)?(?:means?|has|have|is defined|refers? to|bedeutet|bezeichnet|betekent|avses|betyder)\\b`,
    "gu",
  ),
  // (the "Term"), (hereinafter referred to as "Term"), (together, the "Terms")
  new RegExp(
    `\\((?:[^()"“”„]{0,60}\\s)?${open}${term}${close}(?:\\s+or\\s+(?:the\\s+)?${open}[^"“”„»«]{2,60}${close})?[^()"“”„]{0,20}\\)`,
    "gu",
  ),
];

/** Capitalized in contracts without a definition. */
const common = new Set(
  (
    "agreement,contract,section,clause,article,schedule,exhibit,annex,appendix,act,regulation,directive,party,parties,state,states,court,courts,government,parliament,council," +
    "commission,union,member state,member states,internet,board,president,secretary,minister,king,queen,chapter,part,title,paragraph,recital,table,english,european,united states," +
    "united kingdom,company,january,february,march,april,may,june,july,august,september,october,november,december,euro"
  ).split(","),
);

/** Dates a contract must define: a single use without a definition is an error, unless another document defines them. */
const namedDays =
  /(?<=\b[Tt]he\s+)(?:Effective|Commencement|Completion|Closing|Expiry|Termination) Date(?![\p{L}”"“»])(?!\s+(?:of\b|(?:as\s+)?(?:set|defined|specified|given)\b))/gu;

export function reportDefinedTerms(text: string): DefinedTermReport {
  const found = new Map<string, Span[]>();
  for (const pattern of definitions) {
    for (const hit of text.matchAll(pattern)) {
      const name = hit[1]!.trim().replace(/\s+/g, " ");
      const start = text.indexOf(hit[1]!, hit.index);
      const places = found.get(name) ?? [];
      if (places.every((place) => place.start !== start)) places.push({ start, end: start + hit[1]!.length });
      found.set(name, places);
    }
  }
  const terms = [...found].map(([name, places]) => countUses(text, name, places, [...found.keys()]));
  return {
    terms,
    unused: terms.filter((one) => one.uses === 0),
    definedTwice: terms.filter((one) => one.definitions.length > 1),
    inconsistentCase: terms.filter((one) => one.lowerCase.length > 0),
    ...(found.size === 0 ? { undefined: [], seldom: [] } : undefinedTerms(text, [...found.keys()])),
  };
}

function countUses(text: string, name: string, definitions: Span[], names: readonly string[]): DefinedTerm {
  const longer = names.filter((other) => other !== name && other.includes(name));
  const inLonger = (start: number) =>
    longer.some((other) => {
      const at = other.indexOf(name);
      return text.slice(start - at, start - at + other.length).replace(/\s+/g, " ") === other;
    });
  const uses = [...text.matchAll(wordPattern(name, "gu"))].filter(
    (hit) => !definitions.some((place) => place.start === hit.index) && !inLonger(hit.index),
  );
  // A single common word in lower case ("party", "term") means nothing; two words are probably the term.
  const lowerCase = name.includes(" ")
    ? [...text.matchAll(wordPattern(name.toLowerCase(), "gu"))].map((hit) => ({ start: hit.index, end: hit.index + hit[0].length }))
    : [];
  return { term: name, definitions, uses: uses.length, lowerCase: name === name.toLowerCase() ? [] : lowerCase };
}

/** The term, its plural, and the singular if it is plural. */
function wordPattern(name: string, flags: string): RegExp {
  const escape = (words: string) =>
    words
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replace(/\s+/g, "\\s+")
      .replace(/['’]/g, "['’]");
  let stem = `${escape(name.replace(/s$/, ""))}(?:s|es)?`;
  if (name.endsWith("ies")) stem = `${escape(name.slice(0, -3))}(?:ies|y)`;
  else if (name.endsWith("y")) stem = `${escape(name.slice(0, -1))}(?:ys?|ies)`;
  return new RegExp(`(?<![\\p{L}\\p{N}])${stem}(?![\\p{L}\\p{N}])`, flags);
}

function undefinedTerms(text: string, names: readonly string[]): Pick<DefinedTermReport, "undefined" | "seldom"> {
  const known = names.map((name) => name.toLowerCase().replace(/s$/, ""));
  const certain = new Map<string, UndefinedTerm>();
  const candidates = new Map<string, UndefinedTerm>();
  for (const hit of text.matchAll(
    /\b(?:[Tt]he|[Ss]uch|[Aa]ny|[Ee]ach|[Aa]ll|[Tt]his|[Tt]hese|[Ee]very|[Ii]ts|[Oo]ur)\s+(\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){0,3})(?![\p{L}\p{N}])/gu,
  )) {
    const name = hit[1]!;
    const key = name.toLowerCase().replace(/s$/, "");
    if (
      common.has(name.toLowerCase()) ||
      common.has(key) ||
      known.some((other) => key === other || key.startsWith(`${other} `) || other.endsWith(` ${key}`))
    )
      continue;
    // "the Data Protection Act" and "the London Stock Exchange" are names, not terms.
    if (
      /\b(?:Act|Regulation|Directive|Convention|Code|Law|Court|Exchange|University|Republic|Bank|Order|Rules|Commission|Authority|Kingdom|Union)$/.test(
        name,
      )
    )
      continue;
    const start = hit.index + hit[0].length - name.length;
    const seen = candidates.get(key) ?? { term: name, uses: 0, first: { start, end: start + name.length } };
    seen.uses++;
    candidates.set(key, seen);
  }
  for (const hit of text.matchAll(namedDays)) {
    const key = hit[0].toLowerCase();
    if (known.includes(key) || isGiven(text, hit[0])) continue;
    const first = { start: hit.index, end: hit.index + hit[0].length };
    const uses = [...text.matchAll(wordPattern(hit[0], "gu"))].length;
    if (!certain.has(key)) certain.set(key, { term: hit[0], uses, first });
  }
  const rest = [...candidates].flatMap(([key, one]) => (certain.has(key) ? [] : [one]));
  const likely = rest.filter(({ uses }) => uses >= 3);
  return {
    undefined: [...certain.values(), ...likely].toSorted((a, b) => b.uses - a.uses),
    seldom: rest.filter(({ term: name, uses }) => uses < 3 && !isName(name)),
  };
}

/** "The Swedish courts", "each Monday", "the Netherlands". */
function isName(words: string): boolean {
  return /^(?:\p{L}+(?:ish|ian|ese)|German|Dutch|French|Swiss|Nordic|Greek|Czech|Asian|African|\p{L}+day|Netherlands|Hague|EU|EEA)(?: |$)/u.test(
    words,
  );
}

/** "Effective Date: 1 May 2026", a table cell of its own, or (the Effective Date). */
function isGiven(text: string, name: string): boolean {
  return new RegExp(
    `${name}[*_]*\\s*(?:[:|]|$|is\\b|means\\b|shall (?:be|mean)\\b)|[(“"„«‘']\\s*(?:the\\s+)?${name}\\s*[)”"“»’']`,
    "mu",
  ).test(text);
}
