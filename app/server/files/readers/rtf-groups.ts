/* Which RTF groups are read and which are skipped, and what control words mean for character formatting. */
import type { SaidMark } from "./word-events.ts";

/** Groups whose text is a single value. */
const gathered = [
  "bkmkstart",
  "bkmkend",
  "atrfstart",
  "atrfend",
  "atnauthor",
  "atnref",
  "atndate",
  "leveltext",
  "fldinst",
  "pict",
  "sn",
  "sv",
] as const;
export type Gathered = (typeof gathered)[number];
export const isGathered = (word: string): word is Gathered => (gathered as readonly string[]).includes(word);
export const skipped = new Set(
  "colortbl info shprslt object themedata colorschememapping datastore latentstyles rsidtbl generator xmlnstbl filetbl pntext listtext nonshppict pgdsctbl atnid atnicn userprops ftnsep ftnsepc aftnsep levelnumbers listname liststylename falt panose".split(
    " ",
  ),
);
export const headers = new Set("header headerl headerr headerf footer footerl footerr footerf".split(" "));
export const markWords: Record<string, SaidMark> = {
  b: "bold",
  i: "italic",
  strike: "strike",
  striked: "strike",
  super: "superscript",
  sub: "subscript",
  scaps: "smallCaps",
  caps: "caps",
};
export const underlines = new Set("ul uld uldash uldashd uldashdd uldb ulth ulw ulwave".split(" "));
/** Starred groups that are read. */
export const known = new Set([
  "shppict",
  "shpinst",
  "cs",
  "ds",
  "picprop",
  "fldinst",
  "footnote",
  "annotation",
  "listtable",
  "revtbl",
]);

/** A packed date: minutes, hours, days, months and years since 1900 in bit fields; empty for none. */
export function momentOf(packed: number): string {
  const bits = packed >>> 0;
  const [minute, hour, day, month] = [bits & 63, (bits >>> 6) & 31, (bits >>> 11) & 31, (bits >>> 16) & 15];
  const moment = new Date(Date.UTC(1900 + ((bits >>> 20) & 511), month - 1, day, hour, minute));
  return bits === 0 || Number.isNaN(moment.getTime()) ? "" : moment.toISOString().replace(".000Z", "Z");
}
