/*
 * A chat that is shared by link is a copy of what it was at that moment. Whoever
 * has the link reads it without an account; of who wrote it nothing is told.
 */
import type { ThreadMessage } from "./message.ts";

export const shareLives = { day: 1, week: 7, month: 30, always: null } as const;
export type ShareLife = keyof typeof shareLives;

/** One of a person's own links; the link itself is shown once, when it is made. */
export type ChatShare = { id: string; chatId: string; title: string; createdAt: string; expiresAt: string | null };

export type SharedChat = { title: string; createdAt: string; messages: ThreadMessage[] };

/**
 * What of a conversation goes into the copy: the words, the sources, how each
 * answer ended. Not the files that were attached (their names stay), not the
 * versions beside what is shown, not what an answer cost; and ids of its own,
 * so that nothing a reader's device has noted on the original shows on it.
 */
export function messagesToShare(messages: readonly ThreadMessage[]): ThreadMessage[] {
  return messages.map(({ role, content, createdAt, parts, toolInvocations, sources, experimental_attachments, run }, i) => {
    const id = `shared-${i + 1}`;
    return {
      id,
      role,
      content,
      createdAt,
      parts,
      ...(toolInvocations && { toolInvocations }),
      ...(sources && { sources }),
      ...(experimental_attachments && {
        experimental_attachments: experimental_attachments.map(({ name }) => ({ name, url: "data:," })),
      }),
      ...(run && {
        run: {
          id,
          status: run.status,
          model: run.model,
          lastSeq: run.lastSeq,
          ...(run.problem !== undefined && { problem: run.problem }),
        },
      }),
      seq: i + 1,
      parentId: null,
      versions: [id],
    };
  });
}
