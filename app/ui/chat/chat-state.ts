/* The state of a chat at one moment, and its initial value: empty, or as loaded from the server. */
import type { ChatChoices, ChatProject, ChatThread } from "#core/chat/chat.ts";
import type { Attachment, ThreadMessage } from "#core/chat/message.ts";
import type { Connection } from "./run-reader.ts";
import { entriesOf, entryOf, sectionsOf, type Entry, type Section } from "./sections.ts";

export type Turn = { replyId: string; phase: "sending" | "running" | "stopping"; connection: Connection };

export type ChatState = {
  id: string;
  /** The server has a row for it. */
  exists: boolean;
  title: string;
  temporary: boolean;
  /** True for the chat's owner; others can only read. */
  isOwner: boolean;
  /** They could write in it when it was opened here, and no longer can. */
  hasLostRole: boolean;
  /** The project it is in, or will be created in. */
  project: ChatProject | null;
  version: number;
  choices: ChatChoices | null;
  sections: readonly Section[];
  hasOlder: boolean;
  summary: ChatThread["summary"];
  isLoadingOlder: boolean;
  undo: ChatThread["undo"];
  turn: Turn | null;
  /** The message open for editing. */
  editing: string | null;
  /** The message to scroll to, with the words to mark in it. */
  goal: { messageId: string; words: string } | null;
  /** Shown once above the composer, such as when the chat was changed in another tab. */
  note: string | null;
};

export function runningEntry(sections: readonly Section[]): Entry | undefined {
  return entriesOf(sections).findLast((entry) => entry.message.run?.status === "running");
}

export function turnOf(replyId: string, phase: Turn["phase"]): Turn {
  return { replyId, phase, connection: { state: "connecting" } };
}

export function draftMessage(id: string, role: "user" | "assistant", content: string, attachments: Attachment[]): ThreadMessage {
  return {
    id,
    role,
    content,
    createdAt: new Date().toISOString(),
    parts: content === "" ? [] : [{ type: "text", text: content }],
    seq: Number.MAX_SAFE_INTEGER,
    parentId: null,
    versions: [id],
    ...(attachments.length > 0 && { experimental_attachments: attachments }),
  };
}

export function stateOf(thread: ChatThread): ChatState {
  const { id, title, temporary, version, choices, isOwner } = thread.chat;
  const sections = sectionsOf(thread.messages.map(entryOf));
  const running = runningEntry(sections);
  return {
    ...emptyState(id),
    exists: true,
    title,
    temporary,
    isOwner,
    project: thread.project,
    version,
    choices,
    sections,
    hasOlder: thread.hasOlder,
    summary: thread.summary,
    undo: thread.undo,
    turn: running ? turnOf(running.message.id, "running") : null,
  };
}

export function emptyState(id: string): ChatState {
  return {
    id,
    exists: false,
    title: "",
    temporary: false,
    isOwner: true,
    hasLostRole: false,
    project: null,
    version: 0,
    choices: null,
    sections: [],
    hasOlder: false,
    summary: null,
    isLoadingOlder: false,
    undo: null,
    turn: null,
    editing: null,
    goal: null,
    note: null,
  };
}
