/*
 * The jurisdictions of StyleGuide: their labels, and how to draft and cite
 * there, as instructions for a model. StyleGuide switches them on together or
 * individually.
 */

export const jurisdictionCodes = ["EU", "SE", "GB", "NL", "DE"] as const;
export type JurisdictionCode = (typeof jurisdictionCodes)[number];

export type Jurisdiction = {
  code: JurisdictionCode;
  /** A short label; the United Kingdom is GB in data and UK on screen. */
  label: string;
  name: string;
  /** Hidden in the list unless switched on or the whole list is open. */
  hidden: boolean;
  drafting: string;
  citing: string;
};

export const jurisdictions: readonly Jurisdiction[] = [
  {
    code: "EU",
    label: "EU",
    name: "European Union",
    hidden: false,
    drafting:
      "Follow the Joint Practical Guide and the Interinstitutional Style Guide: one idea a sentence, the same word for the same thing, “shall” only for an obligation, dates as 5 May 2026, numbers as 1 000,5 only in tables and 1 000.5 in English text.",
    citing:
      "Cite acts as “Regulation (EU) 2016/679”, provisions as “Article 6(1), point (f)”, and judgments by date, parties, case number, ECLI and paragraph.",
  },
  {
    code: "SE",
    label: "SE",
    name: "Sweden",
    hidden: false,
    drafting:
      "Follow Myndigheternas skrivregler: “ska” and not “skall”, active verbs, no capitals for titles or months, dates as 5 maj 2026, amounts as 3 000 kronor with a no-break space.",
    citing:
      "Cite acts as “lagen (1982:80) om anställningsskydd”, provisions as “7 § första stycket” or “3 kap. 2 §”, cases as “NJA 2019 s. 23”, preparatory works as “prop. 2017/18:105 s. 45”.",
  },
  {
    code: "GB",
    label: "UK",
    name: "United Kingdom",
    hidden: false,
    drafting:
      "Follow the drafting guidance of the Office of the Parliamentary Counsel: British spelling, plain words, “must” and not “shall”, short numbered provisions, dates as 5 May 2026, amounts as £3,000.",
    citing:
      "Cite as OSCOLA does: “Companies Act 2006, s 172(1)”, “Donoghue v Stevenson [1932] AC 562 (HL)”, neutral citations first, paragraphs in square brackets, no full stops in abbreviations.",
  },
  {
    code: "NL",
    label: "NL",
    name: "Netherlands",
    hidden: true,
    drafting:
      "Follow the Aanwijzingen voor de regelgeving: present tense, no “dient te” or “zal” for an obligation, one rule a paragraph, dates as 5 mei 2026, amounts as € 3.000,50.",
    citing:
      "Cite as the Leidraad voor juridische auteurs does: “art. 6:162 lid 1 BW”, “HR 13 maart 1981, ECLI:NL:HR:1981:AG4158 (Haviltex)”, parliamentary papers as “Kamerstukken II 2019/20, 35300, nr. 3, p. 12”.",
  },
  {
    code: "DE",
    label: "DE",
    name: "Germany",
    hidden: false,
    drafting:
      "Follow the Handbuch der Rechtsförmlichkeit: indicative present for obligations (“hat zu” and not “soll”), short main clauses, the same term throughout, dates as 5. Mai 2026, amounts as 3.000,50 Euro.",
    citing:
      "Cite provisions as “§ 433 Abs. 1 Satz 1 BGB”, acts at first mention with their full title, judgments as “BGH, Urteil vom 5. Mai 2020 – [Aktenzeichen], Rn. 12”.",
  },
];

/** Those shown by default, and any switched on. */
export function shownJurisdictions(chosen: readonly JurisdictionCode[] = []): Jurisdiction[] {
  return jurisdictions.filter(({ code, hidden }) => !hidden || chosen.includes(code));
}

/** StyleGuide is on when every jurisdiction is. */
export function isStyleGuideOn(chosen: readonly JurisdictionCode[]): boolean {
  return jurisdictionCodes.every((code) => chosen.includes(code));
}

/** Switches all five on, or off if all were on. */
export function toggleStyleGuide(chosen: readonly JurisdictionCode[]): JurisdictionCode[] {
  return isStyleGuideOn(chosen) ? [] : [...jurisdictionCodes];
}

/** Codes keep the order of the list, not the order of choice. */
export function toggleJurisdiction(chosen: readonly JurisdictionCode[], code: JurisdictionCode): JurisdictionCode[] {
  return jurisdictionCodes.filter((one) => (one === code) !== chosen.includes(one));
}

/** Instructions to the model for the chosen jurisdictions, one paragraph each; empty if there are none. */
export function styleGuideFor(chosen: readonly JurisdictionCode[]): string {
  const lines = jurisdictions.filter(({ code }) => chosen.includes(code));
  return lines.map(({ name, drafting, citing }) => `${name}. ${drafting} ${citing}`).join("\n");
}
