/* Reads a production as its recipient does: the text layer of its PDFs, what else they say, and its load files. */
import { unzipSync } from "fflate";
import { extractText, getDocumentProxy, getMeta } from "unpdf";

export type ReceivedDocument = { name: string; pages: string[]; meta: string };
export type ReceivedProduction = { names: string[]; documents: ReceivedDocument[]; files: Record<string, string> };

export async function readProduction(zip: Uint8Array): Promise<ReceivedProduction> {
  const entries = Object.entries(unzipSync(zip));
  const documents: ReceivedDocument[] = [];
  for (const [name, bytes] of entries.filter(([entry]) => entry.endsWith(".pdf"))) {
    const pdf = await getDocumentProxy(Uint8Array.from(bytes));
    const { text } = await extractText(pdf, { mergePages: false });
    documents.push({ name, pages: text, meta: JSON.stringify(await getMeta(pdf)) });
    await pdf.loadingTask.destroy();
  }
  const others = entries.filter(([name]) => !name.endsWith(".pdf"));
  const files = Object.fromEntries(
    others.map(([name, bytes]) => [name, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)]),
  );
  return { names: entries.map(([name]) => name), documents, files };
}

/** Those of the words that it says, wherever. */
export function wordsFound({ names, documents, files }: ReceivedProduction, words: readonly string[]): string[] {
  const all = JSON.stringify([names, documents, Object.values(files)]).toLowerCase();
  return words.filter((word) => all.includes(word));
}
