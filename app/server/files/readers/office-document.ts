/* Assembles an imported office file: the document, its tracked changes as patches, comments as threads, and pictures. */
import type { ImportedThread } from "#core/comments/comment.ts";
import { documentSchema, jsonOf, type DocumentJson } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { Building, type Links } from "./building.ts";
import type { WordBlocks } from "./word-blocks.ts";
import { changesAsPatches, type ImportedChange } from "./word-changes.ts";
import { threadsOf, type ReadComments } from "./word-comments.ts";
import type { WordNotes } from "./word-notes.ts";
import type { Numbering } from "./word-numbering.ts";
import { WordPictures, type ImportedPicture, type PictureBytes } from "./word-pictures.ts";
import { hadWords } from "./word-revisions.ts";
import { WordReferences } from "./word-references.ts";

export type OfficeDocument = {
  document: DocumentJson;
  changes: ImportedChange[];
  comments: ImportedThread[];
  /** Those the document references, to be stored by the caller. */
  pictures: ImportedPicture[];
  /** What the import dropped, one sentence each. */
  notices: string[];
  /** For each text block of the document, the numbers of its paragraphs in the file's text. */
  anchors?: number[][];
};

type ReadFile = {
  body: Pick<WordBlocks, "blocks" | "named" | "pictures" | "textWidth">;
  numbering: Numbering;
  links: Links;
  notes: WordNotes;
  comments: ReadComments;
  pictureBytes: PictureBytes;
  /** What of the file can't be shown; by default, only pictures. */
  saysLost?(pictures: number): string[];
  notices: readonly string[];
};

const { nodes } = documentSchema;

export async function officeDocument(file: ReadFile): Promise<OfficeDocument> {
  const { body, numbering, links, notes } = file;
  const references = new WordReferences(body.blocks, numbering, new Set([...body.named, ...notes.named]));
  const pictures = await WordPictures.read(body.pictures, body.textWidth, file.pictureBytes);
  const building = new Building({ numbering, links, notes: notes.blocks, references, pictures });
  // If there was no text before the changes, there is nothing to show them against.
  const all = building.blocks(hadWords(body.blocks) ? body.blocks : building.taken.take(body.blocks));
  const document = nodes.doc.create(null, all.length > 0 ? all : [nodes.paragraph.create()]);
  building.show(document);
  const { text } = documentText(document);
  return {
    document: jsonOf(document),
    changes: changesAsPatches(text, building.changes),
    comments: threadsOf(file.comments, building.commented, text),
    pictures: pictures.all,
    notices: [...building.taken.sentences, ...(file.saysLost ?? lostPictures)(pictures.lostOf(body.pictures)), ...file.notices],
    // A text without words is one empty paragraph.
    anchors: all.length > 0 ? building.anchors : [body.blocks.find((block) => block.kind === "paragraph")?.numbers ?? []],
  };
}

export function lostPictures(count: number): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? "picture was" : "pictures were"} left out.`];
}
