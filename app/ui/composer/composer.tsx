/*
 * The message composer. Text and files leave the field when sent, but stay on the
 * device until the server confirms them; if it refuses, they return to the field.
 */
import { useCallback, useRef, useState, useSyncExternalStore, type FormEvent, type KeyboardEvent } from "react";
import { addFiles, fileData } from "#core/sources/attachment.ts";
import { interruptQuestion } from "#core/chat/composer.ts";
import { useChatTools } from "../chat/chat-context.ts";
import { useChat, useForm } from "../chat/use-chat.ts";
import { late } from "../kit/late.ts";
import { showToast } from "../kit/toast.tsx";
import { attachmentLimits } from "./attachments.ts";
import { ChatGauge } from "./chat-gauge.tsx";
import { ComposerField } from "./composer-field.tsx";
import { ComposerTools } from "./composer-tools.tsx";
import { queueOf } from "./message-queue.ts";
import { ModelButton } from "./model-button.tsx";
import { joinUnsent } from "./reconcile.ts";
import { SendControl } from "./send-control.tsx";
import { SentBeforeLine } from "./sent-before-line.tsx";
import { startUpload, type ComposerFile } from "./uploads.ts";
import { useDrop } from "./use-drop.ts";
import { useFiles, type ChosenFiles } from "./use-files.ts";
import { useSending } from "./use-sending.ts";
import { addUnsent } from "./unsent.ts";
import { setText } from "./field-text.ts";
import { useUnsent } from "./use-unsent.ts";
import { insertSpoken } from "../voice/insert-spoken.ts";
import { useVoice } from "../voice/use-voice.ts";

const VoiceButton = late(() => import("../voice/voice-control.tsx")).part("VoiceButton");
/** Loaded when a recording starts. */
const VoiceStrip = late(() => import("../voice/voice-strip.tsx")).part("VoiceStrip");
const AttachedFiles = late(() => import("./attached-files.tsx")).part("AttachedFiles");
const ComposerSlash = late(() => import("./composer-slash.tsx")).part("ComposerSlash");
const OtherText = late(() => import("./other-text.tsx")).part("OtherText");
const QueuedMessages = late(() => import("./queued-messages.tsx")).part("QueuedMessages");

type ComposerProps = { layout: "centred" | "wide" };

/** The wide layout takes its whole width only for a text that has no room in the reading column. */
const widths = { centred: "max-w-[800px]", wide: "max-w-[47rem] data-long:max-w-[1400px]" };
/** Shorter texts always have room; measuring them would cost a layout. */
const shortText = 400;

export function Composer({ layout }: ComposerProps) {
  const { store, form } = useChatTools();
  const isInProject = useChat(store, (state) => state.project !== null);
  const hasMessages = useChat(store, (state) => state.sections.length > 0);
  const chat = useChat(store, (state) => (state.exists ? state.id : store.startPlace));
  const turnId = useChat(store, (state) => state.turn?.replyId ?? null);
  const hasQueued = useSyncExternalStore(
    queueOf(store).subscribe,
    () => queueOf(store).read().length > 0,
    () => false,
  );
  const { choices, temporary } = useForm(form, (state) => state);
  const root = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isBlank, setBlank] = useState(true);
  const [isLong, setLong] = useState(false);
  const [hasSlash, setSlash] = useState(false);
  const kept = useUnsent(field, chat, { store, form });
  const chosen = useFiles(chat);
  const attach = useAttach(chosen);
  const isDropping = useDrop(root, attach);
  const { send, onEnter, isAsked, withdrawQuestion } = useSending({ field, kept, chosen, chat, turnId });

  function intoField(text: string) {
    setText(field.current!, joinUnsent(field.current!.value, text));
    field.current!.focus();
  }
  function onKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget, nativeEvent } = event;
    if (key !== "ArrowUp" || shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return;
    if (currentTarget.value === "" && store.editLast()) event.preventDefault();
  }
  const voice = useVoice((spoken) => {
    // The writer may have switched chats: the words are then kept for this one.
    if (field.current === null) addUnsent(chat, spoken);
    else insertSpoken(field.current, spoken);
  });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (turnId === null) void send();
  }
  function onInput() {
    const element = field.current;
    if (element === null) return;
    if (element.value.trim() !== "") withdrawQuestion();
    if (element.value.includes("/")) setSlash(true);
    if (element.value === "") setLong(false);
    else if (element.value.length > shortText && element.scrollHeight > element.clientHeight) setLong(true);
  }
  const prompts = layout === "wide" ? { current: () => field.current?.value ?? "", onLoad: intoField } : null;
  return (
    <form
      ref={root}
      onSubmit={onSubmit}
      onInput={onInput}
      aria-label="Write to Stet"
      data-layout={layout}
      data-long={isLong || undefined}
      className={`mx-auto w-full ${widths[layout]}`}
    >
      <SentBeforeLine state={kept.sentBefore} />
      {hasQueued && <QueuedMessages onEdit={intoField} />}
      {kept.other !== null && <OtherText text={kept.other} onTake={kept.takeOther} onDismiss={kept.dismissOther} />}
      <div
        className={`@container rounded-xl border bg-raised transition-colors focus-within:border-blue/70 ${frameOf(isDropping, temporary)}`}
      >
        <input type="hidden" name="fileData" value={fileData(chosen.files)} readOnly />
        {chosen.files.length > 0 && <AttachedFiles chosen={chosen} />}
        <ComposerField
          field={field}
          hasMessages={hasMessages}
          draftMode={choices.draftMode}
          writingType={choices.writingType}
          asksTable={choices.review !== undefined}
          onEnter={onEnter}
          onBlank={setBlank}
          onFiles={attach}
          onKey={onKey}
        />
        {hasSlash && <ComposerSlash field={field} onFiles={attach} />}
        <div className="relative flex items-center gap-x-0.5 gap-y-1 px-2 pb-2 sm:flex-wrap @min-[46rem]:flex-nowrap">
          <span role="status" className="interrupt-question text-xs text-ink-soft">
            {isAsked && interruptQuestion}
          </span>
          {voice.state === "idle" ? (
            <ComposerTools
              choices={choices}
              isInProject={isInProject}
              onChoose={(change) => form.choose(change)}
              onFiles={attach}
              prompts={prompts}
            />
          ) : (
            <VoiceStrip voice={voice} />
          )}
          <span className="ml-auto flex min-w-0 items-center gap-1">
            <ChatGauge />
            <ModelButton />
            {voice.isHere && <VoiceButton voice={voice} />}
            <SendControl isPending={turnId !== null} isBlank={isBlank} />
          </span>
        </div>
      </div>
    </form>
  );
}

/** Adds the files that fit and reports those that do not. */
function useAttach({ files, setFiles }: ChosenFiles): (more: ComposerFile[]) => void {
  return useCallback(
    (more: ComposerFile[]) => {
      const { files: next, refused } = addFiles(files, more, attachmentLimits);
      for (const file of next) startUpload(file);
      setFiles(next);
      if (refused.length > 0) showToast({ kind: "error", text: refused.join(" ") });
    },
    [files, setFiles],
  );
}

function frameOf(isDropping: boolean, temporary: boolean): string {
  if (isDropping) return "border-dashed border-blue bg-blue-soft";
  return temporary ? "border-dashed border-rule-strong" : "border-rule-strong/60";
}
