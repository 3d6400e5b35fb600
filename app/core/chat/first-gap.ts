/** Where the first gap is that the writer should fill in; null if there is none. */
export function firstGap(text: string): { start: number; end: number } | null {
  const found = /\[[^[\]]+\]/.exec(text);
  return found && { start: found.index, end: found.index + found[0].length };
}
