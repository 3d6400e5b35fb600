/*
 * The word that stands before the number of a cross-reference: "clause 7.2",
 * "punkt 7.2". It is ordinary text, for the writer to change; this one is
 * written where there is none yet.
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
/** "clauses 7.1 and " goes on naming numbers. */
const resumes = /\d(?:\([a-z]+\))?(?:\s*,|\s+(?:and|or|to|och|eller|und|oder|bis|en|of|tot))\s*$/iu;

/** With the space that keeps it beside its number; empty where `before` names it, and for a heading referred to by its words. */
export function referenceNoun({ kind, label }: ReferenceTarget, language: string | null, before: string): string {
  if (!/^\d/.test(label) || isNamed.test(before) || resumes.test(before)) return "";
  return `${(nouns[language?.slice(0, 2) ?? "en"] ?? nouns["en"]!)[kind]}\u00a0`;
}
