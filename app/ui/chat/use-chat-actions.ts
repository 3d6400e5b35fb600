/* The chat's actions for the keyboard and the command palette. */
import { useEffect } from "react";
import { composerField } from "../composer/field-text.ts";
import { useAction } from "../palette/actions.ts";
import { showToast } from "../kit/toast.tsx";
import { copyRich } from "./clipboard.ts";
import { useReplaceAction } from "../pseudonyms/use-replace-action.ts";
import type { ChatTools } from "./chat-context.ts";
import type { ChatStore } from "./chat-store.ts";
import { exportChat } from "./export-chat.ts";
import { lateMessages } from "./late-messages.ts";
import { undoRemoval } from "./question-in-field.ts";
import { entriesOf } from "./sections.ts";

const group = "This chat";

export function useChatActions({ store, form, reportFailure, chooseModel }: ChatTools): void {
  useStopOnEscape(store);
  useReplaceAction(() => store.read().project?.id);
  const lastAnswer = () => entriesOf(store.read().sections).findLast((entry) => entry.answer !== null);

  async function copyLast() {
    const { answerForClipboard, copyWords } = await lateMessages.module();
    const { html, text } = answerForClipboard(lastAnswer()?.answer?.content ?? "", lastAnswer()?.message.sources);
    const done = await copyRich(html, text);
    showToast({ kind: done ? "success" : "error", text: done ? copyWords.success : copyWords.failure, id: "copy" });
  }
  useAction({
    id: "chat.write",
    title: "Write a message",
    group,
    shortcut: "shift+escape",
    keywords: "focus composer",
    run: () => composerField()?.focus(),
  });
  useAction({
    id: "chat.stop",
    title: "Stop the answer",
    group,
    shortcut: "mod+.",
    inRichText: true,
    run: () => void store.stop(),
    when: () => store.read().turn !== null && store.read().isOwner,
  });
  useAction({
    id: "chat.regenerate",
    title: "Regenerate the last answer",
    group,
    shortcut: "mod+alt+r",
    keywords: "again retry",
    run: () => void reportFailure(store.regenerate(lastAnswer()!.message.id, form.read().choices)),
    when: () => store.read().isOwner && store.read().turn === null && lastAnswer() !== undefined,
  });
  useAction({
    id: "chat.next-change",
    title: "Go to the next change",
    group,
    shortcut: "alt+j",
    run: () => goToChange(1),
    when: () => listChanges().length > 0,
  });
  useAction({
    id: "chat.previous-change",
    title: "Go to the previous change",
    group,
    shortcut: "alt+k",
    run: () => goToChange(-1),
    when: () => listChanges().length > 0,
  });
  useAction({
    id: "chat.export",
    title: "Export this chat as PDF",
    group,
    keywords: "download print save transcript",
    run: () => void exportChat(store.read().id),
    when: () => store.read().exists,
  });
  useAction({
    id: "chat.copy",
    title: "Copy last answer",
    group,
    shortcut: "mod+shift+c",
    run: () => void copyLast(),
    when: () => lastAnswer() !== undefined,
  });
  useAction({
    id: "chat.model",
    title: "Choose a model",
    group,
    shortcut: "mod+;",
    run: () => chooseModel((model) => form.choose({ model })),
    when: () => store.read().isOwner,
  });
  useAction({
    id: "chat.undo",
    title: "Undo the last removal",
    group,
    keywords: "checkpoint restore edit",
    run: () => {
      const { undo } = store.read();
      if (undo) void reportFailure(undoRemoval(store, undo.operationId));
    },
    when: () => store.read().undo !== null && store.read().turn === null,
  });
}

function listChanges(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[role=log] [data-patch-state]")];
}

/** From the focused change; otherwise from the end, where the reader is. */
function goToChange(step: 1 | -1): void {
  const changes = listChanges();
  const at = changes.findIndex((change) => change.contains(document.activeElement));
  const next = at < 0 ? (step === 1 ? 0 : -1) : Math.min(Math.max(at + step, 0), changes.length - 1);
  changes.at(next)?.focus();
}

/** Other uses of Escape come first: open overlays, and every field except the composer's. */
function useStopOnEscape(store: ChatStore): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const { turn, isOwner } = store.read();
      if (turn === null || turn.phase === "stopping" || !isOwner) return;
      const target = event.target instanceof Element ? event.target : null;
      const field = target?.closest("input, textarea, select, [contenteditable]") ?? null;
      if (field !== null && field !== composerField()) return;
      if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null) return;
      event.preventDefault();
      void store.stop();
    }
    // In the capture phase, while the overlay is still open: the same keypress closes it.
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [store]);
}
