/* Days, titles and addresses as the pages of a collection say them. */
import type { DocumentSummary } from "#core/discovery/discovery.ts";
import type { DocumentQuery } from "#core/requests/discovery.ts";

export function dayOf(iso: string | null): string {
  return iso === null ? "" : iso.slice(0, 10);
}

export function titleOf({ subject, name }: Pick<DocumentSummary, "subject" | "name">): string {
  return subject || name;
}

/** The name of "Anna Berg <anna@example.org>". */
export function personOf(address: string): string {
  const at = address.indexOf("<");
  return (at === -1 ? "" : address.slice(0, at).trim()) || address;
}

/** The same list with something changed; undefined leaves a part out. */
export function addressOf(asked: DocumentQuery, change: Partial<DocumentQuery>): string {
  const { query, sort, after, document } = { ...asked, ...change };
  const parts = new URLSearchParams();
  if (query !== "") parts.set("query", query);
  if (sort !== "number") parts.set("sort", sort);
  if (after !== undefined) parts.set("after", after);
  if (document !== undefined) parts.set("document", document);
  return `?${parts}`;
}

/** A query narrowed by one more term. */
export function narrowed(query: string, term: string): string {
  const plain = query.trim();
  if (plain === "") return term;
  return `${/\bOR\b/.test(plain) ? `(${plain})` : plain} ${term}`;
}

/** A value as a query takes it. */
export function quotedTerm(field: string, value: string): string {
  return /^[\p{L}\p{N}.@_-]+$/u.test(value) ? `${field}:${value}` : `${field}:"${value.replaceAll(/["“”„*]/g, " ")}"`;
}
