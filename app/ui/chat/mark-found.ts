/* Highlights the message a link or search led to, and the words in it. Adds nothing to the text, which React owns. */
import { wordsPattern } from "../history/mark-words.ts";

const mark = "data-found";

export function markFound(article: HTMLElement, words: string): void {
  for (const before of document.querySelectorAll(`[${mark}]`)) before.removeAttribute(mark);
  article.setAttribute(mark, "");
  // Browsers without it only highlight the message.
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete("found");
  const pattern = wordsPattern(words);
  if (pattern === null) return;
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
