/* Words that the pages of the law shelf share. */
import { jurisdictionName } from "#core/law/law-languages.ts";
import { dayAndTime } from "#core/text/day-and-time.ts";

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** In UTC, so that server and browser render the same. */
export const atTime = (iso: string) => `${dayAndTime(iso, "UTC")} UTC`;

/** As in the lists of the library. */
export const shortJurisdiction = (code: string) => (code === "US" || code === "EU" ? code : jurisdictionName(code));

export const actPath = (id: string, more: Record<string, string> = {}) =>
  `/library/law/act?${new URLSearchParams({ id, ...more })}`;
export const sectionPath = (ref: string) => `/library/law/section?${new URLSearchParams({ ref })}`;

/** What an act is called besides its title. */
export const otherNames = ({ title, shortNames }: { title: string; shortNames: readonly string[] }) =>
  shortNames.filter((name) => !title.includes(name));

/** The pages of these lists are in the order of the alphabet, or of an act. */
export const pageWords = { first: "First page", next: "Next page" };
