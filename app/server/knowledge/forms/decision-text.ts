/*
 * The text of a decision or a bill, given as HTML or as plain text, as sections: by the numbers of
 * its paragraphs where it has them, else by its headings, in pieces a reader can take in.
 */
import type { LawSection } from "../law-act.ts";
import { elementsIn, parseMarkup, textIn, type Element } from "../markup.ts";

export type Block = { text: string; isHeading: boolean };

const ofText = new Set(["p", "li", "dt", "dd", "td", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre"]);
const longestPiece = 3_000;

export function blocksIn(text: string): Block[] {
  if (!/<(?:p|div|h\d|span|br|dl)\b/i.test(text))
    return text.split(/\n\s*\n/).flatMap((piece) => blockOf(piece.replace(/\s+/g, " ").trim(), false));
  const blocks: Block[] = [];
  const walk = (parent: Element) => {
    for (const one of elementsIn(parent)) {
      const isWhole = ofText.has(one.name) && !elementsIn(one).some((inner) => ofText.has(inner.name));
      if (isWhole) blocks.push(...blockOf(textIn(one).replaceAll("\u00ad", ""), /^h\d$/.test(one.name)));
      else walk(one);
    }
  };
  walk(parseMarkup(text, { xml: false }));
  return blocks;
}

function blockOf(text: string, isHeading: boolean): Block[] {
  return text === "" || /^[_\s]+$/.test(text) ? [] : [{ text, isHeading }];
}

type Naming = {
  /** Of the document. */
  ref: string;
  url: string;
  /** "Rn. 12" or "p. 12", from the number. */
  numbered: (number: string) => string;
  /** Of a piece without a number, if it has no heading. */
  unnumbered: string;
  /** Before the first heading. */
  path?: string;
};

/** Only the number that is expected next counts: texts quote numbered texts. */
export function sectionsOf(
  blocks: readonly Block[],
  { ref, url, numbered, unnumbered, path = "" }: Naming,
  from = 1,
): LawSection[] {
  const sections: LawSection[] = [];
  let heading = path;
  let next = from;
  let isOpen = false;
  const begin = (number: string, label: string, text: string) => {
    const around = heading === "" ? [] : [heading];
    sections.push({ ref: `${ref}:${number}`, number, label, heading: "", path: around, text, url, inForce: null });
    isOpen = true;
  };
  for (const { text, isHeading } of blocks) {
    if (isHeading) {
      heading = text;
      isOpen = false;
      continue;
    }
    const own = /^(\d{1,3})(?:[.)]?\s+(?=\S)|$)/.exec(text);
    const last = sections.at(-1);
    if (own !== null && Number(own[1]) === next) begin(String(next++), numbered(own[1]!), text.slice(own[0].length));
    else if (last === undefined || !isOpen || (next === from && last.text.length + text.length > longestPiece))
      begin(
        `${path === "" ? "" : `${path}-`}${String.fromCharCode(97 + (sections.length % 26))}${Math.floor(sections.length / 26) || ""}`,
        heading === "" ? unnumbered : heading,
        text,
      );
    else last.text += last.text === "" ? text : `\n\n${text}`;
  }
  return sections.filter((section) => section.text !== "");
}
