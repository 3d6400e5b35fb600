/* What can be done in a chat from the keyboard and the command palette. */
import { useAction } from "../palette/actions.ts";
import { showToast } from "../kit/toast.tsx";
import { copyRich } from "./clipboard.ts";
import type { ChatTools } from "./chat-context.ts";
import { answerForClipboard, copyWords } from "./copied-answer.ts";
import { exportChat } from "./export-chat.ts";
import { entriesOf } from "./sections.ts";

const group = "This chat";

export function useChatActions({ store, form, told, chooseModel }: ChatTools): void {
  const lastAnswer = () => entriesOf(store.read().sections).findLast((entry) => entry.answer !== null);

  async function copyLast() {
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
    run: () => document.querySelector<HTMLTextAreaElement>("textarea[name=message]")?.focus(),
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
      if (undo) void told(store.undo(undo.operationId));
    },
    when: () => store.read().undo !== null && store.read().turn === null,
  });
}
