/* Highlights the message a link or search led to, and the words in it. Adds nothing to the text, which React owns. */
import { wordsPattern } from "../../history/mark-words.ts";

const mark = "data-found";
/** Browsers without it only highlight the message. */
const hasHighlights = () => "highlights" in CSS;

export function clearFound(): void {
  for (const article of document.querySelectorAll(`[${mark}]`)) article.removeAttribute(mark);
  if (hasHighlights()) CSS.highlights.delete("found");
}

export function markFound(article: HTMLElement, words: string): void {
  clearFound();
  article.setAttribute(mark, "");
  const pattern = wordsPattern(words);
  if (pattern === null || !hasHighlights()) return;
  const ranges = textsIn(article).flatMap((text) => [...text.data.matchAll(pattern)].map((match) => rangeOf(text, match)));
  CSS.highlights.set("found", new Highlight(...ranges));
}

function textsIn(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  return texts;
}

function rangeOf(text: Text, { index, 0: word }: RegExpExecArray): Range {
  const range = new Range();
  range.setStart(text, index);
  range.setEnd(text, index + word.length);
  return range;
}
