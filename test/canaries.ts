/*
 * Strings that exist only in one person's private fields. A response, export, email, event or log line that contains
 * another person's has leaked it. Plain lowercase letters, so that no escaping, folding or cutting at punctuation
 * hides them.
 */
import { randomInt } from "node:crypto";
import { unzip } from "./zip.ts";

type Canary = { of: string; field: string; readers: readonly string[] };

const form = /cnry[a-z]{8}/g;

export type Canaries = ReturnType<typeof createCanaries>;

export function createCanaries() {
  const known = new Map<string, Canary>();
  const words = new Map<string, string>();
  const seenByOwner = new Set<string>();

  return {
    /** The same word each time for the same field. `readers` are those besides `of` who may see it. */
    word(of: string, field: string, readers: readonly string[] = []): string {
      const name = `${of}'s ${field}, for ${readers.join(" and ")}`;
      const word = words.get(name) ?? newWord();
      words.set(name, word);
      known.set(word, { of, field, readers });
      return word;
    },
    /** The words in `text` that `reader` must not see. */
    leaks(reader: string, text: string): string[] {
      const found = new Set<string>();
      for (const [word] of text.toLowerCase().matchAll(form)) {
        const canary = known.get(word);
        if (canary === undefined) continue;
        if (canary.of === reader) seenByOwner.add(word);
        else if (!canary.readers.includes(reader)) found.add(`${canary.of}'s ${canary.field}`);
      }
      return [...found];
    },
    /** Words that never reached their owner: planted where nothing is read, they prove nothing. */
    unseen(): string[] {
      return [...known].filter(([word]) => !seenByOwner.has(word)).map(([, { of, field }]) => `${of}'s ${field}`);
    },
  };
}

function newWord(): string {
  return `cnry${Array.from({ length: 8 }, () => String.fromCodePoint(97 + randomInt(26))).join("")}`;
}

/** Headers and body of a response as text, archives unpacked. An endless stream is read up to its first line. */
export async function textOf(answer: Response): Promise<string> {
  let text = JSON.stringify([...answer.headers]);
  if (answer.headers.get("content-type") === "application/zip") {
    const files = await unzip(Buffer.from(await answer.arrayBuffer()));
    return text + [...files].flat().join("\n");
  }
  for await (const piece of piecesOf(answer)) {
    text += piece;
    if (piece.includes(": listening")) break;
  }
  return text;
}

export async function* piecesOf({ body }: Response): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  if (body !== null) for await (const chunk of body) yield decoder.decode(chunk as Uint8Array, { stream: true });
}
