/* An act as every form of law is read into: sections with their place, number and official address. */

export type LawSection = {
  /** The act's id and the section's number: "BJNR004990951:1". */
  ref: string;
  /** As it is cited, without signs: "1", "11a", "3:2" (chapter and section), "4.4". */
  number: string;
  /** "§ 1", "3 kap. 2 §", "Article 6", "section 45". */
  label: string;
  heading: string;
  /** The parts and chapters it stands in, the widest first. */
  path: string[];
  /** Paragraphs are parted by an empty line. */
  text: string;
  url: string;
  /** ISO date: since when this wording is in force, where the source says so of the section itself. */
  inForce: string | null;
  /** ISO date from which it is not, where the source says so. */
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
  /** What a lawyer must know of this text: whose consolidation it is, that amendments are outstanding. */
  note?: string;
  /** ISO date on which its source will have another text without having changed anything. */
  changesOn?: string | null;
  sections: LawSection[];
  /** Wordings that the same text tells of beside the present ones: ended, or to come. */
  otherWordings?: LawSection[];
};

const past = " past";

/** The name under which the wordings that are not the present ones are indexed. */
export function pastOf(jurisdiction: string): string {
  return `${jurisdiction}${past}`;
}

export function isPast(indexed: string): boolean {
  return indexed.endsWith(past);
}

/** A file that is not of the form it was loaded as: says which part is missing. */
export class ShapeChanged extends Error {}
