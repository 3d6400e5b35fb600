/*
 * The noun before a cross-reference's number: "clause 7.2", "punkt 7.2". It is
 * ordinary text that the writer can change; this default is inserted if there
 * is none yet.
 */
import type { ReferenceTarget } from "./references.ts";

type Nouns = Record<ReferenceTarget["kind"], string>;

const nouns: Record<string, Nouns> = {
  en: { clause: "clause", heading: "section", footnote: "note" },
  sv: { clause: "punkt", heading: "avsnitt", footnote: "fotnot" },
  de: { clause: "Ziffer", heading: "Abschnitt", footnote: "Fußnote" },
  nl: { clause: "artikel", heading: "paragraaf", footnote: "voetnoot" },
};

const isNamed =
  /(?:^|[^\p{L}])(?:clauses?|sections?|articles?|paragraphs?|notes?|footnotes?|punkt(?:en|erna)?|avsnitt|klausul(?:en)?|fotnot|ziffern?|ziff\.|abschnitte?|abschnitts|klauseln?|fußnoten?|artikel(?:en)?|artikelen|paragra(?:af|fen)|clausules?|voetnoten?|voetnoot|§{1,2})\s*$/iu;
/** "clauses 7.1 and " continues a list of numbers. */
const resumes = /\d(?:\([a-z]+\))?(?:\s*,|\s+(?:and|or|to|och|eller|und|oder|bis|en|of|tot))\s*$/iu;

/** Including a no-break space; empty if `before` already has the noun, or for a heading referred to by its words. */
export function referenceNoun({ kind, label }: ReferenceTarget, language: string | null, before: string): string {
  if (!/^\d/.test(label) || isNamed.test(before) || resumes.test(before)) return "";
  return `${(nouns[language?.slice(0, 2) ?? "en"] ?? nouns["en"]!)[kind]}\u00a0`;
}
