/* How much of a model's answer is taken: beyond any real answer, and within what a page can show and a database keep. */
export const answerLimits = {
  /** Of text, reasoning and tool calls together, in all steps of an answer. */
  characters: 1024 * 1024,
  minutes: 15,
  /** One event as it comes over the wire. */
  eventCharacters: 4_000_000,
  /** Answers being written for one person, whatever asked for them. */
  atOnce: 30,
  /** Answers begun for one person, and what a menu or suggestions ask. A program with a key has a rate of its own. */
  perMinute: 120,
} as const;
