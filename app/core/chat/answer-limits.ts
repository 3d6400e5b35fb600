/* Limits on a model's answer: beyond any real answer, but within what a page can show and the database can store. */
export const answerLimits = {
  /** Text, reasoning and tool calls together, across all steps of an answer. */
  characters: 1024 * 1024,
  minutes: 15,
  /** A single event on the wire. */
  eventCharacters: 4_000_000,
  /** Concurrent answers per person, from any client. */
  atOnce: 30,
  /** Answers started per person, including requests from menus and suggestions. API keys have their own rate limit. */
  perMinute: 120,
} as const;
