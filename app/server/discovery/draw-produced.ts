/*
 * Draws documents as they are handed over, one after the other: the text with its redactions burnt in, or a sheet that
 * says why it is not there, with a running number on every page. Runs in a thread. What is drawn depends on nothing but
 * what is given, so it can be repeated byte for byte.
 */
import type { Content } from "pdfmake/interfaces.js";
import { pageNumber, type Numbering } from "#core/discovery/numbering.ts";
import { cleanedFields, sheetWords, type ProducedFields, type Treatment } from "#core/discovery/production.ts";
import { burntPlaces, redactionSign, type FrozenRedaction } from "#core/discovery/redaction.ts";
import { drawPdf } from "../export/draw-pdf.ts";

export type ToProduce = {
  position: number;
  treatment: Treatment;
  text: string;
  redactions: FrozenRedaction[];
  /** What is redacted in the documents of its family. */
  passages: string[];
  fields: ProducedFields;
};
export type DrawnDocument = { position: number; first: number; pages: number; fields: ProducedFields; pdf: Uint8Array };

/** Neither the day of the document nor that of the production. */
const always = new Date("2000-01-01T00:00:00Z");
const burnt = { background: "#1d1b16", color: "#ffffff", font: "Sans", fontSize: 9 };

export type Drawing = { documents: ToProduce[]; numbering: Numbering };

export async function drawProduced({ documents, numbering }: Drawing): Promise<DrawnDocument[]> {
  const drawn: DrawnDocument[] = [];
  let { first } = numbering;
  for (const document of documents) {
    const own = { ...numbering, first };
    const content = document.treatment === "text" ? textContent(document) : sheetContent(document, own);
    const { bytes, pages } = await drawPdf({ title: pageNumber(own, first), createdAt: always, content, numbering: own });
    drawn.push({ position: document.position, first, pages, fields: fieldsOf(document), pdf: bytes });
    first += pages;
  }
  return drawn;
}

/** What of a withheld document may be said in a privilege log. */
function fieldsOf({ treatment, fields, ...document }: ToProduce): ProducedFields {
  const cleaned = cleanedFields(fields, document);
  return treatment === "withheld" ? { ...cleaned, subject: "", name: "", sha256: "" } : cleaned;
}

/** A sign in place of what is redacted, whether it stands within a line or over several. */
function textContent({ text, redactions }: ToProduce): Content[] {
  const lines: Content[][] = [[]];
  const say = (words: string) => {
    words.split(/\r\n?|\n/).forEach((line, at) => {
      if (at > 0) lines.push([]);
      if (line !== "") lines.at(-1)!.push({ text: line });
    });
  };
  let from = 0;
  for (const { start, end, reasons } of burntPlaces(redactions, text.length)) {
    say(text.slice(from, start));
    lines.at(-1)!.push({ text: redactionSign(reasons), ...burnt });
    from = end;
  }
  say(text.slice(from));
  return lines.map((line) => (line.length === 0 ? { text: " " } : { text: line, preserveLeadingSpaces: true }));
}

function sheetContent({ treatment }: ToProduce, own: Numbering): Content[] {
  if (treatment === "text") throw new Error("A text is no sheet.");
  return [
    { text: pageNumber(own, own.first), style: "title", alignment: "center", margin: [0, 220, 0, 12] },
    { text: sheetWords[treatment], alignment: "center" },
  ];
}
