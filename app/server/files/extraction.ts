/*
 * Extracts text from files in child processes that may be killed (caged-process.ts), with a time limit per file.
 * People take turns (person-turns.ts), so a bad file only affects its own child, and its owner gets an error message.
 *
 * A child that succeeded is reused; one that failed or has read many files is discarded.
 */
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Collected } from "#core/discovery/collected.ts";
import { PersonTurns, type TurnRefusal } from "../process/person-turns.ts";
import type { RecognisedPage } from "#core/sources/recognised-page.ts";
import { CagedProcess } from "./caged-process.ts";
import type { Collecting } from "./collecting/collect.ts";
import type { Asked } from "./extraction-process.ts";
import type { ReadDocument } from "./read-document.ts";
import type { ImportedDocument } from "./read-import.ts";
import type { TemplateFile } from "./read-template.ts";
import type { PageFacts } from "./readers/web-page.ts";

export type Extracted<Read = ReadDocument> = { ok: true; document: Read } | { ok: false; sentence: string };

/** `person` owns the file; without one it takes a separate turn. */
export type FileToRead = { name: string; bytes: Uint8Array; person?: string; password?: string };

export type Extraction = {
  extract(file: FileToRead): Promise<Extracted>;
  /** The file as an editable document. */
  import(file: FileToRead): Promise<Extracted<ImportedDocument>>;
  /** The file as an editable document, with the fields of its form. */
  template(file: FileToRead): Promise<Extracted<TemplateFile>>;
  /** Content fetched from the web; its `name` is its URL. */
  page(file: FileToRead & { charset?: string }): Promise<Extracted<ReadDocument & PageFacts>>;
  /** A protected Office file without its password. */
  open(file: FileToRead & { password: string }): Promise<Extracted<Uint8Array>>;
  /** A PDF with what the pictures of its pages were read as. */
  recognised(file: FileToRead & { recognised: readonly RecognisedPage[] }): Promise<Extracted>;
  /** Some of the documents in a file: emails with their attachments, files of an archive. */
  collect(file: FileToRead & { collecting: Collecting }): Promise<Extracted<Collected>>;
  close(): Promise<void>;
};

type Request = FileToRead & { charset?: string; recognised?: readonly RecognisedPage[]; collecting?: Collecting };

type Options = {
  seconds?: number;
  /** For a file under a million bytes. */
  secondsForSmall?: number;
  /** How many files are read in parallel. */
  children?: number;
  /** A reader's crash is our bug: the person gets an error message, the log gets this. */
  onFault?: (fault: string, name: string) => void;
};

const script = fileURLToPath(new URL("./extraction-process.ts", import.meta.url));

const refusals: Record<TurnRefusal, string> = {
  "many-waiting": "Many of your files are already waiting to be read. Try again when some of them are done.",
  pausing: "Several of your files took too long to read. Wait ten minutes and try this one again.",
};

const smallBytes = 1_000_000;

export function createExtraction({
  seconds = 20,
  secondsForSmall = seconds,
  children = 2,
  onFault = () => {},
}: Options = {}): Extraction {
  const idle: CagedProcess<Omit<Asked, "id">>[] = [];
  const busy = new Set<CagedProcess<Omit<Asked, "id">>>();
  const turns = new PersonTurns(children);
  let closed = false;

  async function read({ person, ...file }: Request, purpose: Asked["purpose"]): Promise<Extracted<unknown>> {
    const taker = person ?? randomUUID();
    const refusal = turns.refusal(taker);
    if (refusal !== null) return { ok: false, sentence: refusals[refusal] };
    const turn = await turns.take(taker);
    if (turn === null || closed) return { ok: false, sentence: "Stet is stopping. Try again in a moment." };
    let wasGivenUp = true;
    const reader = idle.pop() ?? new CagedProcess<Omit<Asked, "id">>(script);
    busy.add(reader);
    try {
      const { fault, gaveUp, ...extracted } = await reader.ask(
        { ...file, purpose },
        (file.bytes.byteLength < smallBytes ? secondsForSmall : seconds) * 1000,
      );
      wasGivenUp = gaveUp === true;
      if (fault !== undefined) onFault(fault, file.name);
      return extracted as Extracted<unknown>;
    } finally {
      busy.delete(reader);
      if (reader.isUsable && !closed) {
        idle.push(reader);
        reader.rest(() => idle.splice(idle.indexOf(reader), 1));
      } else reader.end();
      turn.end(wasGivenUp && person !== undefined);
    }
  }

  return {
    extract: (file) => read(file, "text") as Promise<Extracted>,
    import: (file) => read(file, "import") as Promise<Extracted<ImportedDocument>>,
    template: (file) => read(file, "template") as Promise<Extracted<TemplateFile>>,
    page: (file) => read(file, "page") as Promise<Extracted<ReadDocument & PageFacts>>,
    open: (file) => read(file, "open") as Promise<Extracted<Uint8Array>>,
    recognised: (file) => read(file, "recognised") as Promise<Extracted>,
    collect: (file) => read(file, "collect") as Promise<Extracted<Collected>>,
    async close() {
      closed = true;
      for (const reader of [...idle.splice(0), ...busy]) reader.end();
      turns.close();
    },
  };
}
