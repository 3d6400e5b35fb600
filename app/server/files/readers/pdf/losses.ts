/* What could not be read of a PDF, one sentence for each kind of loss. */
import { hardlySure, sureOf, type RecognisedPage } from "#core/sources/recognised-page.ts";
import type { DocumentBuilder } from "../../document-builder.ts";
import type { PdfPage } from "./page.ts";

export function sayLosses(pages: readonly (PdfPage | null)[], hasPicture: readonly boolean[], builder: DocumentBuilder): void {
  const those = (test: (page: PdfPage, at: number) => boolean) =>
    pages.flatMap((page, at) => (page !== null && test(page, at) ? [at + 1] : []));
  const broken = pages.flatMap((page, at) => (page === null ? [at + 1] : []));
  if (broken.length > 0) builder.notice(`${named(broken, "is", "are")} damaged and could not be read.`);
  const lost = those((page) => isLoss(page));
  if (lost.length > 0) builder.notice(`${named(lost, "holds", "hold")} text that could not be read.`);
  const unread = those(({ fields }) => fields === null);
  if (unread.length > 0) builder.notice(`${named(unread, "holds", "hold")} form fields that could not be read.`);
  const isWordless = (page: PdfPage) =>
    page.shown === 0 && [page.pieces, ...page.turned].flat().every(({ text }) => text.trim() === "");
  const scanned = those((page, at) => isWordless(page) && hasPicture[at] === true);
  const drawn = those((page, at) => isWordless(page) && hasPicture[at] !== true && page.drawings > 0);
  builder.scanned(scanned);
  if (scanned.length > 0)
    builder.notice(
      scanned.length === pages.length
        ? "This PDF has no text: its pages are scanned, and their pictures have not been read."
        : `${named(scanned, "is", "are")} scanned: ${scanned.length === 1 ? "its picture has" : "their pictures have"} not been read.`,
    );
  else if (pages.every((page) => page === null || (isWordless(page) && page.isRecognised !== true)))
    builder.notice(
      drawn.length > 0 ? "This PDF has no text: its pages hold only drawings." : "This PDF has no text: its pages are empty.",
    );
  if (drawn.length > 0 && drawn.length < pages.length) builder.notice(`${named(drawn, "holds", "hold")} drawings and no text.`);
}

/** What the pictures of pages were read as, how surely, and which of them hardly or not at all. */
export function sayRecognised(pages: readonly RecognisedPage[], builder: DocumentBuilder): void {
  const those = (test: (page: RecognisedPage) => boolean) => pages.filter(test).map(({ page }) => page);
  const read = pages.filter(({ sure, lines }) => sure !== null && lines.length > 0);
  if (read.length > 0) {
    const sure = sureOf(read.flatMap(({ lines }) => lines));
    builder.notice(
      `${named(
        read.map(({ page }) => page),
        "is",
        "are",
      )} scanned: the text was recognized from pictures (${sure} % sure).`,
    );
  }
  const hardly = those(({ sure, lines }) => sure !== null && lines.length > 0 && sure < hardlySure);
  if (hardly.length > 0) builder.notice(`${named(hardly, "could", "could")} hardly be read.`);
  const without = those(({ sure, lines }) => sure !== null && lines.length === 0);
  if (without.length > 0) builder.notice(`${named(without, "shows a picture", "show pictures")} in which no text was found.`);
  const failed = those(({ sure }) => sure === null);
  if (failed.length > 0) builder.notice(`The picture on ${lowerFirst(named(failed, "could", "could"))} not be read.`);
}

const lowerFirst = (text: string) => text[0]!.toLowerCase() + text.slice(1);

/** A symbol or two is not a loss. */
function isLoss({ lost, shown }: PdfPage): boolean {
  return lost > 0 && (lost === shown || lost > Math.max(2, shown * 0.02));
}

function named(pages: readonly number[], one: string, more: string): string {
  return pages.length === 1 ? `Page ${pages[0]} ${one}` : `Pages ${listed(pages)} ${more}`;
}

/** 3, 4, 5, 9 → "3–5, 9" */
function listed(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const shown = runs.slice(0, 8).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return `${shown.join(", ")}${runs.length > 8 ? " and more" : ""}`;
}
