/* The child process that reads the pictures of pages: one page at a time, as its parent requests, isolated from the server. */
import type { RecognisableLanguage, RecognisedPage } from "#core/sources/recognised-page.ts";
import { pictureOfPage } from "./page-picture.ts";
import { wordsOfPicture } from "./words-of-picture.ts";

export type PageToRecognise = { id: number; bytes: Uint8Array; page: number; languages: RecognisableLanguage[] };

// pdf.js leaves some behind; those that matter are awaited and checked below.
process.on("unhandledRejection", () => {});

process.on("message", (asked: PageToRecognise) => {
  void answer(asked);
});

async function answer({ id, bytes, page, languages }: PageToRecognise): Promise<void> {
  try {
    process.send!({ id, document: await recognised(new Uint8Array(bytes), page, languages) });
  } catch (error) {
    process.send!({ id, sentence: null, fault: String(error instanceof Error ? error.stack : error) });
  }
}

async function recognised(bytes: Uint8Array, page: number, languages: RecognisableLanguage[]): Promise<RecognisedPage> {
  const picture = await pictureOfPage(bytes, page);
  const { turn, sure, lines } = await wordsOfPicture(picture, languages, picture.scale);
  const points = (dots: number) => Math.round(dots * picture.scale * 10) / 10;
  const isAcross = turn === 90 || turn === 270;
  const [width, height] = isAcross ? [picture.height, picture.width] : [picture.width, picture.height];
  return { page, turn, width: points(width), height: points(height), sure, lines };
}

process.send!({ ready: true });
