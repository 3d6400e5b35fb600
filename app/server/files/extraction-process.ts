/* The child that reads files: one at a time, told by its parent, with nothing of the server's around it. */
import { readDocument, readPage } from "./read-document.ts";
import { readImportAsText } from "./read-import.ts";
import { Unreadable } from "./unreadable.ts";

/** `import` asks for a document to work on, `text` for what can be searched, `page` for what a page of the web says; its name is its address. */
export type Asked = { id: number; name: string; bytes: Uint8Array; charset?: string; purpose: "text" | "import" | "page" };

const readers = { text: readDocument, import: readImportAsText, page: readPage };

// The PDF reader leaves promises behind that nobody waits for; the ones that matter are awaited and judged below.
process.on("unhandledRejection", () => {});

process.on("message", (asked: Asked) => {
  void answer(asked);
});

async function answer({ id, name, bytes, charset, purpose }: Asked): Promise<void> {
  try {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    process.send!({ id, document: await readers[purpose](content, name, charset) });
  } catch (error) {
    const sentence = error instanceof Unreadable ? error.message : null;
    process.send!({ id, sentence, fault: sentence === null ? String(error instanceof Error ? error.stack : error) : undefined });
  }
}

process.send!({ ready: true });
