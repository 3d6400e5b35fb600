/* What a content control shows, to compare it with what it showed. */
import type { Control } from "../../files/readers/controls-in.ts";
import { charactersIn, endOfElement, scanXml, type Tag } from "../../files/readers/xml-scan.ts";

type ControlWords = {
  /** With their formatting and what is tracked. */
  shown: string;
  /** Without their formatting. */
  words: string;
  /** With what is tracked accepted. */
  text: string;
};

const revisions = /^(?:ins|del|moveTo|moveFrom)$/;
/** Marks between words, and what a run may be parted by. */
const unshown = /^(?:r|t|delText|comment\w*|annotationRef|bookmark\w+|proofErr|perm\w+|lastRenderedPageBreak|sdt|sdtContent)$/;
const signs: Record<string, string> = { tab: "\t", br: "\n", cr: "\n", p: "\n", noBreakHyphen: "\u2011" };

export function wordsIn(xml: string, control: Control): ControlWords {
  const { content, bindings, own } = control;
  // Of rich text the data have the formatting of paragraphs, too.
  const isRich = bindings.some(({ from }) => xml.startsWith("<w15:", from));
  const repeats = own.some(({ name }) => name === "repeatingSection");
  const [shown, words, text]: [string[], string[], string[]] = [[], [], []];
  const put = (word: string, look: string, revision: string) => {
    shown.push(`${word} ${revision} ${look}`);
    words.push(`${word} ${revision}`);
  };
  let [skipped, look, takesText] = [-1, "", false];
  const around: string[] = [];
  for (const token of scanXml(xml, content.from, content.to)) {
    if (token.from < skipped) continue;
    if (token.kind === "text") {
      if (takesText) for (const one of charactersIn(xml, token.from, token.to, token.isRaw)) take(one.text);
      continue;
    }
    const { name, kind } = token;
    if (name === "t" || name === "delText") takesText = kind === "open";
    if (isAround(token)) {
      if (kind === "open") around.push(name);
      else around.pop();
    } else if (kind === "close" || unshown.test(name)) {
      if (name === "r") look = "";
      if (name === "sdt" && kind === "open" && repeats && isItem(xml, token)) {
        put("item", "", "");
        skipped = endOfElement(xml, token.from);
      }
    } else if (/^(?:rPr|pPr|sdtPr)$/.test(name)) {
      skipped = kind === "empty" ? token.to : endOfElement(xml, token.from);
      if (name === "rPr") look = xml.slice(token.from, skipped);
      // The mark of a paragraph may be tracked.
      else if (name === "pPr" && (isRich || /<w:(?:ins|del)\b/.test(xml.slice(token.from, skipped))))
        put("paragraph", xml.slice(token.from, skipped), "");
    } else if (Object.hasOwn(signs, name)) take(signs[name]!);
    else put(name, "", around.join(" "));
  }
  return { shown: shown.join("\n"), words: words.join("\n"), text: text.join("").trim() };

  function take(character: string): void {
    put(character, look, around.join(" "));
    if (!around.some((one) => one === "del" || one === "moveFrom")) text.push(character);
  }
}

const isAround = ({ name, prefix, kind }: Tag) => revisions.test(name) && prefix === "w" && kind !== "empty";

/** One of what a section repeats: its controls are bound by themselves, and other words in it are no data. */
function isItem(xml: string, { from, to }: Tag): boolean {
  const content = xml.indexOf("sdtContent", to);
  if (content < 0 || !/<(?:\w+:)?repeatingSectionItem\b/.test(xml.slice(from, content))) return false;
  return /<w:(?:p|tr)[\s>/]/.test(xml.slice(content, endOfElement(xml, from)));
}
