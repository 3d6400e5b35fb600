/*
 * The fonts of a PDF, and which of them has the glyphs of a text: each character is set in its block's font if that has
 * it, else in the first other font that does. A font's file is looked for only once a text needs it.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openSync, type Font } from "fontkit";
import { mirrored, type Directions } from "./pdf-direction.ts";

const require = createRequire(import.meta.url);
/** A file beside another of its package. */
const beside = (file: string, path: string) => join(dirname(file), path);

type Files = { normal: string; bold: string; italics: string; bolditalics: string };
/** Scripts without italics. */
const upright = (normal: string, bold = normal): Files => ({ normal, bold, italics: normal, bolditalics: bold });

const newsreader = (weight: string) =>
  beside(require.resolve("@expo-google-fonts/newsreader/package.json"), `${weight}/Newsreader_${weight}.ttf`);
const sans = (weight: string) =>
  beside(require.resolve("@expo-google-fonts/instrument-sans/package.json"), `${weight}/InstrumentSans_${weight}.ttf`);
const mono = () =>
  beside(require.resolve("@expo-google-fonts/jetbrains-mono/package.json"), "400Regular/JetBrainsMono_400Regular.ttf");
const roboto = (name: string) => beside(require.resolve("pdfmake/package.json"), `fonts/Roboto/Roboto-${name}.ttf`);
const emoji = () => beside(require.resolve("@expo-google-fonts/noto-emoji/package.json"), "400Regular/NotoEmoji_400Regular.ttf");
const thai = (weight: string) =>
  beside(require.resolve("@expo-google-fonts/noto-sans-thai/package.json"), `${weight}/NotoSansThai_${weight}.ttf`);
const devanagari = (weight: string) =>
  beside(require.resolve("@expo-google-fonts/noto-sans-devanagari/package.json"), `${weight}/NotoSansDevanagari_${weight}.ttf`);
const hebrew = (name: string) => beside(require.resolve("@embedpdf/fonts-hebrew"), `../fonts/NotoSansHebrew-${name}.ttf`);
const arabic = (name: string) => beside(require.resolve("@embedpdf/fonts-arabic"), `../fonts/NotoNaskhArabic-${name}.ttf`);
const chinese = (name: string) => beside(require.resolve("@embedpdf/fonts-sc"), `../fonts/NotoSansHans-${name}.otf`);
const japanese = (name: string) => beside(require.resolve("@embedpdf/fonts-jp"), `../fonts/NotoSansJP-${name}.otf`);
const korean = (name: string) => beside(require.resolve("@embedpdf/fonts-kr"), `../fonts/NotoSansKR-${name}.otf`);

const families = {
  Serif: () => ({
    normal: newsreader("400Regular"),
    italics: newsreader("400Regular_Italic"),
    bold: newsreader("600SemiBold"),
    bolditalics: newsreader("600SemiBold_Italic"),
  }),
  Sans: () => ({
    normal: sans("400Regular"),
    italics: sans("400Regular_Italic"),
    bold: sans("600SemiBold"),
    bolditalics: sans("600SemiBold_Italic"),
  }),
  Mono: () => upright(mono()),
  Other: () => ({
    normal: roboto("Regular"),
    italics: roboto("Italic"),
    bold: roboto("Medium"),
    bolditalics: roboto("MediumItalic"),
  }),
  Hebrew: () => upright(hebrew("Regular"), hebrew("Bold")),
  Arabic: () => upright(arabic("Regular"), arabic("Bold")),
  Emoji: () => upright(emoji()),
  Thai: () => upright(thai("400Regular"), thai("700Bold")),
  Devanagari: () => upright(devanagari("400Regular"), devanagari("700Bold")),
  Chinese: () => upright(chinese("Regular"), chinese("Bold")),
  Japanese: () => upright(japanese("Regular"), japanese("Bold")),
  Korean: () => upright(korean("Regular"), korean("Bold")),
} satisfies Record<string, () => Files>;
export type Kind = keyof typeof families;

const others: readonly Kind[] = ["Other", "Mono", "Serif", "Hebrew", "Arabic", "Thai", "Devanagari", "Emoji"];

/** Chinese, Japanese and Korean share characters and draw them differently: the document's own signs decide. */
function asianFonts(text: string): readonly Kind[] {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const [kana, hangul] = [count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu), count(/\p{Script=Hangul}/gu)];
  const shared = count(/\p{Script=Han}/gu);
  if (kana > hangul && 10 * kana > shared) return ["Japanese", "Chinese", "Korean"];
  return 10 * hangul > shared ? ["Korean", "Chinese", "Japanese"] : ["Chinese", "Korean", "Japanese"];
}

/** Joiners, direction marks, variation selectors, soft hyphens. */
const invisible = /^[\p{Cf}\p{Variation_Selector}]$/u;
/** They shape the letters beside them. */
const joiners = new Set(["\u200c", "\u200d"]);
const severalAsOne = /[\p{M}\p{Extended_Pictographic}\p{Regional_Indicator}\u200d]/u;
const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
const thaiWords = new Intl.Segmenter("th", { granularity: "word" });
const plainText = /^[\n\u0020-\u007e]*$/;
const box = "\u25a1";

/**
 * A ligature for "<!--" and the like would change what was written; some also fall outside the
 * font's outline table, which makes rendering fail.
 */
export const noLigatures = { calt: false, liga: false, clig: false };

/** `direction` is missing where all text runs from left to right. */
export type Piece = { text: string; font: Kind; fontFeatures?: typeof noLigatures; direction?: { level: number; base: number } };

export class PdfFonts {
  #used = new Set<Kind>(["Serif", "Sans"]);
  #covered = new Map<Kind, (codePoint: number) => boolean>();
  #fallbacks: readonly Kind[];
  #known = new Map<string, [shown: string, font: Kind][]>();
  /** Characters that no font has, and how often they are printed as boxes. */
  readonly missing = new Map<string, number>();

  /** `all` is the document's text. */
  constructor(all: string) {
    this.#fallbacks = [...others, ...asianFonts(all)];
  }

  /** The files of the fonts that texts were given. */
  get files(): Record<string, Files> {
    return Object.fromEntries([...this.#used].map((kind) => [kind, families[kind]()]));
  }

  /** Splits a text into pieces, each in one direction and with a font that has all its glyphs. */
  pieces(given: string, font: Kind, directions: Directions | null): Piece[] {
    const levels = directions?.next(given.length) ?? null;
    if (levels === null && plainText.test(given)) return [this.#piece(given, font)];
    const found: Piece[] = [];
    for (const { text, at } of clustersOf(given)) {
      if (this.missing.has(text)) this.missing.set(text, this.missing.get(text)! + 1);
      const level = levels?.[at] ?? 0;
      for (const [shown, kind] of this.#knownFor(text, font)) {
        const last = found.at(-1);
        const isWord = shown.trim() !== "" && last?.text.trim() !== "";
        const isSame = last?.font === kind && (levels === null || (last.direction!.level === level && (level % 2 === 0 || isWord)));
        if (isSame) last.text += shown;
        else found.push({ ...this.#piece(shown, kind), ...(levels && { direction: { level, base: directions!.base } }) });
      }
    }
    for (const piece of found) if (piece.font === "Thai") piece.text = withBreaks(piece.text);
    for (const piece of found) if ((piece.direction?.level ?? 0) % 2 === 1) piece.text = mirrored(piece.text);
    return found.length > 0 ? found : [this.#piece("", font)];
  }

  #piece(text: string, font: Kind): Piece {
    this.#used.add(font);
    return { text, font, ...(font === "Mono" && { fontFeatures: noLigatures }) };
  }

  #knownFor(cluster: string, font: Kind): readonly [shown: string, font: Kind][] {
    const key = font + cluster;
    const known = this.#known.get(key) ?? this.#shown(cluster, font);
    this.#known.set(key, known);
    return known;
  }

  /** Letters with their accents, and emoji made of several, stay together if a font has them all. */
  #shown(cluster: string, font: Kind): [shown: string, font: Kind][] {
    if (cluster === "\t") return [["    ", font]];
    const signs = [...cluster].filter((sign) => !invisible.test(sign));
    const kind = this.#fontOf(signs, font);
    if (kind !== undefined) {
      const kept = [...cluster].filter((sign) => !invisible.test(sign) || (joiners.has(sign) && this.#has(kind, sign)));
      return signs.length === 0 ? [] : [[kept.join(""), kind]];
    }
    if (signs.length > 1) return signs.flatMap((sign) => this.#shown(sign, font));
    this.missing.set(cluster, 1);
    return [[box, "Mono"]];
  }

  #fontOf(signs: readonly string[], font: Kind): Kind | undefined {
    return [font, ...this.#fallbacks].find((kind) =>
      signs.every((sign) => (sign < "\u007f" && kind === font) || this.#has(kind, sign)),
    );
  }

  #has(kind: Kind, sign: string): boolean {
    let covers = this.#covered.get(kind);
    if (covers === undefined) {
      const opened = openSync(families[kind]().normal) as Font;
      const known = new Map<number, boolean>();
      covers = (one) => known.get(one) ?? (known.set(one, opened.hasGlyphForCodePoint(one)), known.get(one)!);
      this.#covered.set(kind, covers);
    }
    return covers(sign.codePointAt(0)!);
  }
}

function* clustersOf(text: string): Generator<{ text: string; at: number }> {
  if (severalAsOne.test(text)) {
    for (const { segment, index } of segmenter.segment(text)) yield { text: segment, at: index };
    return;
  }
  let at = 0;
  for (const sign of text) {
    yield { text: sign, at };
    at += sign.length;
  }
}

/** Thai has no spaces between words, and lines may end there only: where they do, nothing is printed. */
function withBreaks(text: string): string {
  return [...thaiWords.segment(text)].map(({ segment }) => segment).join("\u200b");
}

/** What the person should know: printed boxes. */
export function missingGlyphs(missing: ReadonlyMap<string, number>): string | null {
  if (missing.size === 0) return null;
  const shown = [...missing.keys()].slice(0, 12).join(" ") + (missing.size > 12 ? " …" : "");
  const [which, are] = missing.size === 1 ? ["1 character isn’t", "is"] : [`${missing.size} characters aren’t`, "are"];
  return `${which} in the fonts that Stet prints with and ${are} shown as ${box}: ${shown}`;
}
