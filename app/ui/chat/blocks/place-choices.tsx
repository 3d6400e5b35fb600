/* The possible places for a change, each with its surrounding words; a click picks one. */
import type { PatchOutcome } from "#core/changes/patch.ts";

type Places = Extract<PatchOutcome, { kind: "several" }>["places"];
type PlaceChoicesProps = { text: string; places: Places; onChoose: (occurrence: number) => void };

/** Characters of context on either side. */
const around = 40;

export function PlaceChoices({ text, places, onChoose }: PlaceChoicesProps) {
  return (
    <ul aria-label="Places" className="mt-1">
      {places.map(({ start, end, occurrence }) => (
        <li key={start}>
          <button
            type="button"
            className="w-full rounded-md px-1.5 py-1 text-left font-serif touch-target hover:bg-wash"
            onClick={() => onChoose(occurrence)}
          >
            …{text.slice(Math.max(0, start - around), start)}
            <mark className="bg-insert-soft text-ink">{text.slice(start, end)}</mark>
            {text.slice(end, end + around)}…
          </button>
        </li>
      ))}
    </ul>
  );
}
