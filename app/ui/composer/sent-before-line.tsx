/** Above text that was sent before the page was left: whether the server has it. */
import type { SentBefore } from "./use-sent-before.ts";

const words: Record<SentBefore, string> = {
  unknown: "Stet can't be reached to check whether this was sent. You can safely send it again: it won’t be sent twice.",
  "not-there": "This was not sent. Press Enter to send it.",
};

export function SentBeforeLine({ state }: { state: SentBefore | null }) {
  if (state === null) return null;
  return (
    <p role="status" data-sent-before={state} className="mb-2 rounded-xl border border-rule bg-desk px-3 py-2 text-ink-soft">
      {words[state]}
    </p>
  );
}
