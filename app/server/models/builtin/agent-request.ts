/*
 * What an agent is asked for, as jobs that rules can do, recognised by words in
 * English, Swedish, German and Dutch; and where, when the request names a
 * clause or a heading. What else it asks for is told back as not done.
 */
import type { OutlineLine } from "./agent.ts";

export type Job = {
  tool: "checkDocument" | "rewrite" | "humanize" | "evaluate";
  input: Record<string, unknown>;
  what: string;
  where: string;
  /** In these, one group after the other; null for the document as a whole. */
  sections: string[] | null;
};

export type AgentRequest = {
  jobs: Job[];
  /** For the timeline. */
  summary: string;
  /** What it asks for beyond rules, in words. */
  beyond: string[];
};

const whole = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");

const everything = whole(
  "tidy up|tidy|clean up|clean this up|go (?:through|over)|polish|improve|everything|whole (?:document|contract|text)|review|get (?:it|this) ready|städa|gå igenom|förbättra|putsa|aufräumen|durchgehen|verbessere?n?|überarbeite\\p{L}*|opschonen|doorlopen|verbeter\\p{L}*",
);
const terms = whole("defin\\p{L}+|terms?|terminolog\\p{L}*|begrepp\\p{L}*|begriff\\p{L}*|begripp\\p{L}*|termer");
const references = whole(
  "cross[- ]?ref\\p{L}*|references?|referens\\p{L}*|hänvisning\\p{L}*|verweis\\p{L}*|querverweis\\p{L}*|verwijzing\\p{L}*",
);
const numbering = whole("number\\p{L}*|renumber\\p{L}*|gaps?|numrering\\p{L}*|nummer\\p{L}*");
const figures = whole("figures?|amounts?|dates?|sums?|belopp\\p{L}*|datum|beträge|daten|bedragen|data");
const consistency = whole(
  "consisten\\p{L}+|inconsisten\\p{L}+|contradict\\p{L}*|konsekven\\p{L}*|konsisten\\p{L}*|consequent\\p{L}*|checks?",
);
const grammar = whole(
  "grammar|grammatical|spelling|typos?|punctuation|proof-?read\\p{L}*|copy-?edit\\p{L}*|correct\\p{L}*|mistakes?|errors?|language|fix|rätta|korrekturläs\\p{L}*|stavning|stavfel|grammatik|språkgranska|korrigiere?n?|korrektur|rechtschreibung|fehler|corrigeer|corrigeren|spelling|taalfouten|spelfouten",
);
const plain = whole(
  "plain\\p{L}*|style|simpl\\p{L}+|clear\\p{L}*|humani[sz]e|natural|jargon|wordy|wordiness|more readable|stiff|clich\\p{L}+|klarspråk|enklare|förenkla|tydligare|stil|einfacher|vereinfache?n?|klarer|verständlicher|eenvoudiger|vereenvoudig\\p{L}*|duidelijker|stijl",
);
const shorten = whole("shorten|shorter|tighten|trim|concise|condense|förkorta|kortare|kürze?n?|kürzer|straffe?n?|korter|inkorten");
const readability = whole("readab\\p{L}+|evaluat\\p{L}+|measure|flesch|lix|score|läsbarhet|lesbarkeit|leesbaarheid");

const needsModel: readonly (readonly [RegExp, string])[] = [
  [whole("translat\\p{L}+|översätt\\p{L}*|übersetz\\p{L}*|vertaal|vertalen"), "translating"],
  [whole("summari[sz]\\p{L}+|summary|sammanfatt\\p{L}*|zusammenfass\\p{L}*|samenvat\\p{L}*"), "summarising"],
  [
    whole("add|insert|write|draft|include|new clause|expand|lägg till|skriv|ergänze?n?|schreibe?n?|füge|voeg|schrijf"),
    "writing new text",
  ],
  [whole("favou?r|negotiat\\p{L}*|stricter|protect\\p{L}*|risk\\p{L}*|stronger|weaker|balanced"), "changing what the text means"],
  [whole("restructur\\p{L}*|reorder\\p{L}*|reorgani[sz]\\p{L}*|move|merge|split"), "moving text"],
  [whole("tone|friendlier|formal|informal|persuasive|warmer|ton"), "changing the tone"],
];

export function readAgentRequest(words: string, outline: readonly OutlineLine[]): AgentRequest {
  const beyond = needsModel.filter(([pattern]) => pattern.test(words)).map(([, name]) => name);
  const sections = sectionsNamed(words, outline);
  const where = sections === null ? "The whole document" : titlesOf(sections, outline);
  const ids = sections ?? outline.map(({ id }) => id);
  const jobs: Job[] = [];
  const groups = groupsIn(words);
  const isVague = groups.length === 0 && ![grammar, plain, shorten, readability].some((pattern) => pattern.test(words));
  if (isVague && (!everything.test(words) || beyond.length > 0)) return { jobs: [], summary: "", beyond };
  const checked = isVague ? allGroups : groups;
  if (checked.length > 0) {
    const what =
      checked === allGroups
        ? "Check terms, references, numbering, figures and marks"
        : `Check ${listed(checked.map((one) => groupWords[one]))}`;
    jobs.push({ tool: "checkDocument", input: { groups: checked }, what, where: "The whole document", sections: null });
  }
  if (isVague || grammar.test(words))
    jobs.push({
      tool: "rewrite",
      input: { goal: "correct" },
      what: "Correct grammar, spelling and punctuation",
      where,
      sections: ids,
    });
  if (shorten.test(words))
    jobs.push({ tool: "rewrite", input: { goal: "shorten" }, what: "Take out words that say nothing", where, sections: ids });
  if (isVague || plain.test(words))
    jobs.push({ tool: "humanize", input: { mode: "auto" }, what: "Put plain words for stiff ones", where, sections: ids });
  if (readability.test(words))
    jobs.push({ tool: "evaluate", input: { checks: ["readability"] }, what: "Measure how it reads", where, sections: ids });
  return { jobs, summary: summaryOf(jobs), beyond };
}

type Group = keyof typeof groupWords;
const groupWords = {
  terms: "defined terms",
  references: "references",
  numbering: "numbering",
  figures: "figures and dates",
  marks: "quotation marks and brackets",
} as const;
const allGroups: Group[] = ["terms", "references", "numbering", "figures", "marks"];

function groupsIn(words: string): Group[] {
  const found: Group[] = [
    ...(terms.test(words) ? (["terms"] as const) : []),
    ...(references.test(words) ? (["references"] as const) : []),
    ...(numbering.test(words) ? (["numbering"] as const) : []),
    ...(figures.test(words) ? (["figures"] as const) : []),
  ];
  if (found.length > 0) return found;
  return consistency.test(words) && !grammar.test(words) ? allGroups : [];
}

/** "clause 4", "sections 2 and 3", or a heading by its name; null where none is named. */
function sectionsNamed(words: string, outline: readonly OutlineLine[]): string[] | null {
  const numbers = [
    ...words.matchAll(
      /\b(?:clauses?|sections?|articles?|punkt|avsnitt|klausul|ziffern?|abschnitt|artikel)\s+((?:\d+(?:\.\d+)*(?:\s*(?:,|and|&|to|–|-|och|und|en)\s*)?)+)/giu,
    ),
  ]
    .flatMap(([, list]) => numbersIn(list!))
    .map((number) => new RegExp(`^${number}\\.?(?:\\s|$)`));
  const lower = words.toLowerCase();
  const named = outline.filter(({ title }) => {
    const name = title
      .replace(/^[\d.]+\s*/, "")
      .replace(/[.:…]+$/, "")
      .toLowerCase();
    const isTitle = name.length >= 5 && name.split(" ").length <= 6;
    return (
      numbers.some((number) => number.test(title)) ||
      (isTitle && new RegExp(`\\b(?:in|of|under|i|im)\\s+(?:the\\s+)?["“]?${escaped(name)}\\b`, "u").test(lower))
    );
  });
  return named.length === 0 ? null : named.map(({ id }) => id);
}

/** "2, 3 and 5 to 7" → 2 3 5 6 7 */
function numbersIn(list: string): string[] {
  return list.split(/\s*(?:,|and|&|och|und|en)\s*/).flatMap((part) => {
    const [from, to] = part.trim().split(/\s*(?:to|–|-)\s*/);
    if (to === undefined || to === "") return from ? [from.replaceAll(".", "\\.")] : [];
    const [first, last] = [Number.parseInt(from!, 10), Math.min(Number.parseInt(to, 10), Number.parseInt(from!, 10) + 200)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => String(first + i));
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function titlesOf(ids: readonly string[], outline: readonly OutlineLine[]): string {
  const titles = outline.filter(({ id }) => ids.includes(id)).map(({ title }) => title);
  return titles.length > 3 ? `${titles[0]} and ${titles.length - 1} more` : listed(titles);
}

const pastWords: Record<Job["tool"], string> = {
  checkDocument: "terms and references",
  rewrite: "grammar and spelling",
  humanize: "plainer words",
  evaluate: "readability",
};

function summaryOf(jobs: readonly Job[]): string {
  const said = [...new Set(jobs.map(({ tool, input }) => (input["goal"] === "shorten" ? "shortened" : pastWords[tool])))].join(
    "; ",
  );
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
