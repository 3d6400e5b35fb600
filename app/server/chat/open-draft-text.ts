/* What a model is given of the draft that is open beside a chat. */
import { outlineText } from "#core/document/document-text.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { documentFacts } from "../briefing/document-facts.ts";
import type { DocumentFacts } from "../briefing/turn-facts.ts";

/** The JSON of a draft, or what an editor has handed over. */
type Source = { kind: "document" | "markdown"; text: string };

/** The caret and the passages are those of the question; name and text are the draft's. */
export type OpenDraft = { name: string; text: string; facts: DocumentFacts };

/** More than this no model reads; the end is left out, and it is said. */
const textMax = 600_000;

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
