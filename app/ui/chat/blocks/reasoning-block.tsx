/** The model's reasoning: a quiet, expandable line. While it streams, only an indicator is shown. */
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { LiveText } from "../live-text.ts";
import { PlainText } from "./plain-text.tsx";

export function ReasoningBlock({ text, open }: { text: LiveText; open: boolean }) {
  const [expanded, setExpanded] = useState(false);
  const thinking = open && text.open;
  return (
    <div className="my-3 font-sans text-sm">
      <button
        type="button"
        aria-expanded={expanded}
        onClick={() => setExpanded(!expanded)}
        className="-ml-1.5 inline-flex items-center gap-1 rounded-lg px-1.5 py-1 text-ink-faint touch-target hover:bg-wash hover:text-ink-soft"
      >
        <ChevronRight className={`size-3.5 transition-transform ${expanded ? "rotate-90" : ""}`} aria-hidden="true" />
        {thinking ? <span className="thinking-shimmer">Thinking</span> : "Thought for a few seconds"}
      </button>
      {expanded && (
        <PlainText
          text={text}
          className="mt-1 ml-1.5 max-h-80 overflow-y-auto border-l border-rule pl-4 text-ink-soft scroll-thin"
        />
      )}
    </div>
  );
}
