/* What people proposed and was rejected, above the timeline: each can be opened again, as long as the draft is there. */
import type { Editor } from "@tiptap/core";
import { useCallback, useEffect, useState } from "react";
import { documentText } from "#core/document/document-text.ts";
import type { ImportedChange } from "#core/changes/imported-change.ts";
import { besideOf, locatePatch } from "#core/changes/patch.ts";
import type { AnchorGiven } from "#core/requests/comments.ts";
import { Button } from "../../kit/button.tsx";
import { showToast } from "../../kit/toast.tsx";
import { onUpdate } from "../../updates.ts";
import type { DraftStore } from "../saving/draft-store.ts";
import { changesByPeopleIn } from "../changes/imported-changes.ts";

/** How many are shown before one asks for the rest. */
const first = 5;

export function RejectedChanges({ editor, store }: { editor: Editor; store: DraftStore }) {
  const { rejected, reopen } = useRejected(editor, store);
  const [isAll, setAll] = useState(false);
  if (rejected.length === 0) return null;
  return (
    <section aria-labelledby="rejected-changes" className="border-b border-rule px-5 py-3">
      <h3 id="rejected-changes" className="font-medium">
        {rejected.length === 1 ? "1 rejected change" : `${rejected.length} rejected changes`}
      </h3>
      <ul className="mt-2 flex flex-col gap-3">
        {rejected.slice(0, isAll ? undefined : first).map((change) => (
          <li key={change.id} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <p dir="auto" className="line-clamp-4 font-serif break-words whitespace-pre-wrap">
                <del className="rounded-xs bg-delete-soft text-delete">{change.patch.original}</del>{" "}
                <ins className="rounded-xs bg-insert-soft text-insert underline-offset-4">{change.patch.replacement}</ins>
              </p>
              <p className="mt-0.5 text-xs text-ink-faint [unicode-bidi:isolate]">{change.patch.summary}</p>
            </div>
            <Button
              size="small"
              onClick={({ currentTarget }) => {
                const item = currentTarget.closest("li");
                const next = item?.nextElementSibling ?? item?.previousElementSibling;
                // This button goes. On a touch screen, focus in the text would open the keyboard.
                if (next) next.querySelector("button")?.focus();
                else if (!matchMedia("(pointer: coarse)").matches) editor.view.focus();
                void reopen(change);
              }}
            >
              Reopen
            </Button>
          </li>
        ))}
      </ul>
      {!isAll && rejected.length > first && (
        <Button size="small" variant="quiet" className="mt-2" onClick={() => setAll(true)}>
          Show all {rejected.length}
        </Button>
      )}
    </section>
  );
}

function useRejected(editor: Editor, store: DraftStore) {
  const [rejected, setRejected] = useState<readonly ImportedChange[]>([]);
  const changes = changesByPeopleIn(editor);
  const read = useCallback(() => changes?.rejected().then((all) => all && setRejected(all)), [changes]);
  useEffect(() => {
    void read();
    return onUpdate((update) => {
      if (update.type === "draft-changes" && update.draftId === store.id) void read();
    });
  }, [read, store]);
  async function reopen(change: ImportedChange): Promise<void> {
    const anchor = anchorOf(editor, change);
    setRejected((all) => all.filter(({ id }) => id !== change.id));
    const isOpen = await changes?.reopen(change.id, anchor);
    if (!isOpen) showToast({ kind: "info", text: "The change will be open again once Stet can be reached." });
    else if (anchor === null)
      showToast({
        kind: "info",
        text: "The change is open again, but its place in the text isn’t certain. Find it above the text.",
      });
  }
  return { rejected, reopen };
}

/**
 * Where its words are in the text as it is now, by what is around them; the place it had was in another. The same words
 * alone may be those of another clause.
 */
function anchorOf({ state }: Editor, { patch: { place: _place, ...patch } }: ImportedChange): AnchorGiven | null {
  if (`${patch.before ?? ""}${patch.after ?? ""}` === "") return null;
  const { text } = documentText(state.doc);
  const outcome = locatePatch(text, patch, { nearest: false });
  if (outcome.kind !== "located") return null;
  const { start, end } = outcome.edit;
  return { quote: text.slice(start, end), start, ...besideOf(text, { start, end }) };
}
