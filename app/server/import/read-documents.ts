/*
 * Yields the documents of an archive in batches: Markdown pages with what they show and link to, Notion's databases, and
 * office files. Runs in a sandbox.
 */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { ArchivePaths, notionIdOf, placing, titleOf } from "#core/import/archive-paths.ts";
import { Gathered } from "#core/import/gathered.ts";
import { documentLimits, type ImportedDocument } from "#core/import/imported-document.ts";
import type { DocumentSource } from "#core/import/import-sources.ts";
import type { LeftOut } from "#core/import/imported-chat.ts";
import { headingOf, readPage, readTable } from "#core/import/read-document.ts";
import { Unreadable } from "../files/unreadable.ts";
import type { Batch } from "./batch.ts";
import { isHidden, type Export } from "./open-export.ts";

const batchCharacters = 2_000_000;
const batchDocuments = 50;
/** All documents unpacked; anything larger is a decompression bomb. */
const mostBytes = 8_000_000_000;

const page = /\.(?:md|markdown)$/i;
const office = /\.(?:docx|odt|rtf)$/i;

/** In the archive that Google’s Takeout makes. */
const drive = /^Takeout\/Drive\//;

/** Whether an archive without chats is one of documents. */
export function documentsIn(file: Export): string[] {
  const names = file.names.filter((name) => !isHidden(name));
  const all = new Set(names);
  const isTable = (name: string) =>
    /\.csv$/i.test(name) && notionIdOf(name) !== null && !all.has(name.replace(/\.csv$/i, "_all.csv"));
  return names.filter((name) => page.test(name) || office.test(name) || isTable(name)).sort();
}

type Reading = {
  file: Export;
  paths: ArchivePaths;
  place: ReturnType<typeof placing>;
  documentAt: (path: string) => string | null;
};

export async function* readDocuments(file: Export, names: readonly string[]): AsyncGenerator<Batch> {
  const whole = names.reduce((sum, name) => sum + file.sizeOf(name), 0);
  if (whole > mostBytes) throw new Unreadable("This archive unpacks to far more than an export should. It was not read.");
  if (names.length > documentLimits.documents)
    throw new Unreadable(`This file has more than ${documentLimits.documents} documents. Divide it and import the parts.`);
  const isDocument = new Set(names);
  const reading: Reading = {
    file,
    paths: new ArchivePaths(file.names.filter((name) => !isHidden(name))),
    place: placing(names),
    documentAt: (path) => [path, path.replace(/\.csv$/i, "_all.csv")].find((one) => isDocument.has(one)) ?? null,
  };
  const referred = new Set<string>();
  let [read, characters] = [0, 0];
  const empty = (): Batch => ({ chats: [], documents: [], leftOut: [], read, whole });
  let batch = empty();
  for (const name of names) {
    const found = await readDocument(reading, name);
    read += file.sizeOf(name);
    if ("why" in found) batch.leftOut.push(found);
    else {
      batch.documents.push(found);
      characters += found.document?.length ?? 0;
      for (const { path } of found.files) referred.add(path);
    }
    if (characters < batchCharacters && batch.documents.length + batch.leftOut.length < batchDocuments) continue;
    yield { ...batch, read };
    batch = empty();
    characters = 0;
  }
  batch.leftOut.push(...unread(file, (name) => reading.documentAt(name) !== null || referred.has(name)));
  yield { ...batch, read };
}

async function readDocument(reading: Reading, path: string): Promise<ImportedDocument | LeftOut> {
  const { file, place, paths, documentAt } = reading;
  const what = titleOf(path).slice(0, 300);
  const isOffice = office.test(path);
  if (!isOffice && file.sizeOf(path) > documentLimits.textBytes) return { what, why: "It is too long to import." };
  if (path.length > 2000) return { what, why: "Its path is too long." };
  const [bytes, digest] = await contentOf(file, path, isOffice);
  if (digest === null) return { what, why: "It is damaged: it can’t be unpacked." };
  const text = bytes.toString("utf8");
  const gathered = new Gathered(path, paths, documentAt);
  const notion = notionIdOf(path);
  const read = isOffice ? null : contentIn(path, text, gathered);
  if (read !== null && read.document === null) return { what, why: "The table is too large for a draft." };
  const at = file.timeOf(path);
  const createdAt = read?.createdAt ?? read?.updatedAt ?? at;
  const title = read?.title ?? (notion === null || isOffice ? null : headingOf(text)) ?? titleOf(path);
  const { files, links } = gathered.heldBy(read?.document ?? "");
  return {
    source: sourceOf(path, notion),
    key: createHash("sha256")
      .update(`${notion ?? path}\n${digest}`)
      .digest("hex"),
    path,
    ...place(path, title),
    createdAt,
    updatedAt: read?.updatedAt ?? at ?? createdAt,
    leftOut: gathered.leftOut,
    document: read?.document ?? null,
    files,
    links,
  };
}

type Content = { title: string | null; createdAt: number | null; updatedAt: number | null; document: string | null };

function contentIn(path: string, text: string, gathered: Gathered): Content {
  if (page.test(path)) return readPage(text, gathered);
  const document = readTable(text, path.replace(/(?:_all)?\.csv$/i, ""), gathered);
  return { title: null, createdAt: null, updatedAt: null, document };
}

function sourceOf(path: string, notion: string | null): DocumentSource {
  if (drive.test(path)) return "drive";
  if (office.test(path)) return "office";
  return notion === null ? "markdown" : "notion";
}

/** An office file isn’t kept in memory: it is asked for later. */
async function contentOf(file: Export, path: string, isOffice: boolean): Promise<[Buffer, string | null]> {
  const hash = createHash("sha256");
  try {
    const stream = Readable.from(await file.stream(path));
    if (!isOffice) {
      const bytes = await buffer(stream);
      return [bytes, hash.update(bytes).digest("hex")];
    }
    for await (const chunk of stream) hash.update(chunk as Uint8Array);
    return [Buffer.alloc(0), hash.digest("hex")];
  } catch {
    return [Buffer.alloc(0), null];
  }
}

/** Files that no document shows or links to, and links in the archive itself, which are no files. */
function unread({ names, links }: Export, isRead: (name: string) => boolean): LeftOut[] {
  const others = names.filter((name) => !isHidden(name) && !isRead(name)).length;
  const files = { what: others === 1 ? "1 other file" : `${others} other files`, why: "No page shows or links to it." };
  if (others !== 1) files.why = "No page shows or links to them.";
  const list = others === 0 ? [] : [files];
  return [...list, ...links.map((name) => ({ what: name.slice(-200), why: "It is a link to another file, not a file." }))];
}
