/*
 * What each sign of a good answer counts in the ranking of law, and the first
 * seven in that of people's files as well; the same for all languages. k1, b
 * and the last three are what bench/search/tune.ts finds on all its sets. What
 * fields and parts count stands in stored indexes: it was chosen before, and to
 * change it is to make them anew.
 */
export const rankingWeights = {
  /** How soon saying a word again counts no more, and how much a long text is held against it: BM25's own. */
  k1: 1.2,
  b: 0.75,
  /** A word of the text, of the heading, of the headings around it, of the act's name. */
  text: 1,
  heading: 2,
  path: 0.5,
  title: 1,
  /** Beside a word by itself, which counts 1: one that is part of a compound. */
  part: 0.5,
  /** What the sections around one score, beside its own score. */
  around: 0.7,
  /** The question's wording kept, and its letters, both beside the best score. */
  wording: 1.5,
  letters: 0.6,
};
