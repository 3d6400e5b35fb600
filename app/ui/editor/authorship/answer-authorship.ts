/* The authorship of words that come from an answer, a menu, a check or a
   counterpart, and which of them quote a source. */
import type { Node } from "@tiptap/pm/model";
import type { Origin } from "#core/authorship/authorship.ts";
import type { Patch } from "#core/changes/patch.ts";
import { quotedWords } from "#core/law/quoted-words.ts";
import type { Source } from "#core/sources/source.ts";
import { answerFacts } from "../../chat/answer-facts.ts";
import type { ProposedBy } from "../../chat/open-document.ts";

type Given = {
  messageId: string;
  via: "change" | "write" | "agent";
  by?: ProposedBy | null;
  /** A counterpart's change has an author. */
  patch?: Patch & { author?: string };
};

export function authorshipOfAnswer({ messageId, via, by, patch }: Given): { origin: Origin; sources: readonly Source[] } {
  const at = new Date().toISOString();
  if (by) return { origin: { kind: "proposed", at, via: "selection", ...by }, sources: [] };
  if (patch?.author !== undefined) return { origin: { kind: "imported", at, author: patch.author }, sources: [] };
  const { sources, ...facts } = answerFacts(messageId);
  return { origin: { kind: "proposed", at, via, ...facts, ...(messageId !== "" && { messageId }) }, sources };
}

/** In the text blocks a change touches: which parts are quoted from the sources. */
export function quotesIn(doc: Node, { from, to }: { from: number; to: number }, origin: Origin, sources: readonly Source[]) {
  if (sources.length === 0 || origin.kind !== "proposed") return [];
  const found: { from: number; to: number; origin: Origin }[] = [];
  const { at, model, prompt, messageId } = origin;
  doc.nodesBetween(from, Math.min(doc.content.size, Math.max(to, from + 1)), (node, pos, parent) => {
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, "", "\ufffc");
    for (const { start, end, source, place } of quotedWords(text, sources, { isBlockQuote: parent?.type.name === "blockquote" })) {
      const own: Origin = { kind: "quoted", at, source, ...(place !== null && { place }), model, prompt, messageId };
      found.push({ from: pos + 1 + start, to: pos + 1 + end, origin: own });
    }
    return false;
  });
  return found;
}
