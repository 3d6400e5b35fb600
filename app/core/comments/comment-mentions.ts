/* Mentions in a comment: "@Ada Lovelace" or "@ada@example.org", matched only against people with access to the draft. */

type Known = { id: string; name: string; email: string };

export function mentionedIn(text: string, people: readonly Known[]): string[] {
  const words = text.normalize("NFC").toLowerCase();
  return people.filter(({ name, email }) => [name, email].some((one) => isCalled(words, one))).map(({ id }) => id);
}

function isCalled(words: string, name: string): boolean {
  const called = `@${name.normalize("NFC").toLowerCase().trim()}`;
  if (called.length < 3) return false;
  for (let at = words.indexOf(called); at >= 0; at = words.indexOf(called, at + 1)) {
    // "@Ada" isn't a mention in "@Adam", nor inside a longer address.
    const isBegun = at === 0 || !/[\p{L}\p{N}]/u.test(words[at - 1]!);
    if (isBegun && !/^(?:[\p{L}\p{N}]|[.-][\p{L}\p{N}])/u.test(words.slice(at + called.length))) return true;
  }
  return false;
}
