/*
 * Parses an agent request into rule-based jobs by keywords in English, Swedish, German and Dutch;
 * also the language to answer in and the named clauses or headings. Anything else is reported as
 * not done.
 */
import { checkGroups, type CheckGroup } from "#core/clauses/document-checks.ts";
import { proseLanguages, type ProseLanguage } from "#core/text/sentences.ts";
import { fill, phrases, type AgentPhrases } from "../../library/phrases.ts";
import { detectLanguage } from "../../prose/language.ts";
import { agentWords, beyondKinds, ruleKinds, type AskedKind } from "./agent-words.ts";

type JobKind = "check" | "correct" | "shorten" | "plain" | "measure";

export type Job = {
  kind: JobKind;
  tool: "checkDocument" | "rewrite" | "humanize" | "evaluate";
  input: Record<string, unknown>;
  what: string;
  where: string;
  /** The sections, in groups, one after the other; null for the whole document. */
  sections: string[] | null;
};

export type AgentRequest = {
  jobs: Job[];
  /** For the timeline. */
  summary: string;
  /** What the request asks for beyond rules, in words. */
  beyond: string[];
  language: ProseLanguage;
};

const whole = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");

type Patterns = Record<AskedKind, RegExp>;
const askedKinds: readonly AskedKind[] = [...ruleKinds, ...beyondKinds];
const patternsOf = (words: (kind: AskedKind) => string): Patterns =>
  Object.fromEntries(askedKinds.map((kind) => [kind, whole(words(kind))])) as Patterns;
const byLanguage = new Map(proseLanguages.map((language) => [language, patternsOf((kind) => agentWords[language][kind])]));
const inAny = patternsOf((kind) => proseLanguages.map((language) => agentWords[language][kind]).join("|"));

/**
 * The language with the most matching keywords; on a tie, that of the request's function words,
 * then that of the document.
 */
function languageAsked(words: string, outline: readonly OutlineLine[]): ProseLanguage {
  const counts = proseLanguages.map((language) => {
    const patterns = byLanguage.get(language)!;
    return { language, count: askedKinds.filter((kind) => patterns[kind].test(words)).length };
  });
  const [best, second] = counts.toSorted((a, b) => b.count - a.count);
  if (best!.count > second!.count) return best!.language;
  return detectLanguage(words) ?? detectLanguage(outline.map(({ title }) => title).join(". ")) ?? "en";
}

export function readAgentRequest(words: string, outline: readonly OutlineLine[]): AgentRequest {
  const language = languageAsked(words, outline);
  const say = phrases("agent", language);
  const asks = (kind: AskedKind) => inAny[kind].test(words);
  const beyond = beyondKinds.filter(asks).map((kind) => say.beyond[kind]);
  const groups = groupsIn(asks);
  const isVague = groups.length === 0 && !(["grammar", "plain", "shorten", "readability"] as const).some(asks);
  if (isVague && (!asks("everything") || beyond.length > 0)) return { jobs: [], summary: "", beyond, language };
  const sections = sectionsNamed(words, outline);
  const where = sections === null ? say.wholeDocument : titlesOf(sections, outline, say);
  const ids = sections ?? outline.map(({ id }) => id);
  const jobs: Job[] = [];
  const checked = isVague ? checkGroups : groups;
  if (checked.length > 0) {
    const what =
      checked === checkGroups
        ? say.checkAll
        : fill(say.check, {
            what: listed(
              checked.map((one) => say.groups[one]),
              say.and,
            ),
          });
    jobs.push({
      kind: "check",
      tool: "checkDocument",
      input: { groups: checked },
      what,
      where: say.wholeDocument,
      sections: null,
    });
  }
  const add = (kind: Exclude<JobKind, "check">, tool: Job["tool"], input: Job["input"]) =>
    jobs.push({ kind, tool, input, what: say.jobs[kind], where, sections: ids });
  if (isVague || asks("grammar")) add("correct", "rewrite", { goal: "correct" });
  if (asks("shorten")) add("shorten", "rewrite", { goal: "shorten" });
  if (isVague || asks("plain")) add("plain", "humanize", { mode: "auto" });
  if (asks("readability")) add("measure", "evaluate", { checks: ["readability"] });
  return { jobs, summary: summaryOf(jobs, say), beyond, language };
}

function groupsIn(asks: (kind: AskedKind) => boolean): readonly CheckGroup[] {
  const found = (["terms", "references", "numbering", "figures"] as const).filter(asks);
  if (found.length > 0) return found;
  return asks("consistency") && !asks("grammar") ? checkGroups : [];
}

const partNames =
  "clauses?|sections?|articles?|paragraphs?|punkt(?:en|erna|er)?|avsnitt(?:en|et)?|klausul(?:en|erna|er)?|paragraf(?:en|erna|er)?|artik(?:el|lar|larna|eln)|ziffern?|abschnitte?n?|klauseln?|absätzen?|artikel(?:n|en)?|bepaling(?:en)?|hoofdstuk(?:ken)?|paragra(?:af|fen)|§§?";
const separators = "(?:,|and|&|och|samt|und|sowie|en)";
const ranges = "(?:tot(?: en met)?|through|to|bis|till|t/m|–|-)";
const listOfNumbers = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${partNames})\\s*((?:\\d+(?:\\.\\d+)*(?:\\s*(?:${separators}|${ranges})\\s*)?)+)`,
  "giu",
);
const inTheOne =
  "(?:in|of|under|i|im|om|von|unter|van|onder|zu|till)\\s+(?:(?:the|der|den|dem|des|die|das|het|de|avsnittet|punkten)\\s+)?";

/** "clause 4", "sections 2 and 3", or a heading by name; null if none is named. */
function sectionsNamed(words: string, outline: readonly OutlineLine[]): string[] | null {
  const numbers = [...words.matchAll(listOfNumbers)]
    .flatMap(([, list]) => numbersIn(list!))
    .map((number) => new RegExp(`^(?:§\\s*)?${number}[.)]?(?:\\s|$)`));
  const lower = words.toLowerCase();
  const named = outline.filter(({ title }) => {
    const name = title
      .replace(/^[\d.]+\s*/, "")
      .replace(/(?<![.:…])[.:…]+$/, "")
      .toLowerCase();
    const isTitle = name.length >= 5 && name.split(" ").length <= 6;
    return (
      numbers.some((number) => number.test(title)) ||
      (isTitle && new RegExp(`(?<!\\p{L})${inTheOne}["“„”‘]?${escaped(name)}(?![\\p{L}\\p{N}])`, "u").test(lower))
    );
  });
  return named.length === 0 ? null : named.map(({ id }) => id);
}

/** "2, 3 and 5 to 7" → 2 3 5 6 7 */
function numbersIn(list: string): string[] {
  // "2 tot en met 5" is a range: its "en" isn't a separator.
  const plain = list.toLowerCase().replaceAll("tot en met", "tot");
  return plain.split(new RegExp(`(?<!\\s)\\s*${separators}\\s*`)).flatMap((part) => {
    const [from, to] = part.trim().split(new RegExp(`(?<!\\s)\\s*${ranges}\\s*`));
    if (to === undefined || to === "") return from ? [from.replaceAll(".", "\\.")] : [];
    const [first, last] = [Number.parseInt(from!, 10), Math.min(Number.parseInt(to, 10), Number.parseInt(from!, 10) + 200)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => String(first + i));
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function titlesOf(ids: readonly string[], outline: readonly OutlineLine[], say: AgentPhrases): string {
  const titles = outline.filter(({ id }) => ids.includes(id)).map(({ title }) => title);
  return titles.length > 3 ? fill(say.andMore, { first: titles[0]!, count: titles.length - 1 }) : listed(titles, say.and);
}

function summaryOf(jobs: readonly Job[], say: AgentPhrases): string {
  const said = jobs.map(({ kind }) => say.done[kind]).join("; ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export function listed(words: readonly string[], and: string): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;
}

export type OutlineLine = { id: string; words: number; title: string };

export type DoneCall = {
  at: number;
  name: string;
  input: Record<string, unknown>;
  output: Record<string, unknown>;
  isError: boolean;
};
