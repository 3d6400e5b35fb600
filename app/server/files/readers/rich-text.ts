/*
 * RTF: a stream of control words, groups and characters. Groups without text (fonts, colors,
 * pictures, Word's internals) are skipped. Headings are recognized by outline level.
 */
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { Unreadable } from "../unreadable.ts";
import { characters, codePageOf, decoderFor, deepest, hasBinary, token, tooDeep } from "./rtf-words.ts";

const skippedGroups = new Set(
  "fonttbl colortbl stylesheet info pict object themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator header headerl headerr headerf footer footerl footerr footerf xmlnstbl fldinst bkmkstart bkmkend filetbl revtbl pntext listtext nonshppict".split(
    " ",
  ),
);
type Group = { skips: boolean; afterUnicode: number; struck: boolean };

export function readRichText(bytes: Buffer): FileText {
  const builder = new DocumentBuilder();
  const source = bytes.toString("latin1");
  const decoder = decoderFor(codePageOf(source));
  const groups: Group[] = [];
  let group: Group = { skips: false, afterUnicode: 1, struck: false };
  let paragraph = "";
  let level: number | undefined;
  let ignored = 0;
  let cells: string[] | null = null;
  const write = (text: string) => {
    if (!group.skips && !group.struck) paragraph += text;
  };
  const end = () => {
    if (cells !== null) paragraph = `${paragraph} `;
    else {
      if (level === undefined) builder.paragraph(paragraph);
      else builder.heading(level, paragraph);
      paragraph = "";
    }
  };
  let isStarred = false;
  for (const [, word, number, hex, symbol, brace, text] of source.matchAll(token)) {
    if (brace === "{") {
      if (groups.length > deepest) throw new Unreadable(tooDeep);
      groups.push(group);
      group = Object.assign({}, group);
    } else if (brace === "}") group = groups.pop() ?? group;
    else if (word !== undefined) {
      const value = number === undefined ? undefined : Number(number);
      if (word === "bin") throw new Unreadable(hasBinary);
      if (skippedGroups.has(word) || isStarred) group.skips = true;
      else if (word === "par" || word === "sect" || word === "page") end();
      else if (word === "intbl") cells ??= [];
      else if (word === "cell") {
        (cells ??= []).push(paragraph);
        paragraph = "";
      } else if (word === "row") {
        builder.row(cells ?? []);
        cells = null;
        paragraph = "";
      } else if (word === "pard") {
        level = undefined;
        if (cells?.length === 0) cells = null;
      } else if (word === "outlinelevel" && value !== undefined && value < 9) level = value + 1;
      else if (word === "deleted") group.struck = value !== 0;
      else if (word === "uc") group.afterUnicode = value ?? 1;
      else if (word === "u" && value !== undefined) {
        write(String.fromCharCode(value < 0 ? value + 65_536 : value));
        ignored = group.afterUnicode;
      } else if (characters[word] !== undefined) write(characters[word]);
    } else if (hex !== undefined) {
      if (ignored > 0) ignored--;
      else write(decoder.decode(Uint8Array.of(Number.parseInt(hex, 16))));
    } else if (symbol !== undefined) {
      if (symbol === "~") write("\u00a0");
      else if (symbol === "_") write("\u2011");
      else if (symbol === "\n" || symbol === "\r") end();
      else if ("\\{}".includes(symbol)) write(symbol);
    } else if (text !== undefined) {
      const kept = text.slice(ignored);
      ignored = Math.max(0, ignored - text.length);
      if (kept !== "") write(decoder.decode(Buffer.from(kept, "latin1")));
    }
    isStarred = symbol === "*";
  }
  cells = null;
  end();
  return builder.finish();
}
