/* What client and server share about project sharing, without the schemas, which are too large for a page's bundle. */

/** The button that adds an address is enabled from this length on. */
export const shortestAddress = 5;

/** The first names, and the number of the rest: "Ada, Ben, Cyd" and 4. */
export function firstNames(names: readonly string[], most = 3): { shown: string[]; more: number } {
  return { shown: names.slice(0, most), more: Math.max(0, names.length - most) };
}
