/* The messages to send, each of which can be edited or removed: the model receives them as they appear here. */
import { X } from "lucide-react";
import { EmptyState } from "../kit/empty-state.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import type { PlaygroundMessage, PlaygroundState, usePlayground } from "./use-playground.ts";

type MessagesProps = { state: PlaygroundState; onChange: ReturnType<typeof usePlayground>["change"] };

const roles = { user: "You", assistant: "Model" } as const;

export function PlaygroundMessages({ state: { messages, isRunning }, onChange }: MessagesProps) {
  if (messages.length === 0)
    return (
      <EmptyState title="Try a model">
        Choose a model, add instructions if you like, and send a message. Then copy the code.
      </EmptyState>
    );
  return (
    <ol aria-label="Messages" className="flex flex-col">
      {messages.map((message, at) => (
        <li key={message.id} className="border-b border-rule py-3.5 first:pt-0">
          <div className="flex h-7 items-center justify-between">
            <span className="text-xs font-medium text-ink-faint">{roles[message.role]}</span>
            {!isRunning && (
              <IconButton
                label={`Remove message ${at + 1}`}
                size="small"
                icon={<X />}
                onClick={() => onChange({ kind: "removed", id: message.id })}
              />
            )}
          </div>
          <MessageText
            message={message}
            isWriting={isRunning && at === messages.length - 1}
            isLocked={isRunning}
            onChange={onChange}
            at={at}
          />
        </li>
      ))}
    </ol>
  );
}

type MessageTextProps = {
  message: PlaygroundMessage;
  isWriting: boolean;
  isLocked: boolean;
  at: number;
  onChange: MessagesProps["onChange"];
};

function MessageText({ message, isWriting, isLocked, at, onChange }: MessageTextProps) {
  if (isWriting && message.content === "")
    return (
      <p className="flex items-center gap-2 text-ink-soft">
        <Spinner /> Waiting for the response
      </p>
    );
  return (
    <textarea
      aria-label={`Message ${at + 1}, ${roles[message.role].toLowerCase()}`}
      value={message.content}
      readOnly={isLocked}
      aria-busy={isWriting || undefined}
      onChange={(event) => onChange({ kind: "edited", id: message.id, content: event.currentTarget.value })}
      className="field-sizing-content -mx-2 block w-[calc(100%+1rem)] resize-none rounded-lg bg-transparent px-2 text-base leading-6 hover:bg-wash"
    />
  );
}
