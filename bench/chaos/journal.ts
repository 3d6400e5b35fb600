/* What was acknowledged to clients, recorded as it happened. */
export type Turn = {
  chatId: string;
  messageId: string;
  replyId: string;
  content: string;
  runId: string | null;
  isAcknowledged: boolean;
  /** The text its reader has in the end. */
  text: string;
  status: string | null;
  lastSeq: number;
  /** A gap in the event numbers that a reader received. */
  hasGap: boolean;
  resumed: number;
};
export type DraftWritten = { id: string; acknowledged: string[]; sent: string[] };
export type Upload = { id: string; name: string; sha256: string };

export type Journal = {
  turns: Turn[];
  drafts: DraftWritten[];
  uploads: Upload[];
  /** How often each status occurred; 0 for a broken connection. */
  statuses: Map<number, number>;
  /** Responses that no client should get. */
  surprises: string[];
  reconnected: number;
};

export function newJournal(): Journal {
  return { turns: [], drafts: [], uploads: [], statuses: new Map(), surprises: [], reconnected: 0 };
}
