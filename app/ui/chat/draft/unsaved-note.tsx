/* Says why a draft's text is not saved, and what can be done about it. */
import { useSyncExternalStore } from "react";
import { Button } from "../../kit/button.tsx";
import { markdownToHtml } from "../blocks/markdown-text.tsx";
import { useChatTools } from "../chat-context.ts";
import { CopyButton } from "../copy-button.tsx";

export function UnsavedNote({ name, current }: { name: string; current: () => string }) {
  const { changes } = useChatTools();
  const refusal = useSyncExternalStore(
    changes.subscribe,
    () => changes.refusal(name),
    () => null,
  );
  if (refusal === null) return null;
  return (
    <div role="alert" className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1 py-1 text-ink">
      <p className="min-w-0 flex-1 basis-60">
        Your changes aren’t saved. {refusal}{" "}
        {changes.isKept() ? "They are kept on this device." : "Copy them before you leave: this device can’t store them."}
      </p>
      <Button size="small" onClick={() => changes.sendAgain(name)}>
        Try again
      </Button>
      <CopyButton
        label="Copy your text"
        content={() => ({ html: markdownToHtml(current()), text: current() })}
        success="Draft copied to clipboard"
        failure="Failed to copy draft"
        indicatorMs={1500}
      />
      <Button size="small" variant="quiet" onClick={() => changes.discard(name)}>
        Discard
      </Button>
    </div>
  );
}
