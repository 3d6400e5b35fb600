/* The child that reads files: one at a time, told by its parent, with nothing of the server's around it. */
import { readDocument } from "./read-document.ts";
import { readImport } from "./read-import.ts";
import { Unreadable } from "./unreadable.ts";

/** `import` asks for a document to work on, `text` for what can be searched. */
export type Asked = { id: number; name: string; bytes: Uint8Array; purpose: "text" | "import" };

// The PDF reader leaves promises behind that nobody waits for; the ones that matter are awaited and judged below.
process.on("unhandledRejection", () => {});

process.on("message", (asked: Asked) => {
  void answer(asked);
});

async function answer({ id, name, bytes, purpose }: Asked): Promise<void> {
  try {
    const read = purpose === "import" ? readImport : readDocument;
    process.send!({ id, document: await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name) });
  } catch (error) {
    const sentence = error instanceof Unreadable ? error.message : null;
    process.send!({ id, sentence, fault: sentence === null ? String(error instanceof Error ? error.stack : error) : undefined });
  }
}

process.send!({ ready: true });
