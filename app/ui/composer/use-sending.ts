/*
 * Sends or queues the composer's contents. They leave the field immediately and the
 * device once the server has them; if sending fails, they return to the field,
 * before anything typed since.
 */
import { useEffect, useRef, useState, type RefObject } from "react";
import { addFiles } from "#core/sources/attachment.ts";
import type { ChatChoices } from "#core/chat/chat.ts";
import { interruptMs, pressEnter } from "#core/chat/composer.ts";
import type { Attachment } from "#core/chat/message.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { sentenceOf } from "../ask.ts";
import { useChatTools } from "../chat/chat-context.ts";
import { showToast } from "../kit/toast.tsx";
import { attachmentLimits, toAttachments } from "./attachments.ts";
import { queueOf } from "./message-queue.ts";
import { joinUnsent } from "./reconcile.ts";
import { isStart, withoutSent } from "./unsent.ts";
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

  /** The files as attachments, or why they cannot be sent. */
  async function read(sent: ComposerFile[]): Promise<Attachment[] | string> {
    isReading.current = true;
    try {
      const { failed } = await uploadsEnded(sent);
      if (failed !== null) return `${failed.name} could not be uploaded, so nothing was sent. ${failed.reason}`.trim();
      return await toAttachments(sent);
    } catch {
      return "A file could not be read. Attach it again; nothing was sent.";
    } finally {
      isReading.current = false;
    }
  }

  async function send(): Promise<void> {
    const element = field.current!;
    const content = element.value;
    if (isReading.current || content.trim() === "") return;
    const { ids, acknowledge, giveBack } = kept.sending(
      content,
      files.map(({ name }) => name),
    );
    element.setAttribute("data-sending", "");
    setText(element, "");
    setFiles([], { keepStored: true });
    const attachments = await read(files);
    const { choices, temporary } = form.read();
    const problem =
      typeof attachments === "string" ? attachments : await store.send({ content, attachments, choices, temporary, ids });
    element.removeAttribute("data-sending");
    if (problem === null) {
      acknowledge();
      // A newly created chat stores its files itself.
      if (!isStart(chat)) setFiles((now) => now);
      searchOnce(choices);
      return;
    }
    giveBack();
    setText(element, element.value.trim() === "" ? content : joinUnsent(content, element.value));
    setFiles((now) => addFiles(files, now, attachmentLimits).files);
    // What is said above the composer is not said twice.
    if (typeof problem !== "string" && problem.title === store.read().note) return;
    showToast({ kind: "error", text: typeof problem === "string" ? problem : sentenceOf(problem) });
  }

  /**
   * Text and files stay in the field until the queue has stored them. The device's copy is left
   * alone: it may belong to a message the server has not acknowledged yet.
   */
  async function queueUp(): Promise<void> {
    const element = field.current!;
    const content = element.value;
    if (isReading.current) return;
    const { choices, temporary } = form.read();
    const attachments = files.length === 0 ? [] : await read(files);
    if (typeof attachments === "string") return void showToast({ kind: "error", text: attachments });
    const [messageId, replyId] = [uuidv7(), uuidv7()];
    if (!queueOf(store).add({ messageId, replyId, content, attachments, choices, temporary })) {
      const text = "This device has no room to keep a queued message. Send it when the answer has ended.";
      return void showToast({ kind: "error", text });
    }
    setText(element, withoutSent(element.value, content));
    setFiles((now) => now.filter((file) => !files.includes(file)));
    searchOnce(choices);
  }

  /** A forced search applies to one question; the next may be about something else. */
  function searchOnce({ forceWebSearch }: ChatChoices): void {
    if (forceWebSearch) form.choose({ forceWebSearch: false });
  }

  async function interrupt(text: string): Promise<void> {
    if (text.trim() !== "") return send();
    const queue = queueOf(store);
    // With only a file there is nothing to send yet, so the answer is just stopped.
    if (queue.read().length === 0) return store.stop();
    const problem = await queue.sendNow();
    if (problem !== null) showToast({ kind: "error", text: sentenceOf(problem) });
  }

  function onEnter(): void {
    const text = field.current!.value;
    const queued = queueOf(store).read().length;
    const pressed = pressEnter({ text, files: files.length, isPending, queued }, isAsked);
    setAsked(pressed.isAsked);
    if (pressed.action === "send") void send();
    else if (pressed.action === "queue") void queueUp();
    else if (pressed.action === "interrupt") void interrupt(text);
  }
  /** The prompt was about the text as entered; it has changed since. */
  const withdrawQuestion = () => setAsked(false);
  return { send, onEnter, isAsked, withdrawQuestion };
}

/** The prompt belongs to one answer and is shown for a few seconds. */
function useInterruptQuestion(turnId: string | null): { isAsked: boolean; setAsked: (isAsked: boolean) => void } {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  useEffect(() => {
    if (askedFor === null) return;
    const timer = setTimeout(() => setAskedFor(null), interruptMs);
    return () => clearTimeout(timer);
  }, [askedFor]);
  return { isAsked: turnId !== null && askedFor === turnId, setAsked: (isAsked) => setAskedFor(isAsked ? turnId : null) };
}
