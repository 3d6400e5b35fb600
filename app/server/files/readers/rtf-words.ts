/* RTF's tokens: control words, groups, and characters in a code page or Unicode. */
export const characters: Record<string, string> = {
  tab: "\t",
  line: "\n",
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
  emspace: " ",
  enspace: " ",
};

export const hasBinary = "This RTF file contains binary parts, which Stet can’t read. Save it as DOCX and attach that.";
export const tooDeep = "This file is nested too deeply. It was not opened.";
export const deepest = 1_000;
/** A control word with its number, a byte, a symbol, a brace, or text. */
export const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi;

const asian: Record<string, string> = { "932": "shift_jis", "936": "gbk", "949": "euc-kr", "950": "big5" };

/** By the font's charset number. */
export const charsets: Record<number, string> = {
  128: "932",
  129: "949",
  134: "936",
  136: "950",
  161: "1253",
  162: "1254",
  177: "1255",
  178: "1256",
  186: "1257",
  204: "1251",
  238: "1250",
};

/** The code page that the file declares. */
export function codePageOf(source: string): string | undefined {
  return /\\ansicpg(\d{3,5})/.exec(source.slice(0, 2_000))?.[1];
}

export function decoderFor(codePage: string | undefined): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(codePage === undefined ? "windows-1252" : (asian[codePage] ?? `windows-${codePage}`));
  } catch {
    return new TextDecoder("windows-1252");
  }
}
