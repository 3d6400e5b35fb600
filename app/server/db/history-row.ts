/* A message's row as sent to a model. */
import type { DraftContext } from "#core/chat/draft-context.ts";
import type { Attachment, MessagePart, Role } from "#core/chat/message.ts";
import type { HistoryRow } from "../data/chats/messages.ts";

export type StoredMessage = { id: string; role: Role; content: string; parts: unknown; attachments: unknown; extras: unknown };

export function historyRow({ id, role, content, parts, attachments, extras }: StoredMessage): HistoryRow {
  const { editorSelection = null, draft } = extrasOf(extras);
  return {
    id,
    role,
    content,
    parts: parts as MessagePart[],
    attachments: (attachments ?? []) as Attachment[],
    editorSelection,
    draftContext: draft,
  };
}

function extrasOf(extras: unknown): { editorSelection?: string | null; draft?: DraftContext } {
  return extras ?? {};
}
