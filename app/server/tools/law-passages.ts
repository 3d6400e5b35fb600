/*
 * Law as getInformation gives it: verbatim sentences of the sections that bear
 * on a question, each cited by its paragraph, with the day of its text. A
 * section that the question names is given from its beginning.
 */
import type { Source } from "#core/source.ts";
import { pinpoint } from "#core/pinpoint.ts";
import { splitSentences } from "#core/sentences.ts";
import { languageOf } from "../knowledge/law-index.ts";
import type { LawHit } from "../knowledge/search-law.ts";
import { rankPassages } from "../prose/passages.ts";
import type { ChosenLawFilter, ToolContext } from "./tool.ts";

/** Below this share of the best score a section only has words in common with the question. */
const leastScore = 0.45;
const sentencesOfNamed = 4;

/** Where the stored law says less of a question than this share, its sources are asked as well. */
const enoughSaid = 0.5;

type Asked = { query: string; limit: number; filter: ChosenLawFilter };

/** `notices` are sentences about law that could not be had, or was had of an earlier day. */
export async function lawPassages({ query, limit, filter }: Asked, { law, addSources }: ToolContext) {
  if (law.chosen.length === 0) return { passages: [], notices: [] };
  const chosen = law.chosen.filter((one) => filter.jurisdictions === undefined || filter.jurisdictions.includes(one));
  const asked = { question: query, limit, ...filter };
  const brought = await law.live?.bringNamed(query, chosen);
  const notices = brought?.notices ?? [];
  let hits = await law.search(asked);
  if (law.live && brought?.named === 0 && !isAnswered(hits, query)) {
    const found = await law.live.bringFound(query, chosen);
    notices.push(...found.notices);
    if (found.stored > 0) hits = await law.search(asked);
  }
  hits = hits.filter(({ score, isNamed }) => isNamed || score >= leastScore);
  const named = hits.filter(({ isNamed }) => isNamed);
  const shown = named.length > 0 ? named : hits;
  const sources = addSources(shown.map(sourceOf));
  const passages = shown
    .flatMap((hit, at) =>
      sentencesOf(hit, query, named.length > 0 ? sentencesOfNamed : 1).map((sentence) => passage(hit, sentence, sources[at]!)),
    )
    .slice(0, limit);
  return { passages, notices };
}

function isAnswered(hits: readonly LawHit[], query: string): boolean {
  return hits.some(({ text, act, isNamed }) => {
    if (isNamed) return true;
    const [best] = rankPassages([text], query, languageOf(act.jurisdiction), 1);
    return best !== undefined && best.coverage >= enoughSaid;
  });
}

type Sentence = { text: string; start: number; end: number };

function sentencesOf(hit: LawHit, query: string, most: number): Sentence[] {
  const language = languageOf(hit.act.jurisdiction);
  const ranked = rankPassages([hit.text], query, language, most).filter(({ coverage }) => coverage > 0.2);
  if (ranked.length > 0 && !hit.isNamed) return ranked;
  const first = splitSentences(hit.text, language).slice(0, most);
  // What bears on the question, and else how the section begins.
  const found = ranked.length > 0 ? ranked : first;
  return found.map(({ text, start, end }) => ({ text, start, end })).toSorted((a, b) => a.start - b.start);
}

function passage(hit: LawHit, { text, start, end }: Sentence, source: Source) {
  const { act, label, heading, ref, inForce } = hit;
  return {
    cite: source.number ?? null,
    sourceId: source.id,
    document: act.title,
    text,
    start,
    end,
    heading: heading === "" ? null : heading,
    paragraph: hit.text.slice(0, start).split("\n\n").length,
    pinpoint: pinpoint({ label, text: hit.text, jurisdiction: act.jurisdiction, act: actName(hit) }, start),
    ref,
    ...(act.version !== null && { version: act.version }),
    ...(inForce !== null && { inForce }),
    ...(act.note !== null && { note: act.note }),
    url: hit.url,
  };
}

/** As it is cited: KSchG, GDPR; Swedish acts by their title with its number. */
function actName({ act }: LawHit): string {
  const short = act.shortNames.find((name) => /^\p{Lu}[\p{L}-]{1,11}$/u.test(name));
  return act.jurisdiction === "DE" || act.jurisdiction === "EU" ? (short ?? act.title) : act.title;
}

function sourceOf(hit: LawHit): Omit<Source, "number"> {
  const { act, label, ref, text, url, inForce, score } = hit;
  return {
    id: ref,
    type: "edgar",
    name: ref,
    displayName: `${label} ${actName(hit)}`,
    description: url,
    content: text,
    similarity: Math.round(score * 100) / 100,
    jurisdiction: act.jurisdiction,
    ...(act.source === "edgar" && { documentKey: act.id }),
    metadata: {
      fileName: act.title,
      fileType: "text/plain",
      ref,
      ...(act.version !== null && { version: act.version }),
      ...(inForce !== null && { inForce }),
      ...(act.licence !== "" && { licence: act.licence }),
      ...(act.note !== null && { note: act.note }),
    },
  };
}
