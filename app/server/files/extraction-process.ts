/* The child process that reads files: one at a time, as its parent requests, isolated from the server. */
import { decryptOffice } from "./encrypted-office.ts";
import { readDocument, readPage } from "./read-document.ts";
import { readImportAsText } from "./read-import.ts";
import { Unreadable } from "./unreadable.ts";

/**
 * `import` returns an editable document, `text` the searchable text, `page` a web page's content;
 * its name is its URL. `open` returns an Office file without its password.
 */
export type Asked = {
  id: number;
  name: string;
  bytes: Uint8Array;
  charset?: string;
  password?: string;
  purpose: "text" | "import" | "page" | "open";
};

const readers = { text: readDocument, import: readImportAsText, page: readPage };

// The PDF reader leaves unhandled promises behind; those that matter are awaited and checked below.
process.on("unhandledRejection", () => {});

process.on("message", (asked: Asked) => {
  void answer(asked);
});

async function answer({ id, name, bytes, charset, password, purpose }: Asked): Promise<void> {
  try {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const document =
      purpose === "open"
        ? decryptOffice(content, password ?? "")
        : await readers[purpose](content, name, purpose === "page" ? charset : password);
    process.send!({ id, document });
  } catch (error) {
    const sentence = error instanceof Unreadable ? error.message : null;
    process.send!({ id, sentence, fault: sentence === null ? String(error instanceof Error ? error.stack : error) : undefined });
  }
}

process.send!({ ready: true });
