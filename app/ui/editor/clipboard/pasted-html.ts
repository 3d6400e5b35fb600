/*
 * Cleans HTML from the clipboard before the editor parses it: with the parser used
 * for files (core/document/foreign-html.ts), keeping references that resolve in
 * this document. Nothing is fetched.
 */
import type { Node } from "@tiptap/pm/model";
import { takeForeign } from "#core/document/foreign-html.ts";
import { referenceLabels } from "#core/clauses/references.ts";
import { inertDocument } from "../../trusted-html.ts";

export type CleanedHtml = {
  html: string;
  pictures: { uploadId: string; file: File }[];
  /** How many images were referenced but not included. */
  left: number;
};

export function cleanedHtml(html: string, document: Node): CleanedHtml {
  const { body } = inertDocument(html);
  const labels = referenceLabels(document);
  const { pictures, left } = takeForeign(body, { knows: (id) => labels.has(id), origin: location.origin });
  const files = pictures.map(({ uploadId, type, bytes }) => {
    const file = new File([bytes], `picture.${type.slice("image/".length)}`, { type });
    return { uploadId, file };
  });
  return { html: body.innerHTML, pictures: files, left };
}
