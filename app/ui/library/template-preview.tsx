/* The text of a template as a draft will have it, numbers of clauses included. */
import { useDeferredValue, useMemo } from "react";
import { documentToHtml } from "#core/document/document-html.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { ownHtml } from "../trusted-html.ts";

export function TemplatePreview({ markdown }: { markdown: string }) {
  const text = useDeferredValue(markdown);
  const inner = useMemo(() => ({ __html: ownHtml(documentToHtml(markdownToDocument(text))) }), [text]);
  return <div className={`document ${marksClass}`} dangerouslySetInnerHTML={inner} />;
}

/** What was entered, and what is still open. */
const marksClass =
  "[&_mark]:rounded-xs [&_mark]:bg-wash-strong [&_mark]:px-0.5 [&_mark]:text-ink-soft " +
  "[&_mark[data-color=green]]:bg-blue-soft [&_mark[data-color=green]]:text-ink";
