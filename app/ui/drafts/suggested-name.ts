/** The text's first heading, or nothing: naming is up to the writer. */
export function suggestedName(text: string): string {
  return (/^#{1,3}\s+(.+)$/m.exec(text)?.[1] ?? "").replaceAll(/[*_`]/g, "").trim().slice(0, 200);
}
