/* Which entries of a list a text needs, with inflected forms: too many is better than one too few. */
import { isNameKind, type Entry } from "./entry.ts";
import { folded, wordsOf } from "./name-rules.ts";

const shortestWord = 3;

/** Only what people have entered: patterns are recognised wherever they occur, and "as it is" is a decision of one project. */
export function entriesIn(entries: readonly Entry[], text: string): Entry[] {
  const words = new Set(wordsOf(text).map((word) => folded(word.text)));
  const starts = (part: string) =>
    words.has(part) || (part.length >= shortestWord && [...words].some((word) => word.startsWith(part)));
  const all = folded(text);
  return entries.filter(({ kind, forms, isFound, isSentAsIs }) => {
    if (isFound || isSentAsIs) return false;
    if (!isNameKind(kind)) return forms.some((form) => all.includes(folded(form)));
    return forms.some(
      (form) =>
        wordsOf(form).some((word) => word.text.length >= shortestWord && starts(folded(word.text))) || all.includes(folded(form)),
    );
  });
}
