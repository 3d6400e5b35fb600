/** Readability scores are made for samples of this many words; of fewer they say nothing, and can be negative. */
export const fewestScoredWords = 100;
