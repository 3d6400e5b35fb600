/* What has been filled in: a form's values, and text typed over a page, where they stand. */
import type { PDFPageProxy } from "unpdf/pdfjs";
import type { Piece } from "./line.ts";

type Annotation = {
  subtype?: string;
  fieldType?: string;
  fieldValue?: unknown;
  rect?: number[];
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string;
  password?: boolean;
  multiLine?: boolean;
  annotationFlags?: number;
  options?: { exportValue?: string; displayValue?: string }[];
  contentsObj?: { str?: string };
};

const hidden = 2 | 32;

/** Null if they can't be read: the page still has its text. */
export async function fieldPieces(page: PDFPageProxy, view: readonly number[]): Promise<Piece[] | null> {
  const annotations = (await page.getAnnotations().catch(() => null)) as Annotation[] | null;
  if (annotations === null) return null;
  return annotations.flatMap((one) => {
    const text = ((one.annotationFlags ?? 0) & hidden) === 0 ? valueOf(one).trim() : "";
    return text === "" || one.rect === undefined ? [] : placed(text, one.rect, view);
  });
}

function valueOf(one: Annotation): string {
  if (one.subtype === "FreeText") return one.contentsObj?.str ?? "";
  if (one.subtype !== "Widget" || one.password === true) return "";
  if (one.fieldType === "Btn") {
    if (one.checkBox !== true && one.radioButton !== true) return "";
    const own = one.checkBox === true ? one.exportValue : one.buttonValue;
    return one.fieldValue === own && own !== undefined && own !== "Off" ? "[x]" : "[ ]";
  }
  const values = [one.fieldValue ?? ""].flat().filter((value) => typeof value === "string");
  if (one.fieldType === "Tx") return values.join("\n");
  if (one.fieldType !== "Ch") return "";
  return values.map((value) => one.options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value).join(", ");
}

/** A value stands on the baseline of the words beside it: near the bottom of a low box, from the top of a high one. */
function placed(text: string, rect: readonly number[], view: readonly number[]): Piece[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = view;
  const xs = [rect[0]! * a + rect[1]! * c + e, rect[2]! * a + rect[3]! * c + e];
  const ys = [rect[0]! * b + rect[1]! * d + f, rect[2]! * b + rect[3]! * d + f];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const height = bottom - top;
  const size = Math.min(10, Math.max(6, height * 0.65));
  const first = height < 30 ? bottom - Math.max(2, (height - size) / 2 + size * 0.15) : top + size * 1.2;
  return text.split(/\r\n?|\n/).map((line, at) => {
    const width = Math.min(right - left, Math.max(4, line.length * size * 0.5));
    return { text: line, left, right: left + width, y: first + at * size * 1.2, size };
  });
}
