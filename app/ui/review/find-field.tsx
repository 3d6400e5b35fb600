/* Finds words in the table, and goes from one place to the next. */
import { ChevronDown, ChevronUp, Search } from "lucide-react";
import { useEffect, useState, type KeyboardEvent, type RefObject } from "react";
import { mostMatches, type ReviewMatch } from "#core/review/view.ts";
import { ask } from "../ask.ts";
import { IconButton } from "../kit/icon-button.tsx";

type FindProps = {
  reviewId: string;
  field: RefObject<HTMLInputElement | null>;
  /** Whether the place is in the table as it is shown. */
  isShown: (match: ReviewMatch) => boolean;
  onGo: (match: ReviewMatch) => void;
  onLeave: () => void;
};

const waitMs = 200;

export function FindField({ reviewId, field, isShown, onGo, onLeave }: FindProps) {
  const [words, setWords] = useState("");
  const [matches, setMatches] = useState<readonly ReviewMatch[] | null>(null);
  const [at, setAt] = useState(-1);
  useEffect(() => {
    if (words.trim() === "") return undefined;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      ask<{ matches: ReviewMatch[] }>(`/api/reviews/${reviewId}/find?words=${encodeURIComponent(words.trim())}`, {
        signal: gone.signal,
      }).then(
        (found) => setMatches(found.matches),
        () => {},
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [reviewId, words]);
  const shown = (matches ?? []).filter(isShown);
  function go(step: number) {
    if (shown.length === 0) return;
    const next = at < 0 && step < 0 ? shown.length - 1 : (at + step + shown.length) % shown.length;
    setAt(next);
    onGo(shown[next]!);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") onLeave();
    else return;
    event.preventDefault();
  }
  const count = shown.length === mostMatches ? `${mostMatches} or more` : String(shown.length);
  return (
    <div className="flex items-center gap-1">
      <label className="flex h-8 items-center gap-2 rounded-lg border border-rule-strong bg-paper px-2.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-blue pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:text-ink-faint">
        <Search />
        <input
          ref={field}
          type="search"
          aria-label="Find in the table"
          placeholder="Find"
          maxLength={200}
          value={words}
          onChange={({ target }) => (setWords(target.value), setMatches(null), setAt(-1))}
          onKeyDown={onKeyDown}
          className="w-36 bg-transparent outline-none max-sm:text-base [&::-webkit-search-cancel-button]:hidden"
        />
        <span aria-live="polite" className="text-xs text-ink-faint tabular-nums">
          {matches === null ? "" : shown.length === 0 ? "None" : at < 0 ? count : `${at + 1} of ${count}`}
        </span>
      </label>
      {shown.length > 0 && (
        <>
          <IconButton label="Previous match" size="small" icon={<ChevronUp />} onClick={() => go(-1)} />
          <IconButton label="Next match" size="small" icon={<ChevronDown />} onClick={() => go(1)} />
        </>
      )}
    </div>
  );
}
