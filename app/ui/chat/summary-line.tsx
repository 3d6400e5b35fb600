/* Above this line the model receives a summary instead of the messages; clicking it opens the summary. */
import { useState, type ReactNode } from "react";
import { ownSentence } from "#core/workspace/own-problems.ts";
import type { ChatSummaryText } from "#core/chat/chat-summary.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { MarkdownText } from "./blocks/markdown-text.tsx";

export function SummaryLine({ summary }: { summary: ChatSummaryText }) {
  const [isOpen, setIsOpen] = useState(false);
  if ("problem" in summary)
    return (
      <Line>
        Earlier messages could not be summarized for the model. {ownSentence(summary.problem) ?? ""} The oldest are left out once
        the chat is too long for it.
      </Line>
    );
  return (
    <Line>
      <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
        Earlier messages were summarized for the model
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Summary of earlier messages"
        description={`The model reads this in place of the first ${summary.messages} messages. Your messages are unchanged.`}
        size="large"
      >
        <MarkdownText text={summary.text} />
      </Dialog>
    </Line>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 font-sans text-xs text-ink-faint" data-summary-line>
      <span className="h-px flex-1 bg-rule" aria-hidden="true" />
      <span className="max-w-[80%] text-center text-balance">{children}</span>
      <span className="h-px flex-1 bg-rule" aria-hidden="true" />
    </div>
  );
}
