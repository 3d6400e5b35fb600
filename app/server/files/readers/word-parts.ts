/*
 * Locates a Word document's parts: the package names the main part, which names the others. Word
 * on the web uses different names than desktop Word; if none are given, the usual ones apply.
 */
import { Unreadable } from "../unreadable.ts";
import type { Archive } from "../zip.ts";
import { mainPartOf, partName, relationsOf, type Relation } from "./relations.ts";

type Kind = "styles" | "numbering" | "footnotes" | "endnotes" | "comments" | "commentsExtended";

export class WordParts {
  readonly archive: Archive;
  readonly main: string;
  readonly relations: readonly Relation[];

  private constructor(archive: Archive, main: string, relations: readonly Relation[]) {
    this.archive = archive;
    this.main = main;
    this.relations = relations;
  }

  static async of(archive: Archive): Promise<WordParts> {
    const main = await mainPartOf(archive, "word/document.xml");
    return new WordParts(archive, main, await relationsOf(archive, main));
  }

  text(): AsyncIterable<string> {
    const pieces = this.archive.part(this.main);
    if (pieces === null) throw new Unreadable("This isn’t a valid Word document: its text part is missing.");
    return pieces;
  }

  nameOf(kind: Kind): string {
    const target = this.relations.find(({ type }) => type === kind)?.target;
    return target === undefined ? `word/${kind}.xml` : partName(this.main, target);
  }

  part(kind: Kind): AsyncIterable<string> | null {
    return this.archive.part(this.nameOf(kind));
  }

  has(type: string): boolean {
    return this.relations.some((relation) => relation.type === type);
  }
}
