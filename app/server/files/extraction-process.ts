/* The child process that reads files: one at a time, as its parent requests, isolated from the server. */
import type { Collecting } from "./collecting/collect.ts";
import { decryptOffice } from "./encrypted-office.ts";
import type { RecognisedPage } from "#core/sources/recognised-page.ts";
import { readDocument, readPage, readRecognised } from "./read-document.ts";
import { readImportAsText } from "./read-import.ts";
import { Unreadable } from "./unreadable.ts";

/**
 * `import` returns an editable document, `template` one with the fields of its form, `text` the searchable text, `page`
 * a web page's content; its name is its URL. `open` returns an Office file without its password; `recognised` the text
 * of a PDF with that of the pictures on its pages; `collect` some of the documents in a file.
 */
export type Asked = {
  id: number;
  name: string;
  bytes: Uint8Array;
  charset?: string;
  password?: string;
  recognised?: readonly RecognisedPage[];
  collecting?: Collecting;
  purpose: "text" | "import" | "template" | "page" | "open" | "recognised" | "collect";
};

// The PDF reader leaves unhandled promises behind; those that matter are awaited and checked below.
process.on("unhandledRejection", () => {});

process.on("message", (asked: Asked) => {
  void answer(asked);
});

async function answer(asked: Asked): Promise<void> {
  const { id } = asked;
  try {
    process.send!({ id, document: await read(asked) });
  } catch (error) {
    const sentence = error instanceof Unreadable ? error.message : null;
    process.send!({ id, sentence, fault: sentence === null ? String(error instanceof Error ? error.stack : error) : undefined });
  }
}

async function read({ name, bytes, charset, password, recognised, collecting, purpose }: Asked): Promise<unknown> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (purpose) {
    case "open":
      return decryptOffice(content, password ?? "");
    case "import":
      return readImportAsText(content, name);
    case "template":
      return (await import("./read-template.ts")).readTemplateFile(content, name);
    case "page":
      return readPage(content, name, charset);
    case "recognised":
      return readRecognised(content, name, recognised ?? []);
    case "collect":
      return (await import("./collecting/collect.ts")).collect(content, name, collecting ?? { from: 0, most: 1 });
    default:
      return readDocument(content, name, password);
  }
}

process.send!({ ready: true });
