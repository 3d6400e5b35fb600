/*
 * The words of a picture. Tesseract's core is used without the library around it, which starts threads and fetches
 * its languages: the sandbox allows neither, and the languages come with their packages.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import {
  sureOf,
  type RecognisableLanguage,
  type RecognisedLine,
  type RecognisedWord,
  type Turn,
} from "#core/sources/recognised-page.ts";
import { asPgm, turned, withWhitePaper, type GreyPicture } from "./grey-picture.ts";

type Box = { x0: number; y0: number; x1: number; y1: number };
type Line = {
  bbox: Box;
  baseline: Box;
  rowAttributes?: { rowHeight: number; ascenders: number; descenders: number };
  words: { bbox: Box; text: string; confidence: number }[];
};
type Found = { blocks?: { paragraphs: { lines: Line[] }[] }[] };

type Api = {
  Init(folder: null, languages: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  Clear(): void;
  End(): void;
};
type Core = { FS: { writeFile(path: string, content: Uint8Array): void }; TessBaseAPI: new () => Api };

const names: Record<RecognisableLanguage, string> = { en: "eng", de: "deu", sv: "swe", nl: "nld", fr: "fra" };
const onlyLstm = 1;
const pageWithColumns = "3";
const fewWords = "6";
/** A page read worse than this may lie on its side. */
const doubtful = 70;

const require = createRequire(import.meta.url);
let core: Promise<Core> | undefined;
let ready: { api: Api; files: Core["FS"]; languages: string } | undefined;
const loaded = new Set<string>();

export type PictureText = { turn: Turn; sure: number; lines: RecognisedLine[] };

/** `scale`: points per dot. Turned by right angles if that makes it readable. */
export async function wordsOfPicture(
  drawn: GreyPicture,
  languages: readonly RecognisableLanguage[],
  scale: number,
): Promise<PictureText> {
  const engine = await engineFor(languages);
  const picture = withWhitePaper(drawn);
  const first = read(engine, picture, 0, scale);
  if (isClear(first) || !hasInk(picture)) return first;
  let best = sidewaysIn(first) === 0 ? first : { ...first, lines: [], sure: 0 };
  for (const turn of turnsFor(first)) {
    const other = read(engine, picture, turn, scale);
    if (isClear(other)) return other;
    if (sidewaysIn(other) === 0 && weight(other) > weight(best) * 1.1) best = other;
  }
  if (best.lines.length > 0) return best;
  // A few words on an otherwise empty sheet are no layout.
  return read(engine, picture, 0, scale, fewWords);
}

function isClear(text: PictureText): boolean {
  return text.sure >= doubtful && lettersIn(text) > 40 && sidewaysIn(text) === 0;
}

/** The likeliest first. */
function turnsFor(text: PictureText): Turn[] {
  const side = sidewaysIn(text);
  return side === 0 ? [180, 90, 270] : side === 90 ? [90, 270, 180] : [270, 90, 180];
}

/** Lines that run up or down are recognized as well, but not where their words are: the turn that sets them upright. */
function sidewaysIn({ lines }: PictureText): Turn {
  let [across, down, up] = [0, 0, 0];
  for (const { words } of lines) {
    const [first, last] = [words[0]!, words.at(-1)!];
    const x = Math.abs((last[1] + last[3] - first[1] - first[3]) / 2);
    const y = (last[2] + last[4] - first[2] - first[4]) / 2;
    if (Math.abs(y) <= x) across += words.length > 1 ? words.length : 0;
    else if (y > 0) down += words.length;
    else up += words.length;
  }
  if (across >= down + up) return 0;
  return down > up ? 270 : 90;
}

type Engine = NonNullable<typeof ready>;

async function engineFor(languages: readonly RecognisableLanguage[]): Promise<Engine> {
  const wanted = [...new Set(languages.length > 0 ? languages : (["en"] as const))].map((one) => names[one]);
  if (ready?.languages === wanted.join("+")) return ready;
  core ??= (require("tesseract.js-core/tesseract-core-simd-lstm") as (options: object) => Promise<Core>)({});
  const { FS, TessBaseAPI } = await core;
  for (const name of wanted) {
    if (loaded.has(name)) continue;
    const path = require.resolve(`@tesseract.js-data/${name}/4.0.0_best_int/${name}.traineddata.gz`);
    FS.writeFile(`${name}.traineddata`, gunzipSync(readFileSync(path)));
    loaded.add(name);
  }
  ready?.api.End();
  const api = new TessBaseAPI();
  if (api.Init(null, wanted.join("+"), onlyLstm) !== 0) throw new Error(`The recognition did not start in ${wanted.join("+")}.`);
  ready = { api, files: FS, languages: wanted.join("+") };
  return ready;
}

function read({ api, files }: Engine, picture: GreyPicture, turn: Turn, scale: number, layout = pageWithColumns): PictureText {
  api.SetVariable("tessedit_pageseg_mode", layout);
  api.SetVariable("user_defined_dpi", String(Math.round(72 / scale)));
  files.writeFile("/input", asPgm(turned(picture, turn)));
  if (api.SetImageFile(1, 0) !== 0) throw new Error("The recognition could not read the picture.");
  if (api.Recognize(null) !== 0) throw new Error("The recognition failed.");
  const { blocks = [] } = JSON.parse(api.GetJSONText()) as Found;
  api.Clear();
  const lines = blocks.flatMap(({ paragraphs }) => paragraphs.flatMap((one) => one.lines)).flatMap((line) => lineOf(line, scale));
  return { turn, sure: sureOf(lines), lines };
}

function lineOf({ baseline, bbox, rowAttributes, words }: Line, scale: number): RecognisedLine[] {
  const points = (dots: number) => Math.round(dots * scale * 10) / 10;
  const kept = words.flatMap(({ text, bbox: box, confidence }): RecognisedWord[] =>
    isNoise(text, confidence)
      ? []
      : [[text, points(box.x0), points(box.y0), points(box.x1), points(box.y1), Math.round(Math.max(0, confidence))]],
  );
  if (kept.length === 0) return [];
  const height = rowAttributes !== undefined && rowAttributes.rowHeight > 0 ? rowAttributes.rowHeight : bbox.y1 - bbox.y0;
  return [{ baseline: points((baseline.y0 + baseline.y1) / 2), size: points(height * sizeOfHeight), words: kept }];
}

/** From the top of a "d" to the bottom of a "p" it is a little less than the size of the type. */
const sizeOfHeight = 0.95;

/** Specks and rules that were taken for letters. */
function isNoise(text: string, confidence: number): boolean {
  return text.trim() === "" || confidence < 10 || (confidence < 50 && !/[\p{L}\p{N}]{2}/u.test(text));
}

function lettersIn({ lines }: PictureText): number {
  return lines.reduce((sum, { words }) => sum + words.reduce((all, [text]) => all + text.length, 0), 0);
}

/** What was read with some confidence. */
function weight({ lines }: PictureText): number {
  const sum = (words: readonly RecognisedWord[]) =>
    words.reduce((all, [text, , , , , sure]) => all + (sure >= 60 && text.length > 1 ? text.length * sure : 0), 0);
  return lines.reduce((all, { words }) => all + sum(words), 0);
}

/** About as much as two letters. */
function hasInk({ grey }: GreyPicture): boolean {
  return grey.reduce((dark, dot) => (dot < 140 ? dark + 1 : dark), 0) > grey.length / 20_000;
}
