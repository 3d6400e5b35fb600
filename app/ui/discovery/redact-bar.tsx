/* Redacts the words of a document that are selected: why, and where else the same words stand. */
import { useCallback, useEffect, useId, useRef, useState, type RefObject } from "react";
import {
  reasonWords,
  redactionReasons,
  redactionScopes,
  type RedactionReason,
  type RedactionScope,
  type TextPlace,
} from "#core/discovery/redaction.ts";
import { Button } from "../kit/button.tsx";
import { selectedIn } from "./selected-words.ts";
import { useRedacting } from "./use-redacting.ts";

const scopeWords: Record<RedactionScope, string> = {
  here: "Only here",
  document: "Everywhere in this document",
  family: "Also in its family and duplicates",
};

type BarProps = { collectionId: string; documentId: string; text: string; textBox: RefObject<HTMLElement | null> };

export function RedactBar({ collectionId, documentId, text, textBox }: BarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [place, clear] = useSelectedPlace(textBox, bar);
  const { redact } = useRedacting(collectionId);
  const [reason, setReason] = useState<RedactionReason>("privileged");
  const [scope, setScope] = useState<RedactionScope>("document");
  const [isBusy, setBusy] = useState(false);
  useUncovered(bar, place !== null);

  async function apply() {
    if (place === null) return;
    setBusy(true);
    const isDone = await redact({ documentId, ...place, reason, scope });
    setBusy(false);
    if (!isDone) return;
    clear();
    // The bar goes with what was pressed; the next keys are for the text again.
    textBox.current?.focus({ preventScroll: true });
  }
  if (place === null) return null;
  return (
    <div
      ref={bar}
      role="group"
      aria-label="Redact the selected words"
      className="sticky bottom-0 z-10 -mx-5 mt-6 -mb-16 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-rule bg-raised px-5 py-3 shadow-panel lg:-mx-8 lg:px-8"
    >
      <q dir="auto" className="basis-full truncate font-serif text-ink-soft">
        {text.slice(place.start, place.end).slice(0, 200)}
      </q>
      <Choice label="Reason" value={reason} onChoose={setReason} choices={redactionReasons} words={reasonWords} />
      <Choice label="Where" value={scope} onChoose={setScope} choices={redactionScopes} words={scopeWords} />
      <Button variant="primary" pending={isBusy} onClick={() => void apply()}>
        Redact
      </Button>
    </div>
  );
}

type ChoiceProps<One extends string> = {
  label: string;
  value: One;
  onChoose: (one: One) => void;
  choices: readonly One[];
  words: Record<One, string>;
};

function Choice<One extends string>({ label, value, onChoose, choices, words }: ChoiceProps<One>) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChoose(choices.find((one) => one === event.currentTarget.value) ?? value)}
        className="h-9 max-w-full rounded-lg border border-rule-strong bg-paper px-2.5 max-sm:w-full max-sm:text-base pointer-coarse:h-11"
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </>
  );
}

/** What is selected in the text; kept while the bar is used. */
function useSelectedPlace(
  textBox: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
): [TextPlace | null, () => void] {
  const [place, setPlace] = useState<TextPlace | null>(null);
  useEffect(() => {
    const look = () => {
      const box = textBox.current;
      const found = box === null ? null : selectedIn(box);
      if (found === null && bar.current?.contains(document.activeElement) === true) return;
      setPlace((known) => (found !== null && known?.start === found.start && known.end === found.end ? known : found));
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, [textBox, bar]);
  const clear = useCallback(() => {
    getSelection()?.removeAllRanges();
    setPlace(null);
  }, []);
  return [place, clear];
}

const besideBar = 12;

/** The bar never lies over the words that it is about. */
function useUncovered(bar: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const uncover = () => {
      const selection = getSelection();
      if (bar.current === null || selection === null || selection.rangeCount === 0) return;
      const { bottom } = selection.getRangeAt(0).getBoundingClientRect();
      const covered = bottom + besideBar - bar.current.getBoundingClientRect().top;
      if (covered > 0) bar.current.closest(".overflow-y-auto")?.scrollBy({ top: covered });
    };
    uncover();
    // What is selected by dragging ends here.
    document.addEventListener("pointerup", uncover);
    return () => document.removeEventListener("pointerup", uncover);
  }, [bar, isShown]);
}
