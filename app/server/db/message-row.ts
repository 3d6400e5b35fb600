/*
 * A message's row at `seq` of its run. Serialized immediately, because the message keeps growing while the row is
 * written.
 */
import { contentOf } from "#core/chat/message.ts";
import type { Folded } from "#core/chat/run-fold.ts";
import { storable, storableJson } from "#core/text/storable.ts";

export type MessageRow = { seq: number; content: string; parts: string; sources: string | null };

export function messageRow(seq: number, { parts, sources }: Folded): MessageRow {
  return {
    seq,
    content: storable(contentOf(parts)),
    parts: storableJson(parts),
    sources: sources.length === 0 ? null : storableJson(sources),
  };
}
