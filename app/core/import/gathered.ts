/* What a document shows and links to within its archive, and what of it was left out. */
import { documentLimits, type ImportedDocument } from "./imported-document.ts";
import type { LeftOutPart } from "./import-sources.ts";
import type { PartsLeftOut } from "./imported-chat.ts";
import { titleOf, type ArchivePaths } from "./archive-paths.ts";
import { uuidv7 } from "../text/uuid.ts";

export type FoundInArchive = { id: string; name: string; isPicture: boolean };

/** Other kinds of picture can't be shown in a draft, and are kept as files. */
const pictureForm = /\.(?:png|jpe?g|gif|webp)$/i;

export class Gathered {
  readonly leftOut: PartsLeftOut = {};
  #from: string;
  #paths: ArchivePaths;
  #documentAt: (path: string) => string | null;
  #found = new Map<string, { id: string; isDocument: boolean }>();

  /** `documentAt`: the document that a path of the archive stands for; null for any other file. */
  constructor(from: string, paths: ArchivePaths, documentAt: (path: string) => string | null) {
    this.#from = from;
    this.#paths = paths;
    this.#documentAt = documentAt;
  }

  byAddress(address: string): FoundInArchive | null {
    return this.#take(this.#paths.byAddress(this.#from, address));
  }

  byName(name: string): FoundInArchive | null {
    return this.#take(this.#paths.byName(this.#from, name));
  }

  byTitle(folder: string, title: string): FoundInArchive | null {
    return this.#take(this.#paths.byTitle(folder, title));
  }

  leaveOut(part: LeftOutPart, more = 1): void {
    if (more > 0) this.leftOut[part] = (this.leftOut[part] ?? 0) + more;
  }

  /** Those that the document, as JSON, does hold. */
  heldBy(document: string): Pick<ImportedDocument, "files" | "links"> {
    const files: ImportedDocument["files"] = [];
    const links: ImportedDocument["links"] = [];
    for (const [path, { id, isDocument }] of this.#found) {
      const isPicture = pictureForm.test(path);
      if (!document.includes(id)) this.leaveOut(isPicture ? "picture" : "link");
      else if (isDocument) links.push({ id, path });
      else files.push({ id, path, isPicture });
    }
    return { files, links };
  }

  #take(path: string | null): FoundInArchive | null {
    if (path === null) return null;
    const document = this.#documentAt(path);
    const target = document ?? path;
    const known = this.#found.get(target);
    if (known === undefined && this.#found.size >= documentLimits.files) return null;
    const { id } = known ?? { id: uuidv7() };
    this.#found.set(target, { id, isDocument: document !== null });
    return { id, name: titleOf(path), isPicture: pictureForm.test(path) };
  }
}
