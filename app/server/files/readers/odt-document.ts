/*
 * ODT as an editable document, converted to Word elements for WordBlocks: tracked changes,
 * comments and notes import as from a Word file.
 */
import { countOdtFile } from "../counters/odt-counter.ts";
import { Unreadable } from "../unreadable.ts";
import type { Archive } from "../zip.ts";
import { officeDocument, type OfficeDocument } from "./office-document.ts";
import { OdtBody } from "./odt-body.ts";
import { OdtStyles } from "./odt-styles.ts";
import { headersAndFooters } from "./word-losses.ts";
import { readXml } from "./xml.ts";

export async function readOdtDocument(archive: Archive): Promise<OfficeDocument> {
  const styles = new OdtStyles();
  let hasHeader = false;
  const given = archive.part("styles.xml");
  if (given !== null) {
    const { open, close } = styles.events;
    await readXml(given, {
      open(name, attribute, prefix) {
        if (name === "header") hasHeader = true;
        open(name, attribute, prefix);
      },
      close,
    });
  }
  const content = archive.part("content.xml");
  if (content === null) throw new Unreadable("This isn’t a valid OpenDocument text: its text part is missing.");
  const body = new OdtBody(styles);
  await readXml(content, body);
  const { blocks, named, pictures, textWidth } = body.main;
  return officeDocument({
    body: { blocks, named, pictures, textWidth: styles.textWidth ?? textWidth },
    numbering: styles,
    links: { get: (address) => address },
    notes: body.notes,
    comments: body.comments,
    async pictureBytes(relation, most) {
      const bytes = await archive.head(relation.replace(/^\.\//, ""), most);
      return bytes && { name: relation.split("/").at(-1) || "picture", bytes };
    },
    found: await countOdtFile(archive),
    losses: hasHeader ? [headersAndFooters] : [],
    notices: [],
  });
}
