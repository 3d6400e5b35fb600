/*
 * Sending what stands in the composer. Text and files leave the field at once;
 * the device forgets them when the server has them, and if it says no they come
 * back, before whatever has been typed since.
 */
import { useEffect, useRef, useState, type RefObject } from "react";
import { addFiles } from "#core/attachment.ts";
import { canSend, interruptMs, pressEnter } from "#core/composer.ts";
import type { Problem } from "#core/problem.ts";
import { sentenceOf } from "../ask.ts";
import { useChatTools } from "../chat/chat-context.ts";
import { showToast } from "../kit/toast.tsx";
import { attachmentLimits, toAttachments } from "./attachments.ts";
import { joinUnsent } from "./reconcile.ts";
import type { SentAs } from "./unsent.ts";
import { uploadsEnded, type ComposerFile } from "./uploads.ts";
import type { ChosenFiles } from "./use-files.ts";
import { setText } from "./field-text.ts";
import type { KeptText } from "./use-unsent.ts";

type Field = RefObject<HTMLTextAreaElement | null>;

type SendingFrom = { field: Field; kept: KeptText; chosen: ChosenFiles; chat: string; turnId: string | null };

export function useSending({ field, kept, chosen, chat, turnId }: SendingFrom) {
  const { store, form } = useChatTools();
  const { files, setFiles } = chosen;
  const { isAsked, setAsked } = useInterruptQuestion(turnId);
  const isPending = turnId !== null;
  const isReading = useRef(false);

  /** Hands the message to the chat. Answers what went wrong, or null. */
  async function deliver(content: string, sent: ComposerFile[], ids: SentAs): Promise<Problem | string | null> {
    isReading.current = true;
    try {
      const { failed } = await uploadsEnded(sent);
      if (failed !== null) return `${failed.name} could not be uploaded, so nothing was sent. ${failed.reason}`.trim();
      const attachments = await toAttachments(sent);
      isReading.current = false;
      const { choices, temporary } = form.read();
      const problem = await store.send({ content, attachments, choices, temporary, ids });
      // A search is asked for with one question; the next one may be about something else.
      if (problem === null && choices.forceWebSearch) form.choose({ forceWebSearch: false });
      return problem;
    } catch {
      return "A file could not be read. Attach it again; nothing was sent.";
    } finally {
      isReading.current = false;
    }
  }

  async function send(): Promise<void> {
    const element = field.current!;
    const content = element.value;
    if (isReading.current || !canSend({ text: content, files: files.length, isPending: false })) return;
    const { ids, acknowledge } = kept.sending(
      content,
      files.map(({ name }) => name),
    );
    element.setAttribute("data-sending", "");
    setText(element, "");
    setFiles([], { keepStored: true });
    const problem = await deliver(content, files, ids);
    element.removeAttribute("data-sending");
    if (problem === null) {
      acknowledge();
      // A chat that has just come into being keeps its files anew by itself.
      if (chat !== "new") setFiles((now) => now);
      return;
    }
    setText(element, element.value.trim() === "" ? content : joinUnsent(content, element.value));
    setFiles((now) => addFiles(files, now, attachmentLimits).files);
    showToast({ kind: "error", text: typeof problem === "string" ? problem : sentenceOf(problem) });
  }

  function onEnter(): void {
    const text = field.current!.value;
    const pressed = pressEnter({ text, files: files.length, isPending }, isAsked);
    setAsked(pressed.isAsked);
    if (pressed.action === "send") void send();
    // With nothing but a file there is nothing to send yet: the answer just ends.
    else if (pressed.action === "interrupt") void (text.trim() === "" ? store.stop() : send());
  }
  return { send, onEnter, isAsked };
}

/** The question belongs to one answer and stands for a few seconds. */
function useInterruptQuestion(turnId: string | null): { isAsked: boolean; setAsked: (isAsked: boolean) => void } {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  useEffect(() => {
    if (askedFor === null) return;
    const timer = setTimeout(() => setAskedFor(null), interruptMs);
    return () => clearTimeout(timer);
  }, [askedFor]);
  return { isAsked: turnId !== null && askedFor === turnId, setAsked: (isAsked) => setAskedFor(isAsked ? turnId : null) };
}
