/*
 * Weights of the ranking signals, the same for all languages. Field and part weights are baked into
 * stored indexes: changing them means rebuilding.
 */
export const rankingWeights = {
  /** Saturation of repeated words and length normalization: BM25's own. */
  k1: 1.2,
  b: 0.75,
  /** A word in the text, its heading, the enclosing headings, the act's name. */
  text: 1,
  heading: 2,
  path: 0.5,
  title: 1,
  /** A part of a compound, relative to a whole word (1). */
  part: 0.5,
};

/**
 * What only law has. `npm run bench -- search` leaves out one act at a time and chooses all but
 * k1 by the questions about all others.
 */
export const lawWeights = {
  k1: 1.6,
  /** Phrasing and letters, each relative to the best score. */
  wording: 0.25,
  letters: 0.75,
  /**
   * Up to the first many words a question is weighed in full by its phrasing and letters, a longer one less, and from
   * the second on not at all: its words say enough, and many letters match by chance.
   */
  briefQuestion: 6,
  longQuestion: 24,
  /**
   * The words of acts for an everyday word, relative to a word of the question: one that no stored section has, and one
   * that some have.
   */
  absentWord: 1,
  presentWord: 0.5,
};
