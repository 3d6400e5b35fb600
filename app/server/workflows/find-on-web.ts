/* Finds on the web what a step asks for: the passages of each page that speak of it most, with their addresses. */
import type { StepQuestion, StepSource } from "#core/workflows/run.ts";
import { secrecyAt } from "../models/secrecy.ts";
import { SearchFailed } from "../web/search-engine.ts";
import { webFor, withoutSecrets, type WebPage } from "../web/web.ts";
import type { StepContext, StepEnd } from "./step-context.ts";

const queryLength = 400;
const passageLength = 1200;

export async function findOnWeb({ me, run, services, signal }: StepContext, question: string): Promise<StepEnd> {
  const web = webFor(me, services.web);
  if (web.engineName === null) {
    const reason = web.isWithheld
      ? "The managers of the organization don’t allow searching the web."
      : "No web search is set up here.";
    return byPerson(run, question, reason);
  }
  const place = { organizationId: run.organizationId, projectId: run.projectId, userId: me.userId };
  let pages: WebPage[];
  try {
    const query = question.replaceAll(/\s+/gu, " ").trim().slice(0, queryLength);
    pages = await withoutSecrets(web, secrecyAt(services.db, place)).search(query, signal);
  } catch (error) {
    if (error instanceof SearchFailed) return byPerson(run, question, error.message);
    throw error;
  }
  const found = pages.map((page) => ({ page, words: bestPassage(page.text, question) })).filter(({ words }) => words !== "");
  const sources = found.map(({ page, words }): StepSource => {
    const named = page.notice === undefined ? page.title : `${page.title} (${page.notice})`;
    return { quoted: words, words, verdict: "verified", document: named || page.url, url: page.url };
  });
  const fields = found.map(({ page, words }) => ({ label: page.title || page.url, value: `${words}\n${page.url}` }));
  return { kind: "done", result: { type: "record", fields }, sources, note: found.length === 0 ? "Nothing was found." : "" };
}

/** What was not searched is asked of the person who started the run. */
function byPerson({ madeBy }: StepContext["run"], question: string, reason: string): StepEnd {
  const asked: StepQuestion = {
    ask: "answer",
    text: `${reason} Look for it yourself, and enter what you found with its addresses:\n\n${question}`,
    choices: [],
    proposal: "",
    isInstead: true,
  };
  return { kind: "asked", question: asked, waitsFor: madeBy };
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** The paragraphs from the one that has most of the question's words on. */
export function bestPassage(text: string, question: string): string {
  const asked = new Set(wordsOf(question));
  const paragraphs = text.split(/\n+/u).filter((one) => one.trim() !== "");
  let [best, most] = [0, -1];
  for (const [at, paragraph] of paragraphs.entries()) {
    const shared = new Set(wordsOf(paragraph).filter((word) => asked.has(word))).size;
    if (shared > most) [best, most] = [at, shared];
  }
  let passage = "";
  for (const paragraph of paragraphs.slice(best)) {
    if (passage !== "" && passage.length + paragraph.length > passageLength) break;
    passage += `${passage === "" ? "" : "\n"}${paragraph.trim()}`;
  }
  return passage.slice(0, passageLength);
}
