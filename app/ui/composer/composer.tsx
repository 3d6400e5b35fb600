/*
 * Where a person writes to Stet. Text and files leave the field when they are
 * sent, but the device forgets them only when the server has said that it has
 * them; if it says no, they come back into the field.
 */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from "react";
import { addFiles, fileData, fileSize } from "#core/attachment.ts";
import { canSend, interruptMs, interruptQuestion, pressEnter } from "#core/composer.ts";
import type { Problem } from "#core/problem.ts";
import { sentenceOf } from "../ask.ts";
import { useChatTools } from "../chat/chat-context.ts";
import { useChat } from "../chat/use-chat.ts";
import { showToast } from "../kit/toast.tsx";
import { AttachmentChip } from "./attachment-chip.tsx";
import { attachmentLimits, toAttachments } from "./attachments.ts";
import { ChatGauge } from "./chat-gauge.tsx";
import { ComposerField } from "./composer-field.tsx";
import { ComposerTools } from "./composer-tools.tsx";
import { ModelButton } from "./model-button.tsx";
import { OtherText } from "./other-text.tsx";
import { joinUnsent } from "./reconcile.ts";
import { SendControl } from "./send-control.tsx";
import { setText, useUnsent } from "./use-unsent.ts";
import { useDrop } from "./use-drop.ts";
import { useFiles } from "./use-files.ts";

type ComposerProps = { layout: "centred" | "wide" };

const widths = { centred: "max-w-[800px]", wide: "max-w-[1400px]" };

export function Composer({ layout }: ComposerProps) {
  const { store, form } = useChatTools();
  const hasMessages = useChat(store, (state) => state.sections.length > 0);
  const chat = useChat(store, (state) => (state.exists ? state.id : "new"));
  const turnId = useChat(store, (state) => state.turn?.replyId ?? null);
  const isPending = turnId !== null;
  const { choices, temporary } = useSyncExternalStore(form.subscribe, form.read, form.read);
  const root = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isBlank, setBlank] = useState(true);
  const kept = useUnsent(field, chat, form);
  const { files, setFiles } = useFiles(chat);
  const { isAsked, setAsked } = useInterruptQuestion(turnId);

  const attach = useCallback(
    (more: File[]) => {
      const { files: next, refused } = addFiles(files, more, attachmentLimits);
      setFiles(next);
      if (refused.length > 0) showToast({ kind: "error", text: refused.join(" ") });
    },
    [files, setFiles],
  );
  const isDropping = useDrop(root, attach);

  async function send() {
    const element = field.current!;
    const content = element.value;
    if (!canSend({ text: content, files: files.length, isPending: false })) return;
    const sent = files;
    let problem: Problem | string | null;
    let acknowledge = () => {};
    try {
      const attachments = await toAttachments(sent);
      acknowledge = kept.sending(content);
      element.dataset.sending = "";
      setText(element, "");
      setFiles([], { keepStored: true });
      const { choices, temporary } = form.read();
      problem = await store.send({ content, attachments, choices, temporary });
    } catch {
      problem = "A file could not be read. Attach it again; nothing was sent.";
    }
    delete element.dataset.sending;
    if (problem === null) {
      acknowledge();
      // A chat that has just come into being keeps its files anew by itself.
      if (chat !== "new") setFiles((now) => now);
      return;
    }
    if (element.value !== content) setText(element, element.value.trim() === "" ? content : joinUnsent(content, element.value));
    setFiles((now) => addFiles(sent, now, attachmentLimits).files);
    showToast({ kind: "error", text: typeof problem === "string" ? problem : sentenceOf(problem) });
  }

  function onEnter() {
    const text = field.current!.value;
    const pressed = pressEnter({ text, files: files.length, isPending }, isAsked);
    setAsked(pressed.isAsked);
    if (pressed.action === "send") void send();
    // With nothing but a file there is nothing to send yet: the answer just ends.
    else if (pressed.action === "interrupt") void (text.trim() === "" ? store.stop() : send());
  }
  function loadPrompt(text: string) {
    setText(field.current!, joinUnsent(field.current!.value, text));
    field.current!.focus();
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) void send();
  }

  return (
    <form
      onSubmit={onSubmit}
      ref={root}
      aria-label="Write to Stet"
      data-layout={layout}
      className={`mx-auto w-full ${widths[layout]}`}
    >
      <OtherText text={kept.other} onTake={kept.takeOther} onDismiss={kept.dismissOther} />
      <div
        className={`rounded-xl border bg-raised transition-colors focus-within:border-blue/70 ${frameOf(isDropping, temporary)}`}
      >
        {files.length > 0 && (
          <ul aria-label="Attached files" className="flex flex-wrap gap-2 px-3 pt-3">
            {files.map((file) => (
              <AttachmentChip
                key={`${file.name} ${file.size} ${file.lastModified}`}
                name={file.name}
                note={fileSize(file.size)}
                onRemove={() => setFiles(files.filter((one) => one !== file))}
              />
            ))}
          </ul>
        )}
        <input type="hidden" name="fileData" value={fileData(files)} readOnly />
        <ComposerField
          field={field}
          hasMessages={hasMessages}
          draftMode={choices.draftMode}
          onEnter={onEnter}
          onBlank={setBlank}
          onFiles={attach}
        />
        <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1 px-2 pb-2">
          <ComposerTools
            choices={choices}
            onChoose={(change) => form.choose(change)}
            onFiles={attach}
            prompts={layout === "wide" ? { current: () => field.current?.value ?? "", onLoad: loadPrompt } : null}
          />
          <span className="ml-auto flex min-w-0 items-center gap-1">
            <span role="status" className="text-xs text-ink-soft max-sm:sr-only">
              {isAsked && interruptQuestion}
            </span>
            <ChatGauge />
            <ModelButton />
            <SendControl isPending={isPending} isBlank={isBlank} />
          </span>
        </div>
      </div>
      {isAsked && <p className="px-3 pt-1.5 text-xs text-ink-soft sm:hidden">{interruptQuestion}</p>}
    </form>
  );
}

function frameOf(isDropping: boolean, temporary: boolean): string {
  if (isDropping) return "border-dashed border-blue bg-blue-soft";
  return temporary ? "border-dashed border-rule-strong" : "border-rule-strong/60";
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
