/* What screen and server agree on about sharing projects. Small: the schemas beside it weigh more than a page's share. */

/** The button that adds an address is enabled from so many characters on. */
export const shortestAddress = 5;

/** The first names, and how many more there are: "Ada, Ben, Cyd" and 4. */
export function firstNames(names: readonly string[], most = 3): { shown: string[]; more: number } {
  return { shown: names.slice(0, most), more: Math.max(0, names.length - most) };
}
