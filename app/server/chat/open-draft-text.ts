/* What a model is given of the draft open next to a chat. */
import { outlineText } from "#core/document/document-text.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { documentFacts } from "../briefing/document-facts.ts";
import type { DocumentFacts } from "../briefing/turn-facts.ts";

/** A draft's JSON, or the Markdown sent by an editor. */
type Source = { kind: "document" | "markdown"; text: string };

/** The caret and the passages come from the question; name and text from the draft. */
export type OpenDraft = { name: string; text: string; facts: DocumentFacts };

/** Of a longer text the end is dropped, with a note. What a model cannot read at once is cut later (draft-excerpt.ts). */
const textMax = 1_500_000;

export function openDraftText({ name, source }: { name: string; source: Source }): OpenDraft {
  if (source.kind === "markdown") {
    const text = source.text.slice(0, textMax);
    return { name, text, facts: documentFacts(name, markdownToDocument(text)) };
  }
  const document = storedDocument(JSON.parse(source.text));
  const text = outlineText(document, { marksHeadings: true });
  const isTooLong = text.length > textMax;
  return {
    name,
    text: isTooLong ? `${text.slice(0, textMax)}\n[The rest is left out.]` : text,
    facts: documentFacts(name, document),
  };
}
