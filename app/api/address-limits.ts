/* What several rows of addresses.ts have in common: who asks, how much, how often, how long. */
export const kibibyte = 1024;
export const mebibyte = 1024 * kibibyte;

/** A key's own rate limit is a setting (v1/key.ts). */
export const byKey = { who: "key", perMinute: 100_000 } as const;
/** A client of the Model Context Protocol: one message at a time, with at most a text and the sources it cites. */
export const program = { origin: "program", bytes: 4 * mebibyte, parts: 2000, depth: 16, atOnce: 16, seconds: 90 } as const;
export const anyone = { who: "anyone" } as const;
/**
 * Signing in and up. The accounts library looks up the session, and each has its own limit as well
 * (sign-in-limit.ts).
 */
export const accounts = { who: "unasked", bytes: 16 * kibibyte, parts: 200, perMinute: 300 } as const;
/** A few people, now and then. */
export const administration = { bytes: 16 * kibibyte, parts: 50, perMinute: 60, atOnce: 6, seconds: 20 } as const;
/** Sends a request to the other side. */
export const triesConnection = { ...administration, perMinute: 20, atOnce: 2, seconds: 45 } as const;
/** Anyone's, to an address that they typed. Connecting a server, signing in to it and accepting its tools are four forms. */
export const triesToolServer = { bytes: 16 * kibibyte, parts: 50, perMinute: 20, atOnce: 2, seconds: 45 } as const;
/** For monitoring. */
export const health = { who: "unasked", perMinute: 6000 } as const;
/** A document with the authorship of each word. */
export const documents = { bytes: 24 * mebibyte, parts: 600_000, depth: 400, asText: ["document", "authorship"] } as const;
/** Changes to a document, with the pieces they replaced. */
export const changes = { bytes: 24 * mebibyte, parts: 100_000, depth: 400 } as const;
/** Five million characters, of up to four bytes each. */
export const texts = { bytes: 24 * mebibyte } as const;
/** A question with attached files. */
export const attachments = { bytes: 24 * mebibyte, parts: 50_000 } as const;
/** Bytes are counted per file, with a timeout on inactivity. */
export const uploads = { takes: "stream", bytes: Infinity, seconds: 3600, atOnce: 12 } as const;
/** A template's file: four hundred thousand characters, of up to four bytes each. */
export const templates = { bytes: 2 * mebibyte, perMinute: 120, atOnce: 6 } as const;
/** A few words, for which a source of law may be asked; how many acts an hour is limited in knowledge/law-requests.ts. */
export const asksSource = { bytes: 16 * kibibyte, parts: 50, perMinute: 60, atOnce: 4 } as const;
/** A passage, with which the clauses of a library are compared. */
export const asksSimilar = { bytes: 64 * kibibyte, perMinute: 60, atOnce: 4 } as const;
/** Whole files that are generated or parsed. */
export const exports = { perMinute: 30, atOnce: 4, seconds: 180 } as const;
/** A text, or a file of 8 MB as base64, that is read while the user waits. */
export const samples = { bytes: 24 * mebibyte, perMinute: 30, atOnce: 4, seconds: 120 } as const;
/**
 * Requests that ask a model. Concurrent answers per person, across all processes, are limited in
 * server/models/asking-limit.ts.
 */
export const asksModel = { perMinute: 120, atOnce: 100 } as const;
/** Answered when the model is done, so they may take as long as an answer may (core/chat/answer-limits.ts). */
export const answers = { ...asksModel, seconds: 960 } as const;
