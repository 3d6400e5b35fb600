/* What is read of an export at a time. */
import type { ImportedChat, LeftOut } from "#core/import/imported-chat.ts";
import type { ImportedDocument } from "#core/import/imported-document.ts";

export type Batch = {
  chats: ImportedChat[];
  documents: ImportedDocument[];
  leftOut: LeftOut[];
  /** Bytes read, and in total. */
  read: number;
  whole: number;
};
