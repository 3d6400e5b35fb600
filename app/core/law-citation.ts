/*
 * Provisions as lawyers name them: "§ 1 Abs. 2 KSchG", "7 § LAS", "3 kap. 2 §
 * socialtjänstlagen", "Article 6(1) GDPR", "art. 4.4 Woo", "section 45 of the
 * Consumer Credit Act 1974". What is read is the number of the section; which
 * act is meant is told by the words around it.
 */

export type LawCitation = {
  /** As sections are numbered: "1", "11a", "3:2", "4.4". */
  number: string;
  start: number;
  end: number;
};

const forms: readonly RegExp[] = [
  /(?<chapter>\d{1,3})\s?(?<chapterLetter>[a-z])?\s+kap\.\s*(?<number>\d{1,4})\s?(?<letter>[a-z])?\s?§/giu,
  /(?<![\d:])(?<number>\d{1,4})\s?(?<letter>[a-z])?\s?§§?/giu,
  /§§?\s?(?<number>\d{1,4})\s?(?<letter>[a-z])?(?![\p{L}\d])/giu,
  /(?<!\p{L})(?:article|artikel|artikeln|art\.?)\s+(?<number>\d{1,4}(?::\d{1,4})?(?:\.\d{1,3}[a-z]?)?)\s?(?<letter>[a-z](?![\p{L}\d]))?/giu,
  /(?<!\p{L})(?:section|sections|sec\.|s\.|ss\.|s)\s?(?<number>\d{1,4})(?<letter>[A-Z]{1,2})?(?![\p{L}\d])/gu,
];

export function findLawCitations(text: string): LawCitation[] {
  const found: LawCitation[] = [];
  for (const form of forms) {
    for (const match of text.matchAll(form)) {
      const { chapter, chapterLetter = "", number = "", letter = "" } = match.groups ?? {};
      const place = { start: match.index, end: match.index + match[0].length };
      // "3 kap. 2 §" is one citation, not also "2 §".
      if (found.some((other) => place.start < other.end && other.start < place.end)) continue;
      const section = `${number}${letter.toLowerCase()}`;
      found.push({ number: chapter === undefined ? section : `${chapter}${chapterLetter.toLowerCase()}:${section}`, ...place });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Identifiers that name an act by themselves: "SFS 1982:80" or "(1982:80)", a CELEX or a BWBR number, "2016/679". */
export function findActNumbers(text: string): string[] {
  const forms = [
    /(?<![\d:])((?:1[6-9]|20)\d{2}:\d{1,4})(?![\d:])/g,
    /\b([0-9]\d{4}[A-Z]{1,2}\d{4}(?:-\d{8})?)\b/g,
    /\b(BWBR\d{7})\b/g,
    /(?<![\d/])((?:19|20)\d{2}\/\d{1,4})(?![\d/])/g,
  ];
  return [...new Set(forms.flatMap((form) => [...text.matchAll(form)].map((match) => match[1]!)))];
}
