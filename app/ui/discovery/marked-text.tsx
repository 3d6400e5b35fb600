/* A document's text with the words of the query marked. */
import { useMemo } from "react";
import type { Phrase } from "#core/discovery/query.ts";
import { placedWords, type PlacedWord } from "#core/discovery/words.ts";

const mostMarks = 2_000;

export function MarkedText({ text, phrases }: { text: string; phrases: readonly Phrase[] }) {
  const places = useMemo(() => placesOf(text, phrases), [text, phrases]);
  const parts = places.map(({ start, end }, at) => {
    const before = text.slice(places[at - 1]?.end ?? 0, start);
    return [before, text.slice(start, end), start] as const;
  });
  return (
    <div dir="auto" className="font-serif leading-relaxed wrap-anywhere whitespace-pre-wrap">
      {parts.map(([before, marked, start]) => (
        <span key={start}>
          {before}
          <mark className="rounded-xs bg-warn-soft text-inherit">{marked}</mark>
        </span>
      ))}
      {text.slice(places.at(-1)?.end ?? 0)}
    </div>
  );
}

type Place = { start: number; end: number };

function placesOf(text: string, phrases: readonly Phrase[]): Place[] {
  if (phrases.length === 0) return [];
  const words = [...placedWords(text)];
  const places: Place[] = [];
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
