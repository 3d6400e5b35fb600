/** Keys for items whose words may repeat: each with how often they came before. */
export function keyed<T>(items: readonly T[], wordsOf: (item: T) => string): { key: string; one: T }[] {
  const seen = new Map<string, number>();
  return items.map((one) => {
    const words = wordsOf(one);
    const count = (seen.get(words) ?? 0) + 1;
    seen.set(words, count);
    return { key: `${count} ${words}`, one };
  });
}
