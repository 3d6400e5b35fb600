/* Text of programs before Unicode, by the number of its code page, where its bytes agree with that. */
const named: Record<number, string> = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  1200: "utf-16le",
  10000: "macintosh",
  20127: "windows-1252",
  20866: "koi8-r",
  28591: "windows-1252",
  28592: "iso-8859-2",
  28605: "iso-8859-15",
  50220: "iso-2022-jp",
  51932: "euc-jp",
  54936: "gb18030",
  65001: "utf-8",
};

export function decodedBy(codePage: number, bytes: Uint8Array): string {
  try {
    return new TextDecoder(named[codePage] ?? `windows-${codePage}`, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
