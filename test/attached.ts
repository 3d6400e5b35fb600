/* Attached files for tests of tools, read as the product reads them. */
import type { Attachment } from "#core/message.ts";
import { createChatFiles } from "#server/files/chat-files.ts";
import { createExtraction } from "#server/files/extraction.ts";
import type { ToolContext } from "#server/tools/tool.ts";

const extraction = createExtraction();
const files = createChatFiles(extraction);

export function attached(attachments: readonly Attachment[]): ToolContext["files"] {
  return () => files.read(attachments);
}
