/*
 * A page of a file that has no words of its own and whose picture was read. Lengths are points; if the picture was
 * turned to be read, they are those of the turned page.
 */
export type RecognisedWord = [text: string, left: number, top: number, right: number, bottom: number, sure: number];

export type RecognisedLine = { baseline: number; size: number; words: RecognisedWord[] };

export type RecognisedPage = {
  page: number;
  /** Clockwise, in degrees: how the page had to be turned for its lines to run to the right. */
  turn: Turn;
  width: number;
  height: number;
  /** How sure the recognition is of the page's words, 0 to 100; null if the page could not be read at all. */
  sure: number | null;
  lines: RecognisedLine[];
};

export type Turn = 0 | 90 | 180 | 270;

/** In which pages of pictures are read. */
export const recognisableLanguages = ["en", "de", "sv", "nl", "fr"] as const;
export type RecognisableLanguage = (typeof recognisableLanguages)[number];

/** Below this, a page could hardly be read. */
export const hardlySure = 60;

/** A file with at most so many scanned pages is read without being asked. */
export const mostReadUnasked = 10;
/** About what a page takes where one core is free. */
const secondsPerPage = 4;

/** "about 8 minutes" */
export function timeToRead(pages: number): string {
  const minutes = Math.round((pages * secondsPerPage) / 60);
  if (minutes < 1) return "less than a minute";
  return minutes === 1 ? "about a minute" : `about ${minutes} minutes`;
}

/** Of a browser's `Accept-Language`; English if none of them can be read. */
export function recognisableIn(acceptLanguage: string | null): RecognisableLanguage[] {
  const asked = (acceptLanguage ?? "").split(",").map((one) => one.trim().slice(0, 2).toLowerCase());
  const found = recognisableLanguages.filter((one) => asked.includes(one)).toSorted((a, b) => asked.indexOf(a) - asked.indexOf(b));
  return found.length === 0 ? ["en"] : found.slice(0, 2);
}

/** Longer words count more. */
export function sureOf(lines: readonly RecognisedLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const letters = words.reduce((sum, [text]) => sum + text.length, 0);
  const sum = words.reduce((all, [text, , , , , sure]) => all + text.length * sure, 0);
  return letters === 0 ? 0 : Math.round(sum / letters);
}
