/* What is asked in a chat, with what is beside it. */
import type { ChatChoices } from "#core/chat/chat.ts";
import type { DraftContext } from "#core/chat/draft-context.ts";
import type { Attachment } from "#core/chat/message.ts";

export type Sending = {
  content: string;
  attachments: Attachment[];
  choices: ChatChoices;
  temporary: boolean;
  /** Stored with the unsent text, so that sending it again repeats the same request. */
  ids?: { messageId: string; replyId: string };
};

/** Context from beside the chat, read when a question is asked. */
export type Beside = () => Promise<{ editorSelection: string | null; draft?: DraftContext }>;
