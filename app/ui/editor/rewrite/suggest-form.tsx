/*
 * Suggests other words for the selected ones, to those who write in the draft. What is typed stays on the device until
 * the server has it, and in the form if the role ends meanwhile.
 */
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import type { CommentAnchor } from "#core/comments/comment-anchor.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { Unsent } from "../../composer/unsent.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { showToast } from "../../kit/toast.tsx";

/** Same as in core/changes/imported-change.ts, repeated here to keep its validator out of this bundle. */
const longestReason = 500;

type SuggestFormProps = {
  draftId: string;
  anchor: CommentAnchor;
  mayNow: boolean;
  onWithdraw: (suggestionId: string) => void;
  onClose: () => void;
};

export function SuggestForm({ draftId, anchor, mayNow, onWithdraw, onClose }: SuggestFormProps) {
  const ids = { words: useId(), reason: useId() };
  const field = useRef<HTMLTextAreaElement>(null);
  const [suggestionId] = useState(uuidv7);
  const [kept] = useState(() => new Unsent(`suggestion.${draftId}.${anchor.quote.slice(0, 80)}`));
  const [words, setWords] = useState(() => kept.begin("").text || anchor.quote);
  const [reason, setReason] = useState("");
  const [isPending, setPending] = useState(false);
  useEffect(() => field.current?.select(), []);
  async function send(event: FormEvent) {
    event.preventDefault();
    if (isPending || words === anchor.quote) return;
    setPending(true);
    const { quote, before, after, place } = anchor;
    const body = { id: suggestionId, anchor: { quote, before, after, start: place?.start ?? 0 }, replacement: words, reason };
    try {
      await ask(`/api/drafts/${draftId}/changes`, { body });
    } catch (error) {
      setPending(false);
      return showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    kept.acknowledge(words);
    onClose();
    const action = { label: "Undo", run: () => onWithdraw(suggestionId) };
    showToast({ kind: "success", text: "Suggested to those who write in this draft.", action });
  }
  const fieldClass = "scroll-thin w-full rounded-lg border border-rule-strong bg-paper px-2.5 py-1.5 max-sm:text-base";
  return (
    <Dialog open onOpenChange={onClose} title="Suggest other words" size="medium" initialFocus={field}>
      <form onSubmit={(event) => void send(event)} className="flex flex-col gap-3">
        <p className="line-clamp-4 text-ink-soft">
          Instead of{" "}
          <q dir="auto" className="font-serif [unicode-bidi:isolate]">
            {anchor.quote}
          </q>
        </p>
        <label htmlFor={ids.words} className="font-medium">
          Your words
        </label>
        <textarea
          id={ids.words}
          ref={field}
          dir="auto"
          rows={4}
          value={words}
          className={`${fieldClass} field-sizing-content max-h-72 font-serif`}
          onChange={(event) => {
            setWords(event.target.value);
            kept.save(event.target.value, null);
          }}
        />
        <label htmlFor={ids.reason} className="font-medium">
          Why <span className="font-normal text-ink-soft">(optional)</span>
        </label>
        <input
          id={ids.reason}
          dir="auto"
          value={reason}
          maxLength={longestReason}
          className={`${fieldClass} h-9 pointer-coarse:h-11`}
          onChange={(event) => setReason(event.target.value)}
        />
        {!mayNow && (
          <p role="status" className="text-warn">
            You can no longer suggest changes to this draft. Your words are kept on this device; you can copy them.
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" pending={isPending} disabled={!mayNow || words === anchor.quote}>
            {words === "" ? "Suggest deleting" : "Suggest"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
