/* The running numbers of pages that are handed over. */

/** Of pages that follow one another. */
export type Numbering = { prefix: string; width: number; first: number };

export function pageNumber({ prefix, width }: Pick<Numbering, "prefix" | "width">, number: number): string {
  return prefix + String(number).padStart(width, "0");
}
