/* The built-in editor's summary after going through a document: counts, what is left to review, and what it can't do. */
import type { FindingKind } from "#core/clauses/document-checks.ts";
import { fill, phrases, type AgentPhrases } from "../../library/phrases.ts";
import type { DoneCall, OutlineLine } from "./agent-request.ts";
import { listed, type AgentRequest, type Job } from "./agent-request.ts";

const mostListed = 12;

/** In the language of the request. */
export function agentAnswer(asked: AgentRequest, done: readonly DoneCall[], outline: readonly OutlineLine[]): string {
  const say = phrases("agent", asked.language);
  if (outline.every(({ words }) => words === 0)) return say.empty;
  const cannot = asked.beyond.length === 0 ? "" : fill(say.needsModel, { what: listed(asked.beyond, say.and) });
  const paragraphs =
    asked.jobs.length === 0
      ? [cannot || say.nothingAsked, say.canDo]
      : [counted(asked.jobs, done, say), worthALook(done, asked, say), figures(done, asked, say), unreached(done, say), cannot];
  return [...paragraphs, `*${say.label}*`].filter((one) => one !== "").join("\n\n");
}

function counted(jobs: readonly Job[], done: readonly DoneCall[], say: AgentPhrases): string {
  const lines = jobs.map(({ what }, index) => {
    const own = done.filter(({ name, input }) => name === "proposeChanges" && input["item"] === index + 1);
    return `- ${what}: ${fill(say.changes, { count: own.reduce((sum, { output }) => sum + acceptedIn(output), 0) })}`;
  });
  const left = done.reduce((sum, { output }) => sum + (Array.isArray(output["refused"]) ? output["refused"].length : 0), 0);
  return [lines.join("\n"), ...(left === 0 ? [] : [fill(say.leftOut, { count: left })])].join("\n\n");
}

function acceptedIn(output: Record<string, unknown>): number {
  if (typeof output["accepted"] === "number") return output["accepted"];
  return Array.isArray(output["changes"]) ? output["changes"].length : 0;
}

type Look = { kind?: FindingKind; words?: string; message: string; where: string };

function worthALook(done: readonly DoneCall[], { language }: AgentRequest, say: AgentPhrases): string {
  const found = done.flatMap(({ name, output }) => {
    const list = output["findings"] ?? output["look"];
    return name === "checkDocument" && Array.isArray(list) ? (list as Look[]) : [];
  });
  const more = done.reduce((sum, { output }) => sum + Number(output["moreFindings"] ?? output["more"] ?? 0), 0);
  // In English, the check's own sentence is the most informative.
  const told = ({ kind, words, message }: Look) =>
    language === "en" || kind === undefined || words === undefined ? message : fill(say.found[kind], { words });
  const seen = new Set<string>();
  const fresh = found.filter((one) => !seen.has(told(one)) && seen.add(told(one)));
  if (fresh.length === 0) return "";
  const lines = fresh.slice(0, mostListed).map((one) => `- ${told(one)}${one.where === "" ? "" : ` *${one.where}*`}`);
  const rest = fresh.length + more - Math.min(fresh.length, mostListed);
  return `${say.toDecide}\n\n${lines.join("\n")}${rest > 0 ? `\n- ${fill(say.more, { count: rest })}` : ""}`;
}

function figures(done: readonly DoneCall[], { language }: AgentRequest, say: AgentPhrases): string {
  const measured = done.flatMap(({ name, output }) => {
    const figure = output["readability"] as
      | { words?: number; flesch?: number | null; lix?: number | null; wordsPerSentence?: number }
      | undefined;
    return name === "evaluate" && figure !== undefined ? [figure] : [];
  });
  const words = measured.reduce((sum, one) => sum + (one.words ?? 0), 0);
  if (words === 0) return "";
  // A short part has no scores.
  const mean = (name: "flesch" | "lix") => {
    const scored = measured.flatMap(({ words: weight = 0, [name]: score }) => (typeof score === "number" ? { score, weight } : []));
    const total = scored.reduce((sum, { weight }) => sum + weight, 0);
    return total === 0 ? null : Math.round(scored.reduce((sum, { score, weight }) => sum + score * weight, 0) / total);
  };
  const scores = (["lix", "flesch"] as const).map((name) => ({ name: { lix: "LIX", flesch: "Flesch" }[name], score: mean(name) }));
  return fill(say.reads, {
    words: words.toLocaleString(language),
    scores: scores.map(({ name, score }) => (score === null ? "" : `, ${name} ${score}`)).join(""),
  });
}

/** The prefixes of limits named by checks, and the phrases for them. */
const limits = {
  noGrammar: "There is no grammar check",
  long: "The text is long",
  grammarFailed: "The grammar checker failed",
  legal: "The text reads as legal",
} as const;

/** The limits named by checks, without duplicates. */
function unreached(done: readonly DoneCall[], say: AgentPhrases): string {
  const said = done.flatMap(({ output }) => (Array.isArray(output["limits"]) ? (output["limits"] as string[]) : []));
  const told = Object.entries(limits).flatMap(([name, begin]) =>
    said.some((one) => one.startsWith(begin)) ? [say[name as keyof typeof limits]] : [],
  );
  const errors = done.filter(({ isError }) => isError).map(({ output }) => `${say.failed}: ${String(output["error"])}`);
  return [...told, ...new Set(errors)].join(" ");
}
