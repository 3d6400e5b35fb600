/* The child that reads files: one at a time, told by its parent, with nothing of the server's around it. */
import { readDocument } from "./read-document.ts";
import { Unreadable } from "./unreadable.ts";

export type Asked = { id: number; name: string; bytes: Uint8Array };

// The PDF reader leaves promises behind that nobody waits for; the ones that matter are awaited and judged below.
process.on("unhandledRejection", () => {});

process.on("message", (asked: Asked) => {
  void answer(asked);
});

async function answer({ id, name, bytes }: Asked): Promise<void> {
  try {
    process.send!({ id, document: await readDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name) });
  } catch (error) {
    const sentence = error instanceof Unreadable ? error.message : null;
    process.send!({ id, sentence, fault: sentence === null ? String(error instanceof Error ? error.stack : error) : undefined });
  }
}

process.send!({ ready: true });
