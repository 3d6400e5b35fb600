/* Suggested next steps, once the text has a hundred characters. A click asks the assistant. */
import type { Editor } from "@tiptap/core";
import { ArrowDownToLine, ListChecks, ListTree, MessageCircle, Quote, Scissors, Lightbulb } from "lucide-react";
import { useState, type ReactNode } from "react";
import { documentText } from "#core/document/document-text.ts";
import { canSuggest, suggestionContext, suggestionThreshold, type Suggestion } from "#core/chat/suggestions.ts";
import { ask } from "../../ask.ts";
import { Button } from "../../kit/button.tsx";
import { Spinner } from "../../kit/spinner.tsx";

const icons: Record<string, ReactNode> = {
  expand: <ArrowDownToLine />,
  shorten: <Scissors />,
  check: <ListChecks />,
  structure: <ListTree />,
  tone: <MessageCircle />,
  evidence: <Quote />,
};

type Reading = { kind: "reading" } | { kind: "failed" } | { kind: "short" } | { kind: "read"; suggestions: readonly Suggestion[] };
type SuggestionsProps = { editor: Editor; draftId: string; model: string | undefined; onChoose: (prompt: string) => void };

export function Suggestions({ editor, draftId, model, onChoose }: SuggestionsProps) {
  const [reading, setReading] = useState<Reading | null>(null);
  async function read() {
    const { text } = documentText(editor.state.doc);
    if (!canSuggest(text)) return setReading({ kind: "short" });
    setReading({ kind: "reading" });
    try {
      const body = { draftId, editorContent: suggestionContext(text), contentType: "essay", ...(model !== undefined && { model }) };
      const { suggestions } = await ask<{ suggestions: Suggestion[] }>("/api/suggestions", { body });
      setReading({ kind: "read", suggestions });
    } catch {
      setReading({ kind: "failed" });
    }
  }
  if (reading === null) {
    return (
      <Button size="small" variant="quiet" onClick={() => void read()}>
        <Lightbulb />
        Suggestions
      </Button>
    );
  }
  return (
    <section aria-label="Suggestions" className="w-full">
      {reading.kind === "reading" && (
        <p role="status" className="flex items-center gap-2 py-1">
          <Spinner className="size-3.5" /> Loading suggestions…
        </p>
      )}
      {reading.kind === "short" && <p role="status">Suggestions need at least {suggestionThreshold} characters of text.</p>}
      {reading.kind === "failed" && (
        <p role="alert" className="flex items-center gap-2">
          Failed to load suggestions
          <Button size="small" onClick={() => void read()}>
            Retry
          </Button>
        </p>
      )}
      {reading.kind === "read" && (
        <ul className="grid gap-1.5 pt-1">
          {reading.suggestions.map((suggestion) => (
            <li key={suggestion.title}>
              <button
                type="button"
                className="flex w-full gap-2.5 rounded-lg border border-rule px-3 py-2 text-left touch-target hover:bg-wash [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
                onClick={() => {
                  setReading(null);
                  onChoose(suggestion.prompt);
                }}
              >
                {icons[suggestion.icon] ?? <Lightbulb />}
                <span>
                  <span className="block text-sm font-medium text-ink">{suggestion.title}</span>
                  <span className="block">{suggestion.description}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button size="small" variant="quiet" className="mt-1" onClick={() => setReading(null)}>
        Close
      </Button>
    </section>
  );
}
