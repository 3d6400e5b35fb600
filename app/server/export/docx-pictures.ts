/* A picture in a Word file: the same share of the text width as in the draft, with its alternative text. */
import { ImageRun, Paragraph, TextRun, type IParagraphOptions } from "docx";
import type { Node } from "prosemirror-model";
import { imageSource } from "#core/document/document-image.ts";
import { pictureWords, type DraftPictures } from "./draft-pictures.ts";

const types: Partial<Record<string, "png" | "jpg" | "gif">> = { "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif" };
const twipsPerPixel = 15;

/** `textWidth` is in twips. Word doesn't support WebP: such a picture becomes its alternative text. */
export function docxPicture(node: Node, pictures: DraftPictures, textWidth: number, place: IParagraphOptions): Paragraph[] {
  const source = imageSource(node.attrs["src"]);
  const picture = source?.kind === "file" ? pictures.get(source.fileId) : undefined;
  const type = picture && types[picture.type];
  const description = String(node.attrs["alt"]);
  const caption = String(node.attrs["caption"]);
  const width = Math.round(((textWidth / twipsPerPixel) * Number(node.attrs["width"])) / 100);
  const shown =
    picture && type
      ? new ImageRun({
          type,
          data: picture.bytes,
          transformation: { width, height: Math.max(1, Math.round((width * picture.height) / picture.width)) },
          altText: { name: description || "Picture", description },
        })
      : new TextRun({ text: pictureWords(node), italics: true });
  const paragraphs = [new Paragraph({ ...place, keepNext: caption !== "", children: [shown] })];
  if (caption !== "") paragraphs.push(new Paragraph({ ...place, style: "Caption", children: [new TextRun(caption)] }));
  return paragraphs;
}
