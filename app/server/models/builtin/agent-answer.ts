/* What the built-in editor says when it has gone through a document: counted, what is left to look at, and what it cannot do. */
import type { DoneCall, OutlineLine } from "./agent.ts";
import { listed, type AgentRequest, type Job } from "./agent-request.ts";

const mostListed = 12;

export function agentAnswer(asked: AgentRequest, done: readonly DoneCall[], outline: readonly OutlineLine[]): string {
  if (outline.every(({ words }) => words === 0)) return "The document is empty: there is nothing to work through yet.";
  const paragraphs =
    asked.jobs.length === 0
      ? [cannot(asked.beyond), canDo]
      : [
          counted(asked.jobs, done),
          worthALook(done),
          figures(done),
          unreached(done),
          asked.beyond.length === 0 ? "" : cannot(asked.beyond),
        ];
  return [...paragraphs, label].filter((one) => one !== "").join("\n\n");
}

const label = "*Stet’s built-in editor: rules, no language model. Meaning, facts and law were not judged.*";

const canDo =
  "What I can do by rules, through the whole document: correct grammar, spelling and punctuation (English), put plain words for stiff ones, shorten what says nothing, check defined terms, references, numbering, figures and quotation marks, and measure how it reads. Name one or more of these, and the clause if it is not the whole.";

function cannot(beyond: readonly string[]): string {
  if (beyond.length === 0) return "I did not find in your request what I could do here by rules, so nothing was changed.";
  return `Not done, because it needs a language model: ${listed(beyond)}. Choose one in the model menu and ask again.`;
}

function counted(jobs: readonly Job[], done: readonly DoneCall[]): string {
  const lines = jobs.map(({ what }, index) => {
    const own = done.filter(({ name, input }) => name === "proposeChanges" && input["item"] === index + 1);
    const accepted = own.reduce((sum, { output }) => sum + acceptedIn(output), 0);
    return `- ${what}: ${accepted === 0 ? "nothing to change" : accepted === 1 ? "one change" : `${accepted} changes`}`;
  });
  const left = done.reduce((sum, { output }) => sum + (Array.isArray(output["refused"]) ? output["refused"].length : 0), 0);
  const said =
    left === 0
      ? ""
      : `\n\n${left === 1 ? "One more was" : `${left} more were`} left out, because ${left === 1 ? "it touches" : "they touch"} another change or cannot be placed with certainty.`;
  return `${lines.join("\n")}${said}`;
}

function acceptedIn(output: Record<string, unknown>): number {
  if (typeof output["accepted"] === "number") return output["accepted"];
  return Array.isArray(output["changes"]) ? output["changes"].length : 0;
}

type Look = { message: string; where: string };

function worthALook(done: readonly DoneCall[]): string {
  const found = done.flatMap(({ name, output }) => {
    const list = output["findings"] ?? output["look"];
    return name === "checkDocument" && Array.isArray(list) ? (list as Look[]) : [];
  });
  const more = done.reduce((sum, { output }) => sum + Number(output["moreFindings"] ?? output["more"] ?? 0), 0);
  const seen = new Set<string>();
  const fresh = found.filter(({ message }) => !seen.has(message) && seen.add(message));
  if (fresh.length === 0) return "";
  const lines = fresh.slice(0, mostListed).map(({ message, where }) => `- ${message}${where === "" ? "" : ` *${where}*`}`);
  const rest = fresh.length + more - Math.min(fresh.length, mostListed);
  return `**For you to decide**, without a safe change:\n\n${lines.join("\n")}${rest > 0 ? `\n- … and ${rest} more; the Checks panel has all of them.` : ""}`;
}

function figures(done: readonly DoneCall[]): string {
  const measured = done.flatMap(({ name, output }) => {
    const figure = output["readability"] as
      | { words?: number; flesch?: number | null; lix?: number; wordsPerSentence?: number }
      | undefined;
    return name === "evaluate" && figure !== undefined ? [figure] : [];
  });
  const words = measured.reduce((sum, one) => sum + (one.words ?? 0), 0);
  if (words === 0) return "";
  const mean = (value: (one: (typeof measured)[number]) => number | null | undefined) =>
    measured.reduce((sum, one) => sum + (value(one) ?? 0) * (one.words ?? 0), 0) / words;
  const flesch = measured.every((one) => typeof one.flesch === "number") ? `, Flesch ${Math.round(mean((one) => one.flesch))}` : "";
  return `How it reads: ${words.toLocaleString("en")} words, LIX ${Math.round(mean((one) => one.lix))}${flesch}.`;
}

/** Limits that the checks have named, each once. */
function unreached(done: readonly DoneCall[]): string {
  const said = done.flatMap(({ output }) => (Array.isArray(output["limits"]) ? (output["limits"] as string[]) : []));
  const told = [...new Set(said)].filter((one) =>
    /^(?:There is no grammar check|The text is long|The grammar checker failed|The text reads as legal)/.test(one),
  );
  const errors = done.filter(({ isError }) => isError).map(({ output }) => `A check failed: ${String(output["error"])}`);
  return [...told, ...new Set(errors)].join(" ");
}
