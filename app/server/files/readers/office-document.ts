/* Assembles an imported office file: the document, its tracked changes as patches, comments as threads, and pictures. */
import type { ImportedThread } from "#core/comments/comment.ts";
import { documentSchema, jsonOf, type DocumentJson } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { countDocument, type Counts } from "#core/losses/counts.ts";
import { lossesBetween, lossSentence, type Loss } from "#core/losses/loss-sentence.ts";
import type { Node } from "prosemirror-model";
import { Unreadable } from "../unreadable.ts";
import { Building } from "./building.ts";
import type { Links } from "./building-words.ts";
import type { WordBlocks } from "./word-blocks.ts";
import { changesAsPatches, type ImportedChange } from "./word-changes.ts";
import { threadsOf, type ReadComments } from "./word-comments.ts";
import type { WordNotes } from "./word-notes.ts";
import type { Numbering } from "./word-numbering.ts";
import { unshown } from "./word-losses.ts";
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
  /** For each change that inserts rows, the numbers of the paragraphs of their text blocks. */
  insertedRows?: (number[][] | null)[];
  /** For each picture of the document, its number among the drawings of the file's text. */
  drawings?: number[];
  readonly [isAccounted]: true;
};
/** Only `accounted` makes one, so no reader can leave out the count. */
declare const isAccounted: unique symbol;

type ReadFile = Omit<OfficeDocument, "document" | "notices" | typeof isAccounted> & {
  document: Node;
  /** What the file says, counted without the reader. */
  found: Counts;
  /** What the draft doesn't show besides. */
  losses?: readonly Loss[];
  /** The file goes back with what is not shown. */
  isKept?: boolean;
  notices: readonly string[];
};

/** The difference between the file and the document made of it becomes one sentence. */
export function accounted({ document, found, losses = [], isKept = false, notices, ...rest }: ReadFile): OfficeDocument {
  const kept = countDocument(document, rest);
  if (hasWords(found) && !hasWords(kept)) throw new Unreadable(noWords);
  const missing = lossesBetween(found, kept);
  const lost = lossSentence(isKept ? "Kept as they are in the Word file" : "Not kept", [...losses, ...missing]);
  const read = { ...rest, document: jsonOf(document), notices: [...(lost === null ? [] : [lost]), ...notices] };
  return read as unknown as OfficeDocument;
}

type ReadParts = Pick<ReadFile, "found" | "losses" | "isKept"> & {
  body: Pick<WordBlocks, "blocks" | "named" | "pictures" | "textWidth">;
  numbering: Numbering;
  links: Links;
  notes: WordNotes;
  comments: ReadComments;
  pictureBytes: PictureBytes;
  notices: readonly string[];
};

const { nodes } = documentSchema;

const noWords = "Stet couldn’t read the words of this file. Save it in another format and try again.";
const hasWords = ({ letters, digits }: Counts) => letters + digits > 0;

export async function officeDocument(file: ReadParts): Promise<OfficeDocument> {
  const { body, numbering, links, notes, comments, pictureBytes, notices, ...counted } = file;
  const references = new WordReferences(body.blocks, numbering, new Set([...body.named, ...notes.named]));
  const pictures = await WordPictures.read(body.pictures, body.textWidth, pictureBytes);
  const building = new Building({ numbering, links, notes: notes.blocks, references, pictures });
  // If there was no text before the changes, there is nothing to show them against.
  const all = building.blocks(hadWords(body.blocks) ? body.blocks : building.taken.take(body.blocks));
  const document = nodes.doc.create(null, all.length > 0 ? all : [nodes.paragraph.create()]);
  building.show(document);
  const { text } = documentText(document);
  const { placed: changes, idle } = changesAsPatches(text, building.changes);
  return accounted({
    ...counted,
    losses: withUnshown(file.losses ?? [], building.unshown + idle),
    document,
    changes: changes.map(({ patch }) => patch),
    comments: threadsOf(comments, building.commented, text),
    pictures: pictures.all,
    notices: [...building.taken.sentences, ...notices],
    // A text without words is one empty paragraph.
    drawings: building.drawings,
    insertedRows: changes.map(({ paragraphs }) => paragraphs),
    anchors: all.length > 0 ? building.anchors : [body.blocks.find((block) => block.kind === "paragraph")?.numbers ?? []],
  });
}

function withUnshown(losses: readonly Loss[], count: number): Loss[] {
  const known = losses.find(({ one }) => one === unshown.one)?.count ?? 0;
  const others = losses.filter(({ one }) => one !== unshown.one);
  return known + count === 0 ? others : [...others, { ...unshown, count: known + count }];
}
