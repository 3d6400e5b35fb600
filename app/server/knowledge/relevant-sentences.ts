/*
 * Selects the sentences relevant to a question from the passages a search found. Each is ranked
 * among those in its language, boosted by its passage's score.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { rankPassages } from "../prose/passages.ts";
import type { FoundPassage } from "./search-files.ts";

export type RelevantSentence = {
  found: FoundPassage;
  text: string;
  /** Offset in the file's text. */
  start: number;
  end: number;
  heading: string | null;
  /** Share of the question's weight it covers. */
  coverage: number;
  score: number;
};

const passageShare = 0.5;

export function relevantSentences(passages: readonly FoundPassage[], question: string, limit: number): RelevantSentence[] {
  const byLanguage = new Map<ProseLanguage, FoundPassage[]>();
  for (const found of passages) byLanguage.set(found.language, [...(byLanguage.get(found.language) ?? []), found]);
  const byWords = [...byLanguage].flatMap(([language, own]) => {
    const texts = own.map(({ file, passage }) => file.document.text.slice(passage.start, passage.end));
    const ranked = rankPassages(texts, question, language, limit * 3);
    const best = ranked[0]?.score ?? 1;
    return ranked.map(({ document, text, start, end, heading, coverage, score }): RelevantSentence => {
      const found = own[document]!;
      const { passage } = found;
      return {
        found,
        text,
        start: passage.start + start,
        end: passage.start + end,
        heading: heading ?? passage.headings.at(-1) ?? null,
        coverage,
        score: score / best + passageShare * found.score,
      };
    });
  });
  const byMeaning = passages
    .filter((found) => found.isNear === true && !byWords.some((one) => one.found === found && one.coverage > 0.3))
    .map((found) => wholePassageOf(found, 1));
  return [...byWords, ...byMeaning].toSorted((a, b) => b.score - a.score).slice(0, limit);
}

/** For a passage without the question's words: all of it. */
export function wholePassageOf(found: FoundPassage, coverage = 0): RelevantSentence {
  const { start, end, headings } = found.passage;
  const text = found.file.document.text.slice(start, end);
  return { found, text, start, end, heading: headings.at(-1) ?? null, coverage, score: found.score };
}
