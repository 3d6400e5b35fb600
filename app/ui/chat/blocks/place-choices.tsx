/* The possible places for a change, each with its surrounding words; a click or its number picks one. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import type { PatchOutcome } from "#core/changes/patch.ts";

type Places = Extract<PatchOutcome, { kind: "several" }>["places"];
type PlaceChoicesProps = { text: string; places: Places; onChoose: (occurrence: number) => void };

/** Characters of context on either side. */
const around = 40;

export function PlaceChoices({ text, places, onChoose }: PlaceChoicesProps) {
  const list = useRef<HTMLOListElement>(null);
  // Apply, which was pressed, has led here.
  useEffect(() => {
    // Of several changes with a choice, the first.
    if (document.activeElement?.closest("[data-places]")) return;
    list.current?.scrollIntoView({ block: "nearest" });
    list.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  function onKey(event: KeyboardEvent): void {
    const place = /^[1-9]$/.test(event.key) ? places[Number(event.key) - 1] : undefined;
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(place.occurrence);
  }
  return (
    <ol ref={list} data-places aria-label="Places" className="mt-1 scroll-mb-44" onKeyDown={onKey}>
      {places.map(({ start, end, occurrence }, i) => (
        <li key={start}>
          <button
            type="button"
            className="flex w-full items-baseline gap-2.5 rounded-md px-1.5 py-1 text-left touch-target hover:bg-wash"
            onClick={() => onChoose(occurrence)}
          >
            <span className="shrink-0 text-ink-faint tabular-nums">{i + 1}</span>
            <span className="min-w-0 font-serif">
              …{text.slice(Math.max(0, start - around), start)}
              <mark className="bg-insert-soft text-ink">{text.slice(start, end)}</mark>
              {text.slice(end, end + around)}…
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
