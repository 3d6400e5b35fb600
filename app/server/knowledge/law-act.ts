/* An act as parsed from any official format: sections with their location, number and official URL. */

export type LawSection = {
  /** The act's id and the section's number: "BJNR004990951:1". */
  ref: string;
  /** As cited, without symbols: "1", "11a", "3:2" (chapter and section), "4.4". */
  number: string;
  /** "§ 1", "3 kap. 2 §", "Article 6", "section 45". */
  label: string;
  heading: string;
  /** The enclosing parts and chapters, outermost first. */
  path: string[];
  /** Paragraphs are separated by an empty line. */
  text: string;
  url: string;
  /** ISO date: when this wording took effect, if the source gives it per section. */
  inForce: string | null;
  /** ISO date on which it ceases to apply, if the source gives it. */
  ends?: string | null;
};

export type LawAct = {
  id: string;
  source: string;
  jurisdiction: string;
  title: string;
  shortNames: string[];
  /** ISO date of this version of the text. */
  version: string | null;
  inForce: string | null;
  url: string;
  licence: string;
  /** A caveat lawyers must know: whose consolidation it is, or that amendments are outstanding. */
  note?: string;
  /** ISO date on which the source's text will change without an update. */
  changesOn?: string | null;
  sections: LawSection[];
  /** Other wordings contained in the same text: expired or future. */
  otherWordings?: LawSection[];
};

const past = " past";

/** The name under which past and future wordings are indexed. */
export function pastOf(jurisdiction: string): string {
  return `${jurisdiction}${past}`;
}

export function isPast(indexed: string): boolean {
  return indexed.endsWith(past);
}

/** The file isn't in the expected format: says which part is missing. */
export class ShapeChanged extends Error {}
