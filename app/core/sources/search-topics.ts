/*
 * Splits a search query into topics: "termination; cap on liability;
 * assignment" is three. As a single query, each passage matches only a third of
 * the words, and none is found.
 */
const mostTopics = 8;
const longestTopic = 8;

export function topicsIn(query: string): string[] {
  const parted = distinctTopics(query.split(/[;\n]/));
  if (parted.length > 1) return parted.slice(0, mostTopics);
  const listed = distinctTopics(query.split(","));
  const isList = listed.length > 2 && !/[?.!:]/.test(query) && listed.every((one) => one.split(/\s/).length <= longestTopic);
  return isList ? listed.slice(0, mostTopics) : [query];
}

function distinctTopics(parts: readonly string[]): string[] {
  const topics = parts
    .map((part) => part.trim().replace(/^(?:and|or|und|och|en|of)\s/iu, ""))
    .filter((part) => /\p{L}/u.test(part));
  return [...new Set(topics)];
}
