/*
 * Claims with a known verdict, made by rule from stored law and contracts: what
 * lawyers write when they quote, what a careless model makes of it, and honest
 * and dishonest rewordings. The rule knows the truth; nothing here reads the
 * checker.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";

export type Expected = "accepted" | "altered" | "not-found" | "supported" | "contradicted";
export type Case = { kind: string; expected: Expected; language: ProseLanguage; text: string; content: string };

type Section = { id: string; text: string; act: string; language: ProseLanguage };

const marks: Record<ProseLanguage, [open: string, close: string]> = {
  en: ["“", "”"],
  de: ["„", "“"],
  sv: ["”", "”"],
  nl: ["„", "”"],
};
const pinpoints: Record<ProseLanguage, string[]> = {
  en: ["(s. 19(2))", "(Art. 6(1) GDPR)", "(cl. 2, p. 1)", "(see section 75(1) of the Act)"],
  de: ["(vgl. § 12 Nr. 4 BGB)", "(§ 622 Abs. 3 Satz 1 BGB)", "(§ 433 BGB)", "(vgl. Art. 6 Abs. 1 lit. a DSGVO)"],
  sv: ["(3 kap. 2 § BrB)", "(prop. 2017/18:105 s. 45)", "(7 § första stycket LAS)", "(jfr 36 § avtalslagen)"],
  nl: ["(art. 6:162 lid 2 BW)", "(artikel 4.4, lid 2)", "(vgl. art. 7:610 BW)", "(art. 3 jo. art. 4 Woo)"],
};
const leadIns: Record<ProseLanguage, string> = {
  en: "The provision says: ",
  de: "Die Vorschrift lautet: ",
  sv: "Bestämmelsen lyder: ",
  nl: "De bepaling luidt: ",
};
const notWord: Record<ProseLanguage, string> = { en: "not", de: "nicht", sv: "inte", nl: "niet" };
const negated: Record<ProseLanguage, RegExp> = {
  en: /\b(?:not|no|never|neither|nor|none|without|cannot)\b/iu,
  de: /(?<!\p{L})(?:nicht|kein\p{L}*|nie|niemals|weder|ohne)(?!\p{L})/iu,
  sv: /(?<!\p{L})(?:inte|ej|icke|ingen|inget|inga|aldrig|varken|utan)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:niet|geen|nooit|noch|zonder)(?!\p{L})/iu,
};
/** After these a "not" makes the opposite. */
const modal: Record<ProseLanguage, RegExp> = {
  en: /\b(?:shall|may|must|will|is|are)\b/u,
  de: /(?<!\p{L})(?:kann|können|darf|dürfen|ist|sind|muss|soll)(?!\p{L})/u,
  sv: /(?<!\p{L})(?:ska|skall|får|kan|är|har)(?!\p{L})/u,
  nl: /(?<!\p{L})(?:kan|kunnen|mag|mogen|is|zijn|wordt|worden)(?!\p{L})/u,
};
/** Rewordings that change no meaning. */
const synonyms: Record<ProseLanguage, [from: RegExp, to: string][]> = {
  en: [
    [/\bshall\b/u, "must"],
    [/\bprior to\b/iu, "before"],
    [/\bpursuant to\b/iu, "under"],
    [/\bin the event that\b/iu, "if"],
    [/\bnotwithstanding\b/iu, "despite"],
    [/\bterminate\b/iu, "end"],
    [/\bcommence\b/iu, "begin"],
    [/\bobtain\b/iu, "get"],
    [/\bper cent\b/iu, "%"],
    [/\bthirty \(30\)/iu, "30"],
    [/\bten \(10\)/iu, "10"],
    [/\bsixty \(60\)/iu, "60"],
    [/\bany and all\b/iu, "all"],
    [/\bin accordance with\b/iu, "as set out in"],
    [/\bprovided that\b/iu, "as long as"],
  ],
  de: [
    [/(?<!\p{L})ist verpflichtet,?/u, "muss"],
    [/(?<!\p{L})sofern(?!\p{L})/u, "wenn"],
    [/(?<!\p{L})gemäß(?!\p{L})/u, "nach"],
    [/(?<!\p{L})jedoch(?!\p{L})/u, "aber"],
    [/(?<!\p{L})Monate(?!\p{L})/u, "Kalendermonate"],
    [/(?<!\p{L})insbesondere(?!\p{L})/u, "vor allem"],
    [/(?<!\p{L})unverzüglich(?!\p{L})/u, "sofort"],
    [/(?<!\p{L})bedarf(?!\p{L})/u, "benötigt"],
  ],
  sv: [
    [/(?<!\p{L})skall(?!\p{L})/u, "ska"],
    [/(?<!\p{L})enligt(?!\p{L})/u, "i enlighet med"],
    [/(?<!\p{L})om inte annat(?!\p{L})/u, "om inte något annat"],
    [/(?<!\p{L})utan dröjsmål(?!\p{L})/u, "omedelbart"],
    [/(?<!\p{L})dock(?!\p{L})/u, "emellertid"],
    [/(?<!\p{L})erhålla(?!\p{L})/u, "få"],
    [/(?<!\p{L})såvitt(?!\p{L})/u, "i den mån"],
  ],
  nl: [
    [/(?<!\p{L})indien(?!\p{L})/u, "als"],
    [/(?<!\p{L})ingevolge(?!\p{L})/u, "op grond van"],
    [/(?<!\p{L})tenzij(?!\p{L})/u, "behalve als"],
    [/(?<!\p{L})teneinde(?!\p{L})/u, "om"],
    [/(?<!\p{L})onverwijld(?!\p{L})/u, "meteen"],
    [/(?<!\p{L})bedoeld in(?!\p{L})/u, "genoemd in"],
  ],
};
const wrongWords: Record<ProseLanguage, string[]> = {
  en: ["garden", "musical", "frozen"],
  de: ["Garten", "musikalisch", "gefroren"],
  sv: ["trädgård", "musikalisk", "frusen"],
  nl: ["tuin", "muzikaal", "bevroren"],
};
const framings: Record<ProseLanguage, string[]> = {
  en: ["In short: ", "Put simply, ", "This means: "],
  de: ["Kurz gesagt: ", "Mit anderen Worten: ", "Das heißt: "],
  sv: ["Kort sagt: ", "Med andra ord: ", "Det innebär: "],
  nl: ["Kortom: ", "Met andere woorden: ", "Dat betekent: "],
};

/** The same cases for the same sections and seed, for ever. */
export function casesOf(sections: readonly Section[], most: number, seed = 20261122): Case[] {
  const random = generator(seed);
  const cases: Case[] = [];
  for (const [at, section] of sections.entries()) {
    const sentences = usable(section.text);
    const sentence = sentences[Math.floor(random() * sentences.length)];
    const other = sections[(at + Math.floor(sections.length / 2)) % sections.length]!;
    if (sentence === undefined || cases.length >= most) continue;
    cases.push(...quoted(section, sentence, sentences, random));
    cases.push(...falsified(section, sentence, sentences, random));
    cases.push(...foreign(section, other, random));
    cases.push(...reworded(section, sentence, random));
  }
  return cases;
}

function quoted(section: Section, sentence: string, sentences: string[], random: () => number): Case[] {
  const { language } = section;
  const [open, close] = marks[language];
  const form = (kind: string, text: string): Case => ({ kind, expected: "accepted", language, content: section.text, text });
  const quote = `${open}${sentence}${close}`;
  const words = sentence.split(" ");
  const pin = pinpoints[language][Math.floor(random() * 4)]!;
  const cases = [
    form("sentence without marks", `${sentence} [[1]]`),
    form("sentence in marks", `${leadIns[language]}${quote} [[1]]`),
    form("other spaces and dashes", `${open}${sentence.replace(/ /u, "\u00a0").replace(/-/u, "–")}${close} [[1]].`),
    form("followed by its pinpoint", `${quote} ${pin} [[1]]`),
    form("pinpoint, then the marker inside the sentence", `${quote} ${pin} [[1]]. More follows here.`),
    form("block quote", `> ${sentence} [[1]]`),
    form("full stop inside the marks", `${open}${sentence.replace(/[.;]$/u, "")},${close} [[1]]`),
  ];
  if (words.length >= 16) {
    const cut = [...words.slice(0, 5), random() < 0.5 ? "…" : "[...]", ...words.slice(12)].join(" ");
    cases.push(form("elided", `${leadIns[language]}${open}${cut}${close} [[1]]`));
    const tail = `… ${words.slice(6).join(" ")}`;
    cases.push(form("elided at its beginning", `${open}${tail}${close} ${pin} [[1]]`));
  }
  if (/^\p{Lu}\p{Ll}/u.test(sentence))
    cases.push(form("changed capital in brackets", `${open}[${sentence[0]!.toLowerCase()}]${sentence.slice(1)}${close} [[1]]`));
  if (words.length > 8)
    cases.push(
      form("word inserted in brackets", `${open}${[...words.slice(0, 4), "[sic]", ...words.slice(4)].join(" ")}${close} [[1]]`),
    );
  const next = sentences[sentences.indexOf(sentence) + 1];
  if (next !== undefined && section.text.includes(`${sentence} ${next}`))
    cases.push(form("two sentences", `${leadIns[language]}${open}${sentence} ${next}${close} [[1]]`));
  return cases;
}

function falsified(section: Section, sentence: string, sentences: string[], random: () => number): Case[] {
  const { language, text: content } = section;
  const [open, close] = marks[language];
  const words = sentence.split(" ");
  const form = (kind: string, text: string): Case => ({ kind, expected: "altered", language, content, text });
  const place = 2 + Math.floor(random() * (words.length - 4));
  const wrong = wrongWords[language][Math.floor(random() * 3)]!;
  const cases = [
    form("one word changed", `${open}${words.with(place, wrong).join(" ")}${close} [[1]]`),
    form("“not” added", `${open}${words.toSpliced(place, 0, notWord[language]).join(" ")}${close} [[1]]`),
  ];
  const number = words.findIndex((word) => /^\d{1,4}$/u.test(word));
  const renumbered = number < 0 ? "" : words.with(number, String(Number(words[number]) + 3)).join(" ");
  // A line at the foot of every page is there with each page's number.
  if (number >= 0 && !content.includes(renumbered)) cases.push(form("number changed", `${open}${renumbered}${close} [[1]]`));
  const last = sentences.at(-1)!;
  if (sentences.indexOf(last) - sentences.indexOf(sentence) > 1 && words.length >= 8) {
    const joined = `${words.slice(0, 6).join(" ")} ${last.split(" ").slice(-6).join(" ")}`;
    if (!content.includes(joined)) cases.push(form("two places joined without a mark", `${open}${joined}${close} [[1]]`));
  }
  const short = `${wrong} ${words[place]!.replace(/\P{L}/gu, "")}`;
  cases.push({
    kind: "a false short quotation beside a true one",
    expected: "contradicted",
    language,
    content,
    text: `${open}${sentence}${close} [[1]], ${open}${short}${close} [[1]]`,
  });
  return cases;
}

function foreign(section: Section, other: Section, random: () => number): Case[] {
  const theirs = usable(other.text).filter((one) => !section.text.includes(one));
  const sentence = theirs[Math.floor(random() * theirs.length)];
  if (sentence === undefined || other.act === section.act) return [];
  const [open, close] = marks[other.language];
  const form = (kind: string, text: string): Case => ({
    kind,
    expected: "not-found",
    language: other.language,
    content: section.text,
    text,
  });
  return [
    form("another act's text in marks", `${open}${sentence}${close} [[1]]`),
    form("another act's text without marks", `${sentence} [[1]]`),
  ];
}

function reworded(section: Section, sentence: string, random: () => number): Case[] {
  const { language, text: content } = section;
  let said = sentence.replace(/\s*\([^)]*\)/gu, (inside) => (/\d/u.test(inside) ? inside : ""));
  let changes = 0;
  for (const [from, to] of synonyms[language]) {
    const next = said.replace(from, to);
    if (next !== said) changes++;
    said = next;
  }
  if (changes === 0) return [];
  const frame = framings[language][Math.floor(random() * 3)]!;
  const honest = `${frame}${said}`;
  const form = (kind: string, expected: Expected, text: string): Case => ({ kind, expected, language, content, text });
  const cases = [form("honest rewording", "supported", `${honest} [[1]]`)];
  const figure =
    /(?<![\d§.,:/(])\b(\d{1,3})\b(?= (?:days?|months?|years?|weeks?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|dagar|veckor|månader|år|dagen|weken|maanden|jaar|%))/u;
  if (figure.test(said))
    cases.push(
      form("rewording with another figure", "contradicted", `${honest.replace(figure, (n) => String(Number(n) + 7))} [[1]]`),
    );
  const undenied = said.replace(new RegExp(`(?<!\\p{L})${notWord[language]}\\s`, "u"), "");
  if (undenied !== said && said.match(new RegExp(negated[language], "giu"))!.length === 1)
    cases.push(form("rewording without its “not”", "contradicted", `${frame}${undenied} [[1]]`));
  else if (!negated[language].test(said) && modal[language].test(said))
    cases.push(
      form(
        "rewording with a “not”",
        "contradicted",
        `${frame}${said.replace(modal[language], (one) => `${one} ${notWord[language]}`)} [[1]]`,
      ),
    );
  return cases;
}

/** Sentences of 8 to 60 words in plain signs, whole within one line. */
function usable(text: string): string[] {
  return text
    .split(/\n+|(?<=[^.\d]\p{Ll}{3}[.])\s+(?=\p{Lu})/u)
    .map((one) =>
      one
        .replace(/^\s*(?:\(?[\da-z]{1,3}[.)]\s*)/u, "")
        .replace(/\s+/gu, " ")
        .trim(),
    )
    .filter((one) => /^[\p{L}\d(]/u.test(one) && !/["“”„«»‘’'…[\]]|\.\s?\.|\d\.\s/u.test(one) && /[.;]$/u.test(one))
    .filter((one) => !/[.;:]\s+[\p{Lu}§]/u.test(one.replace(/\b(?:Abs|Nr|Art|Satz|No|Nos|s|kap|lid)\.\s/gu, "")))
    .filter((one) => one.split(" ").length >= 8 && one.split(" ").length <= 60 && text.includes(one));
}

/** mulberry32 */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
