/*
 * Renders an answer's text as Markdown. While it grows, the words bypass React,
 * which re-renders once when the text ends or is replaced.
 */
import { useMemo, useSyncExternalStore } from "react";
import { healEnd } from "../../markdown/heal.ts";
import { renderMarkdownToHtml } from "../../markdown/html.ts";
import { Markdown, type TextSource } from "../../markdown/markdown.tsx";
import { showToast } from "../../kit/toast.tsx";
import { LiveText } from "../live-text.ts";

type MarkdownTextProps = {
  text: LiveText | string;
  className?: string;
  /** Label to show in place of a citation's number. */
  citationLabel?: (n: number) => string | undefined;
  /** It ended in the middle, so its last mark may be half of a pair. */
  isCut?: boolean;
};

export function MarkdownText({ text, isCut = false, ...rest }: MarkdownTextProps) {
  const live = useMemo(() => (typeof text === "string" ? new LiveText(text, false) : text), [text]);
  const source = useMemo(() => sourceOf(live), [live]);
  const shown = useSyncExternalStore(
    source.listen,
    () => (live.open ? source : live.text),
    () => live.text,
  );
  return <Markdown text={isCut && typeof shown === "string" ? healEnd(shown) : shown} onCopyCode={copyCode} {...rest} />;
}

export function markdownToHtml(text: string): string {
  return renderMarkdownToHtml(text, { plain: true });
}

type Source = TextSource & { listen(changed: () => void): () => void };

function sourceOf(live: LiveText): Source {
  return {
    text: () => live.text,
    subscribe: (onDelta) => live.watch({ append: onDelta, replace() {}, close() {} }),
    listen: (changed) => live.watch({ append() {}, replace: changed, close: changed }),
  };
}

async function copyCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    showToast({ kind: "success", text: "Copied code to clipboard", id: "copy" });
  } catch (error) {
    showToast({ kind: "error", text: "Failed to copy to clipboard", id: "copy" });
    throw error;
  }
}
