export type Slash = { from: number; query: string };

const longestQuery = 40;

/** A slash at the start or after a space, and the word typed after it. */
export function slashBefore({ value, selectionEnd }: Pick<HTMLTextAreaElement, "value" | "selectionEnd">): Slash | null {
  const before = value.slice(Math.max(0, selectionEnd - longestQuery - 2), selectionEnd);
  const query = /(?:^|\s)\/([^\s/]*)$/u.exec(before)?.[1];
  return query === undefined || query.length > longestQuery ? null : { from: selectionEnd - query.length - 1, query };
}
