/* RTF as an editable document, converted to Word elements for WordBlocks. */
import { countRtf } from "../counters/rtf-counter.ts";
import { officeDocument, type OfficeDocument } from "./office-document.ts";
import { RtfBody } from "./rtf-body.ts";
import { headersAndFooters } from "./word-losses.ts";

export function readRtfDocument(bytes: Buffer): Promise<OfficeDocument> {
  const body = new RtfBody();
  const source = bytes.toString("latin1");
  body.read(source);
  const { blocks, named, pictures } = body.main;
  return officeDocument({
    body: { blocks, named, pictures, textWidth: body.textWidth },
    numbering: body.head,
    links: { get: (address) => address },
    notes: { blocks: body.notes, named: body.named },
    comments: { comments: body.comments, extended: new Map() },
    async pictureBytes(relation, most) {
      const picture = body.pictures.get(relation);
      if (picture === undefined || picture.hex.length / 2 > most) return null;
      return { name: picture.name, bytes: Buffer.from(picture.hex, "hex") };
    },
    found: countRtf(source),
    losses: body.hasHeaders ? [headersAndFooters] : [],
    notices: [],
  });
}
