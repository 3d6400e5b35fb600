/* PPTX: slides in display order, each with its title as heading, then the text and the speaker notes. */
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { Unreadable } from "../unreadable.ts";
import type { Archive } from "../zip.ts";
import { partName, refuseRemoteParts, relationsOf } from "./relations.ts";
import { readXml } from "./xml.ts";

const mainPart = "ppt/presentation.xml";

export async function readPresentation(archive: Archive): Promise<FileText> {
  await refuseRemoteParts(archive);
  const pieces = archive.part(mainPart);
  if (pieces === null) throw new Unreadable("This isn’t a valid PowerPoint presentation: it has no slides.");
  const ids: string[] = [];
  await readXml(pieces, {
    open(name, attribute) {
      if (name !== "sldId") return;
      const relation = attribute("r:id");
      if (relation !== undefined) ids.push(relation);
    },
  });
  const relations = await relationsOf(archive, mainPart);
  const builder = new DocumentBuilder();
  let number = 0;
  for (const id of ids) {
    const target = relations.find((relation) => relation.id === id)?.target;
    const name = target === undefined ? "" : partName(mainPart, target);
    const slide = archive.part(name);
    if (slide === null) continue;
    builder.page(++number);
    await readShapes(slide, builder);
    const notes = (await relationsOf(archive, name)).find(({ type }) => type === "notesSlide");
    const notesPart = notes && archive.part(partName(name, notes.target));
    if (notesPart) await readShapes(notesPart, builder, true);
  }
  return builder.finish(number);
}

async function readShapes(pieces: AsyncIterable<string>, builder: DocumentBuilder, notesOnly = false): Promise<void> {
  let kind = "";
  let paragraph = "";
  let takesText = false;
  const cells: string[][] = [];
  await readXml(pieces, {
    open(name, attribute) {
      if (name === "sp") kind = "";
      else if (name === "ph") kind = attribute("type") ?? "body";
      else if (name === "t") takesText = true;
      else if (name === "br") paragraph += "\n";
      else if (name === "tr") cells.push([]);
      else if (name === "tc") cells.at(-1)?.push("");
    },
    close(name) {
      if (name === "t") takesText = false;
      else if (name === "tr") builder.row(cells.pop() ?? []);
      else if (name === "p") {
        const row = cells.at(-1);
        // A slide's number, date and footer aren't content.
        if (/^(?:sldNum|dt|ftr|hdr)$/.test(kind) || (notesOnly && kind !== "body")) paragraph = "";
        else if (row) row[Math.max(0, row.length - 1)] = `${row.at(-1) ?? ""} ${paragraph}`.trim();
        else if (/^(?:title|ctrTitle)$/.test(kind)) builder.heading(1, paragraph);
        else builder.paragraph(paragraph);
        paragraph = "";
      }
    },
    text(text) {
      if (takesText) paragraph += text;
    },
  });
}
