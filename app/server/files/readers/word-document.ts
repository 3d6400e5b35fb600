/*
 * DOCX as a document to work on: headings, lists and clauses, tables and marks,
 * and what a counterpart has changed in it as patches to accept or reject. The
 * text is the one before the changes: what was struck is still there, what was
 * written in is in the patches.
 */
import { Unreadable } from "../unreadable.ts";
import type { Archive } from "../zip.ts";
import { officeDocument, type OfficeDocument } from "./office-document.ts";
import { partName, refuseRemoteParts, relationsOf } from "./relations.ts";
import { readWordComments } from "./word-comments.ts";
import { WordBlocks } from "./word-blocks.ts";
import { noteParts, readWordNotes } from "./word-notes.ts";
import { readStyles, WordNumbering } from "./word-numbering.ts";
import { readXml } from "./xml.ts";

const mainPart = "word/document.xml";

export async function readWordDocument(archive: Archive): Promise<OfficeDocument> {
  await refuseRemoteParts(archive);
  const main = archive.part(mainPart);
  if (main === null) throw new Unreadable("This file calls itself a Word document but has no text part.");
  const links = new Map((await relationsOf(archive, mainPart)).map(({ id, target }) => [id, target]));
  for (const part of noteParts) for (const { id, target } of await relationsOf(archive, part)) links.set(part + id, target);
  const styleOf = await readStyles(archive);
  const body = new WordBlocks(styleOf);
  await readXml(main, body);
  return officeDocument({
    body,
    numbering: await WordNumbering.read(archive),
    links,
    notes: await readWordNotes(archive, styleOf),
    comments: await readWordComments(archive),
    async pictureBytes(relation, most) {
      const target = links.get(relation);
      if (target === undefined) return null;
      const part = partName(mainPart, target);
      const bytes = await archive.head(part, most);
      return bytes && { name: part.split("/").at(-1) || "picture", bytes };
    },
    notices: archive.names.some((name) => /^word\/header\d*\.xml$/.test(name)) ? [headersLeftOut] : [],
  });
}

export const headersLeftOut = "Headers and footers were left out.";
