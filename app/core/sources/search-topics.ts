/*
 * Splits a search query into topics: "termination; cap on liability;
 * assignment" is three, and so is "What does it say about termination, cap on liability and assignment?". As a single
 * query, each passage matches only a third of the words, and none is found.
 */
const mostTopics = 8;
const longestTopic = 8;
/** In the list of a question, topics are names, not clauses. */
const longestAsked = 5;

export function topicsIn(query: string): string[] {
  const parted = distinctTopics(query.split(/[;\n]/));
  if (parted.length > 1) return parted.slice(0, mostTopics);
  const asked = askedAbout(query);
  if (asked !== undefined) {
    const topics = listedIn(asked, query);
    if (topics.length > 2 && topics.every((one) => wordCount(one) <= longestAsked)) return topics.slice(0, mostTopics);
  }
  const listed = listedIn(query, query);
  const isList = listed.length > 2 && !/[?.!:]/.test(query) && listed.every((one) => wordCount(one) <= longestTopic);
  return isList ? listed.slice(0, mostTopics) : [query];
}

/** What follows "about" up to the end of the question. */
function askedAbout(query: string): string | undefined {
  const found =
    /(?<!\p{L})(?:about|regarding|concerning|über|zu|hinsichtlich|om|angående|beträffande|over|inzake)\s([^?.!:]{10,400})[?.]?\s*$/iu;
  return query.includes(",") ? found.exec(query)?.[1] : undefined;
}

/** "A, B and C": the last comma may be left out, where there is another. */
function listedIn(text: string, query: string): string[] {
  const parts = text.split(",");
  const last = parts.length > 1 ? (parts.pop() ?? "") : "";
  return distinctTopics([...parts, ...last.split(isDutch.test(query) ? /\sen\s(?=\p{L})/iu : /\s(?:and|und|och)\s(?=\p{L})/iu)]);
}

/** In Swedish "en" is an article. */
const isDutch = /(?<!\p{L})(?:het|van|wat|over|inzake|voor|bij|een)(?!\p{L})/iu;

const wordCount = (text: string) => text.split(/\s/).length;

function distinctTopics(parts: readonly string[]): string[] {
  const topics = parts
    .map((part) => part.trim().replace(/^(?:and|or|und|och|en|of)\s/iu, ""))
    .filter((part) => /\p{L}/u.test(part));
  return [...new Set(topics)];
}
