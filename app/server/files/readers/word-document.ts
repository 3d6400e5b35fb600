/*
 * DOCX as an editable document: headings, lists, clauses, tables and marks, with tracked changes
 * as patches to accept or reject. The text is the one before the changes: deletions are still in
 * it, insertions are in the patches.
 */
import { countWordFile } from "../counters/word-counter.ts";
import type { Archive } from "../zip.ts";
import { officeDocument, type OfficeDocument } from "./office-document.ts";
import { partName, refuseRemoteParts, relationsOf } from "./relations.ts";
import { readWordComments } from "./word-comments.ts";
import { WordBlocks } from "./word-blocks.ts";
import { headersAndFooters } from "./word-losses.ts";
import { noteParts, readWordNotes } from "./word-notes.ts";
import { readStyles, WordNumbering } from "./word-numbering.ts";
import { WordParts } from "./word-parts.ts";
import { readXml, withMainPrefix } from "./xml.ts";

/** `isKept`: the file goes back with what a draft does not show. */
export async function readWordDocument(archive: Archive, { isKept = true } = {}): Promise<OfficeDocument> {
  await refuseRemoteParts(archive);
  const parts = await WordParts.of(archive);
  const links = new Map(parts.relations.map(({ id, target }) => [id, target]));
  for (const part of noteParts(parts)) for (const { id, target } of await relationsOf(archive, part)) links.set(part + id, target);
  const styleOf = await readStyles(parts);
  const body = new WordBlocks(styleOf);
  await readXml(parts.text(), withMainPrefix("w", body));
  const hasMacros = parts.has("vbaProject");
  return officeDocument({
    body,
    numbering: await WordNumbering.read(parts),
    links,
    notes: await readWordNotes(parts, styleOf),
    comments: await readWordComments(parts),
    async pictureBytes(relation, most) {
      const target = links.get(relation);
      if (target === undefined) return null;
      const part = partName(parts.main, target);
      const bytes = await archive.head(part, most);
      return bytes && { name: part.split("/").at(-1) || "picture", bytes };
    },
    found: await countWordFile(archive),
    losses: [...body.losses.all, ...((await hasHeaders(parts)) ? [headersAndFooters] : [])],
    isKept,
    notices: [...(body.losses.hasHidden ? ["Hidden text is shown."] : []), ...(hasMacros ? ["Macros were left out."] : [])],
  });
}

/** Headers or footers with text; page numbers alone are set by the draft's page setup. */
async function hasHeaders(parts: WordParts): Promise<boolean> {
  for (const { type, target } of parts.relations) {
    const part = type === "header" || type === "footer" ? parts.archive.part(partName(parts.main, target)) : null;
    if (part === null) continue;
    let words = "";
    let takesText = false;
    await readXml(part, {
      open: (name) => (takesText = name === "t"),
      close: () => (takesText = false),
      text: (text) => takesText && (words += text),
    });
    if (/\p{L}/u.test(words)) return true;
  }
  return false;
}
