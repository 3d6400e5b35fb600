/* Suggesting mode while it is on, with the bar that says so. Loaded when it is first switched on. */
import type { Editor } from "@tiptap/core";
import { PenLine } from "lucide-react";
import { useEffect } from "react";
import { Button } from "../../kit/button.tsx";
import { onUpdate } from "../../updates.ts";
import type { DraftStore } from "../saving/draft-store.ts";
import { setSuggesting, takeInstead, useSuggesting } from "./suggesting-choice.ts";
import { Suggesting } from "./suggesting.ts";
import { outboxOf } from "./suggestion-outbox.ts";

export function SuggestingMode({ editor, store }: { editor: Editor; store: DraftStore }) {
  const isOn = useSuggesting(store.id);
  // Also while the mode is off: what the server does not have yet is still sent.
  useEffect(() => {
    const outbox = outboxOf(editor, store);
    const again = () => outbox.sendAgain();
    const ends = [
      store.subscribe(() => store.read().save === "saved" && again()),
      onUpdate(({ type }) => /connected/.test(type) && again()),
    ];
    window.addEventListener("online", again);
    return () => {
      for (const end of ends) end();
      window.removeEventListener("online", again);
    };
  }, [editor, store]);
  useEffect(() => {
    if (!isOn) return;
    const suggesting = new Suggesting(editor, outboxOf(editor, store));
    const release = takeInstead(store.id, (tr) => suggesting.take(tr));
    // Before all others: a key is a suggestion before it is anything else.
    editor.registerPlugin(suggesting.plugin, (own, others) => [own, ...others]);
    const keep = () => void suggesting.keep();
    document.addEventListener("visibilitychange", keep);
    window.addEventListener("pagehide", keep);
    return () => {
      document.removeEventListener("visibilitychange", keep);
      window.removeEventListener("pagehide", keep);
      release();
      suggesting.close("here");
      if (!editor.isDestroyed) editor.unregisterPlugin(suggesting.plugin.spec.key!);
    };
  }, [editor, store, isOn]);
  if (!isOn) return null;
  return (
    <div role="status" className="flex items-center gap-2 border-b border-rule bg-insert-soft px-4 py-1 text-insert">
      <PenLine className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 text-pretty">
        Suggesting: the text stays as it is until what you type is accepted. Formatting can’t be suggested.
      </span>
      <Button size="small" onClick={() => setSuggesting(store.id, false)}>
        Back to editing
      </Button>
    </div>
  );
}
