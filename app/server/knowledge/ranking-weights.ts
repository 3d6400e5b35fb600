/*
 * Weights of the ranking signals for law; people's files use the first seven as well. The same for
 * all languages. k1, b and the last three were tuned by bench/search/tune.ts on all its sets.
 * Field and part weights are baked into stored indexes: they were chosen earlier, and changing
 * them means rebuilding.
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
  /** The neighboring sections' scores, relative to its own. */
  around: 0.7,
  /** Phrasing and letters, each relative to the best score. */
  wording: 1.5,
  letters: 0.6,
};
