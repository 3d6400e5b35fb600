/** White space doesn't count as an amendment. */
export function isSameText(one: string | undefined, other: string): boolean {
  return one !== undefined && one.replace(/\s+/g, " ").trim() === other.replace(/\s+/g, " ").trim();
}
