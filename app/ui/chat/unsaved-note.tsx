/* Says why a draft's text, or the decisions in a card, are not saved, and what can be done about it. */
import { useSyncExternalStore } from "react";
import { Button } from "../kit/button.tsx";
import { markdownToHtml } from "./blocks/markdown-text.tsx";
import { useChatTools } from "./chat-context.ts";
import { CopyButton } from "./copy-button.tsx";

type UnsavedNoteProps = {
  /** The text's name, or those of the card's blocks. */
  names: readonly string[];
  /** What was typed; decisions can't be copied. */
  current?: () => string;
  className: string;
};

export function UnsavedNote({ names, current, className }: UnsavedNoteProps) {
  const { changes } = useChatTools();
  const name = useSyncExternalStore(
    changes.subscribe,
    () => names.find((one) => changes.refusal(one) !== null),
    () => undefined,
  );
  if (name === undefined) return null;
  const copied = current ? "Copy them before you leave: this device can’t store them." : "They last as long as this page is open.";
  return (
    <div role="alert" className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-ink ${className}`}>
      <p className="min-w-0 flex-1 basis-60">
        Your {current ? "changes" : "decisions"} aren’t saved. {changes.refusal(name)}{" "}
        {changes.isKept() ? "They are kept on this device." : copied}
      </p>
      <Button size="small" onClick={() => changes.sendAgain(name)}>
        Try again
      </Button>
      {current && (
        <CopyButton
          label="Copy your text"
          content={() => ({ html: markdownToHtml(current()), text: current() })}
          success="Draft copied to clipboard"
          failure="Failed to copy draft"
          indicatorMs={1500}
        />
      )}
      <Button size="small" variant="quiet" onClick={() => changes.discard(name)}>
        Discard
      </Button>
    </div>
  );
}
