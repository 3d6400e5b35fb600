/* What is read of a file that is added to a collection: families, each the main document and what is within it. */

export type CollectedMember = {
  /** Where it is in the file. */
  path: string;
  name: string;
  kind: string;
  size: number;
  sha256: string;
  /** Equal for what says the same: the hash of the content, of an email that of its fields, text and attachments. */
  sameKey: string;
  /** Index in the family; null for its main document. */
  parent: number | null;
  email: CollectedEmail | null;
  text: string;
  pageCount: number | null;
  /** Why it was not read, or not wholly. */
  problem: string | null;
  words: string;
  more: string[];
  wordCount: number;
  /** Null for a text too short to compare. */
  signature: Uint8Array | null;
};

export type CollectedEmail = {
  from: string;
  to: string;
  cc: string;
  subject: string;
  /** ISO time. */
  sentAt: string | null;
  messageId: string | null;
  references: string[];
  /** Addresses, lower case. */
  people: string[];
};

export type Collected = {
  families: CollectedMember[][];
  /** Where to go on; null at the end. */
  next: number | null;
  /** Families in the file. */
  total: number;
};
