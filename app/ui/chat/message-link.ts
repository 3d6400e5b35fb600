/*
 * A message's address: the chat's address with the message as the fragment and, if
 * it comes from a search, the search terms.
 */
export function fragmentOf(messageId: string): string {
  return `#message-${messageId}`;
}

export function searchFor(words: string): string {
  return words.trim() === "" ? "" : `?${new URLSearchParams({ find: words.trim() })}`;
}

export function messageIn({ hash, search }: { hash: string; search: string }): { messageId: string; words: string } | null {
  const messageId = /^#message-([\w-]+)$/.exec(hash)?.[1];
  return messageId === undefined ? null : { messageId, words: new URLSearchParams(search).get("find") ?? "" };
}

/** The address that remains once the words are marked. */
export function withoutWords({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  const parameters = new URLSearchParams(search);
  parameters.delete("find");
  return `${pathname}${parameters.size === 0 ? "" : `?${parameters}`}${hash}`;
}
