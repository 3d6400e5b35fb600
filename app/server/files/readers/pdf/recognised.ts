/* What the picture of a page was read as, in the form in which other pages are read, so that columns, tables and paragraphs are found alike. */
import type { RecognisedLine, RecognisedPage } from "#core/sources/recognised-page.ts";
import type { Piece } from "./line.ts";
import type { PdfPage } from "./page.ts";

export function recognisedAsPage({ lines, height }: RecognisedPage): PdfPage {
  const pieces = lines.flatMap(piecesOf);
  return {
    pieces,
    turned: [],
    fields: [],
    height,
    lost: 0,
    shown: pieces.reduce((sum, { text }) => sum + text.length, 0),
    drawings: 0,
    operators: 0,
    isRecognised: true,
  };
}

/** In sizes of the type: a wider gap separates cells or columns. */
const widestSpace = 1.5;

/** Words between which there is no more than a space. */
function piecesOf({ baseline, size, words }: RecognisedLine): Piece[] {
  const pieces: Piece[] = [];
  for (const [text, left, , right] of words) {
    const last = pieces.at(-1);
    if (last !== undefined && left - last.right < size * widestSpace) {
      last.text += ` ${text}`;
      last.right = Math.max(last.right, right);
    } else pieces.push({ text, left, right, y: baseline, size });
  }
  return pieces;
}
