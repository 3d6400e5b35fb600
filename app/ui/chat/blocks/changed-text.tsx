/* The text with the changes applied so far. A changed draft is shown in its own panel. */
import type { PatchTarget } from "#core/changes/patch-target.ts";
import { CopyButton } from "../copy-button.tsx";
import { markdownToHtml } from "./markdown-text.tsx";

const titles = {
  draft: "The draft above has been changed",
  message: "Your text, changed",
  file: "Your file's text, changed",
} as const;

export function ChangedText({ kind, text }: { kind: PatchTarget["kind"]; text: string }) {
  return (
    <div className="border-t border-rule" data-patch="result">
      <div className="flex min-h-11 items-center gap-2 py-1 pr-2 pl-4">
        <h4 className="flex-1 font-medium text-ink-soft">{titles[kind]}</h4>
        <CopyButton
          label="Copy the changed text"
          content={() => ({ html: markdownToHtml(text), text })}
          success="Copied to clipboard!"
          failure="Failed to copy to clipboard"
          indicatorMs={2000}
        />
      </div>
      {kind !== "draft" && (
        <p
          className="scroll-thin max-h-80 overflow-y-auto px-4 pb-4 font-serif text-read break-words whitespace-pre-wrap"
          tabIndex={0}
        >
          {text}
        </p>
      )}
    </div>
  );
}
