/* A document's text with the words of the query marked, and those that are redacted. */
import { useMemo, type Ref } from "react";
import type { Phrase } from "#core/discovery/query.ts";
import { burntPlaces, redactionSign, type BurntPlace, type Redaction, type TextPlace } from "#core/discovery/redaction.ts";
import { placedWords, type PlacedWord } from "#core/discovery/words.ts";
import { useWordKeys } from "./selected-words.ts";

const mostMarks = 2_000;
const chooseWords = "Text. Arrow keys choose words, with Shift more of them.";

type TextProps = {
  text: string;
  phrases: readonly Phrase[];
  redactions: readonly Redaction[];
  /** Whether its words can be chosen by keys. */
  isChosenFrom: boolean;
  ref?: Ref<HTMLDivElement>;
};

/** Holds the text and nothing else, so that a place in it is a place in the text. */
export function MarkedText({ text, phrases, redactions, isChosenFrom, ref }: TextProps) {
  const chooseByKeys = useWordKeys(text);
  const parts = useMemo(
    () => partsOf(text, placesOf(text, phrases), burntPlaces(redactions, text.length)),
    [text, phrases, redactions],
  );
  return (
    <div
      ref={ref}
      dir="auto"
      className="font-serif leading-relaxed wrap-anywhere whitespace-pre-wrap"
      {...(isChosenFrom && { tabIndex: 0, role: "group", "aria-label": chooseWords, onKeyDown: chooseByKeys })}
    >
      {parts.map(({ start, end, isMarked, burnt }) => {
        const words = text.slice(start, end);
        if (burnt !== null)
          return (
            <s
              key={start}
              title={redactionSign(burnt.reasons)}
              className={`bg-ink text-paper decoration-paper/60 ${isMarked ? "underline decoration-2" : ""}`}
            >
              {words}
            </s>
          );
        if (!isMarked) return <span key={start}>{words}</span>;
        return (
          <mark key={start} className="rounded-xs bg-warn-soft text-inherit">
            {words}
          </mark>
        );
      })}
    </div>
  );
}

type Part = TextPlace & { isMarked: boolean; burnt: BurntPlace | null };

/** The text cut wherever a mark or a redaction begins or ends. */
function partsOf(text: string, marks: readonly TextPlace[], burnt: readonly BurntPlace[]): Part[] {
  const cuts = new Set([0, text.length, ...[...marks, ...burnt].flatMap(({ start, end }) => [start, end])]);
  const inOrder = [...cuts].toSorted((a, b) => a - b);
  const parts: Part[] = [];
  let [mark, black] = [0, 0];
  for (let at = 0; at + 1 < inOrder.length; at++) {
    const [start, end] = [inOrder[at]!, inOrder[at + 1]!];
    while (mark < marks.length && marks[mark]!.end <= start) mark++;
    while (black < burnt.length && burnt[black]!.end <= start) black++;
    const isMarked = mark < marks.length && marks[mark]!.start <= start;
    const isBlack = black < burnt.length && burnt[black]!.start <= start;
    parts.push({ start, end, isMarked, burnt: isBlack ? burnt[black]! : null });
  }
  return parts;
}

function placesOf(text: string, phrases: readonly Phrase[]): TextPlace[] {
  if (phrases.length === 0) return [];
  const words = [...placedWords(text)];
  const places: TextPlace[] = [];
  for (let at = 0; at < words.length && places.length < mostMarks; at++) {
    const phrase = phrases.find((one) => isAt(one, words, at));
    if (phrase === undefined) continue;
    const last = at + phrase.words.length - 1;
    places.push({ start: words[at]!.start, end: words[last]!.end });
    at = last;
  }
  return places;
}

function isAt({ words: wanted, isPrefix }: Phrase, words: readonly PlacedWord[], at: number): boolean {
  return wanted.every((word, index) => {
    const own = words[at + index]?.word;
    return isPrefix && index === wanted.length - 1 ? own?.startsWith(word) === true : own === word;
  });
}
