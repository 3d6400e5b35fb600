/*
 * Counts what an RTF file says, from its tokens. Only raised, lowered and struck words count as formatted: whether bold
 * is a word's own or its style's isn't said where it stands.
 */
import { Tally, type Counts } from "#core/losses/counts.ts";
import { safeHref } from "#core/text/safe-href.ts";
import { charsets, codePageOf, decoderFor, token } from "../readers/rtf-words.ts";

type Group = {
  /** "fonts" names them; what is aside is not the text's. */
  into: "text" | "aside" | "fonts" | "instruction";
  font: number;
  afterUnicode: number;
  isInserted: boolean;
  isDeleted: boolean;
  look: ReadonlySet<string>;
  field: { instruction: string } | null;
};

const aside = new Set(
  `shprslt stylesheet colortbl info revtbl listtable listoverridetable themedata colorschememapping datastore latentstyles rsidtbl
  generator xmlnstbl filetbl pntext listtext nonshppict pgdsctbl atnid atnicn atnauthor atnref atndate atrfstart atrfend userprops
  ftnsep ftnsepc aftnsep bkmkstart bkmkend header headerl headerr headerf footer footerl footerr footerf objdata objclass sn sv pict
  annotation falt panose xe tc`.split(/\s+/),
);
/** Starred groups with words in them; all others are for programs that know them. */
const starred = new Set(["shppict", "shpinst", "footnote", "annotation", "fldinst", "cs", "bkmkstart", "bkmkend"]);
const raised = new Set(["super", "sub", "strike", "striked"]);

export function countRtf(source: string): Counts {
  return new RtfCounter(source).tally.counts;
}

class RtfCounter {
  readonly tally = new Tally();
  #outer: Group[] = [];
  #group: Group = { into: "text", font: -1, afterUnicode: 1, isInserted: false, isDeleted: false, look: new Set(), field: null };
  #charsets = new Map<number, number>();
  #codePage: string | undefined;
  #bytes: number[] = [];
  #ignored = 0;

  constructor(source: string) {
    this.#codePage = codePageOf(source);
    let isStarred = false;
    for (const [, word, number, hex, symbol, brace, text] of source.matchAll(token)) {
      if (hex === undefined) this.#flush();
      if (brace === "{") this.#outer.push({ ...this.#group });
      else if (brace === "}") this.#group = this.#outer.pop() ?? this.#group;
      else if (word !== undefined) this.#word(word, number === undefined ? undefined : Number(number), isStarred);
      else if (hex !== undefined) {
        if (this.#ignored > 0) this.#ignored--;
        else this.#bytes.push(Number.parseInt(hex, 16));
      } else if (text !== undefined) this.#plain(text);
      isStarred = symbol === "*";
    }
    this.#flush();
  }

  #plain(text: string): void {
    this.#bytes.push(...Buffer.from(text.slice(this.#ignored), "latin1"));
    this.#ignored = Math.max(0, this.#ignored - text.length);
    this.#flush();
  }

  #word(word: string, value: number | undefined, isStarred: boolean): void {
    const group = this.#group;
    const isOn = value !== 0;
    if (group.into === "aside") return;
    if (word === "annotation") this.tally.add("comments");
    else if (word === "pict") this.tally.add("pictures");
    else if (word === "footnote") this.tally.add("notes");
    if (aside.has(word) || (isStarred && !starred.has(word))) group.into = "aside";
    else if (word === "fonttbl") group.into = "fonts";
    else if (word === "field") group.field = { instruction: "" };
    else if (word === "fldinst") group.into = "instruction";
    else if (word === "par" || word === "cell" || word === "footnote") this.tally.endBlock();
    else if (word === "f") group.font = value ?? -1;
    else if (word === "fcharset") this.#charsets.set(group.font, value ?? 0);
    else if (word === "uc") group.afterUnicode = value ?? 1;
    else if (word === "u" && value !== undefined) {
      this.#write(String.fromCharCode(value < 0 ? value + 65_536 : value));
      this.#ignored = group.afterUnicode;
    } else if (word === "revised") group.isInserted = isOn;
    else if (word === "deleted") group.isDeleted = isOn;
    else if (word === "plain") Object.assign(group, { look: new Set(), isInserted: false, isDeleted: false });
    else if (word === "nosupersub") group.look = new Set([...group.look].filter((one) => one.startsWith("strike")));
    else if (raised.has(word)) group.look = new Set([...group.look].filter((one) => one !== word).concat(isOn ? [word] : []));
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const charset = this.#charsets.get(this.#group.font) ?? 0;
    this.#write(decoderFor(charsets[charset] ?? this.#codePage).decode(Uint8Array.from(this.#bytes.splice(0))));
  }

  #write(text: string): void {
    const { into, field, isInserted, isDeleted, look } = this.#group;
    if (into === "instruction" && field !== null) field.instruction += text;
    if (into !== "text") return;
    const instruction = field?.instruction.trim() ?? "";
    if (/^(?:NOTE)?REF\s/i.test(instruction)) {
      if (isInserted || isDeleted) this.tally.counts.settled = null;
      return;
    }
    const link = safeHref(/^HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1] ?? "");
    this.tally.write(text, { link, isFormatted: look.size > 0, isInserted, isDeleted });
  }
}
