/* Finds the clause of a document that a question asks for, by how agreements say such things (clause-concepts.ts). */
import { splitParagraphs, splitSentences, type ProseLanguage, type Span } from "../text/sentences.ts";
import { clauseConcepts, type ClauseConcept } from "./clause-concepts.ts";

/** Undefined if what is asked for has no usual words. */
export function conceptOf({ label, question }: { label: string; question: string }): ClauseConcept | undefined {
  const asked = `${label}. ${question}`.toLowerCase();
  return clauseConcepts.find((concept) => concept.asked.test(asked));
}

/** What a short answer to the question is, if the sentence has it in so many words. */
export function answerIn({ answer }: ClauseConcept, sentence: string): string | null {
  const groups = answer?.exec(sentence)?.slice(1) ?? [];
  return groups.find((one) => one !== undefined)?.trim() ?? null;
}

/** A longer one is a list of many things, or a table without ends of sentences. */
const longest = 2_500;

/** The sentences that say it, the surest first, in the document's order among equals. */
export function clausesFor(concept: ClauseConcept, text: string, language: ProseLanguage, most = 3): Span[] {
  const found: (Span & { at: number })[] = [];
  for (const paragraph of splitParagraphs(text))
    for (const { start, end } of splitSentences(text.slice(paragraph.start, paragraph.end), language)) {
      const sentence = text.slice(paragraph.start + start, paragraph.start + end);
      const number = /^\s*(?:\(?(?:\d+(?:\.\d+)*|[a-z]{1,4})[.)]\s+|\d+(?:\.\d+)+\s+)?/i.exec(sentence)![0].length;
      const place = { start: paragraph.start + start + number, end: paragraph.start + end };
      if (sentence.length > longest) continue;
      const words = sentence.slice(number).replaceAll(/\s+/g, " ");
      const at = concept.said.findIndex((pattern) => pattern.test(words));
      if (at >= 0 && !concept.unless?.test(words)) found.push({ ...place, at });
    }
  return found.toSorted((one, other) => one.at - other.at || one.start - other.start).slice(0, most);
}
