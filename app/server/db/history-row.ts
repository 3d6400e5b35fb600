/* A message's row as sent to a model. */
import type { DraftContext } from "#core/chat/draft-context.ts";
import type { Attachment, MessagePart, Role } from "#core/chat/message.ts";
import type { DocumentFacts } from "../briefing/turn-facts.ts";

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

export type HistoryRow = {
  id: string;
  role: Role;
  content: string;
  parts: MessagePart[];
  attachments: Attachment[];
  editorSelection: string | null;
  /** Set if the question was asked beside a draft. */
  draftContext?: DraftContext | undefined;
  /** That draft's current text, sent with the question to be answered. */
  openDraft?: { name: string; text: string; facts?: DocumentFacts; isPart?: boolean };
  /** Sent with the question to be answered: the outcome of the changes proposed before. */
  earlierChanges?: string;
};
