/* Attached files for tests of tools, read as the product reads those that come inside a message. */
import type { Attachment } from "#core/message.ts";
import type { Db } from "#server/db/database.ts";
import { createChatFiles } from "#server/files/chat-files.ts";
import { createExtraction } from "#server/files/extraction.ts";
import type { ToolContext } from "#server/tools/tool.ts";

const nowhere = {} as Db;
const files = createChatFiles({
  extraction: createExtraction(),
  db: nowhere,
  store: { read: () => Promise.reject(new Error("no store")) },
});
const somebody = { kind: "person", userId: "somebody" } as never;

export function attached(attachments: readonly Attachment[]): ToolContext["files"] {
  return () => files.read(somebody, attachments);
}
