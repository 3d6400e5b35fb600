/*
 * Files as archive entries, plus a record of those that couldn't be included. A missing or damaged
 * file is listed in the archive's last entry, because an export with silent gaps would be taken
 * for complete.
 */
import { createHash } from "node:crypto";
import type { FileStore } from "../files/file-store.ts";
import type { ZipEntry } from "./zip.ts";

export type LeftOut = { name: string; reason: string };
type StoredFile = { key: string; size: number; sha256: string };
type Archived = Pick<ZipEntry, "name" | "at" | "onNamed">;

export type ArchivedFiles = ReturnType<typeof createArchivedFiles>;

export function createArchivedFiles(store: Pick<FileStore, "read">) {
  const leftOut: LeftOut[] = [];
  return {
    leftOut,
    /** The file, if it can be read. A damaged one is included as it is. */
    async *entries(file: StoredFile, { name, at, onNamed }: Archived): AsyncGenerator<ZipEntry> {
      const content = await store.read(file.key).catch(() => null);
      if (content === null) {
        leftOut.push({ name, reason: "It couldn’t be read from storage, so it isn’t in this archive." });
        return;
      }
      if (!isWhole(file, content))
        leftOut.push({ name, reason: "It is damaged: it differs from what was uploaded. It is included as it was found." });
      yield { name, content, at, ...(onNamed !== undefined && { onNamed }) };
    },
    /** The last entry; an empty list means nothing is missing. */
    manifest(at: Date, more: object = {}): ZipEntry {
      return { name: "left-out.json", content: `${JSON.stringify({ files: leftOut, ...more }, null, 2)}\n`, at };
    },
  };
}

function isWhole({ size, sha256 }: StoredFile, content: Uint8Array): boolean {
  return content.length === size && createHash("sha256").update(content).digest("hex") === sha256;
}
