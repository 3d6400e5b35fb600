/* What a citation supports: the sentence before it. */
import type { CitedWords, Source } from "#core/sources/source.ts";

export type OpenCitation = {
  anchor: HTMLElement;
  source: Source;
  claim: string;
  /** Shown until pointer or focus leave it; focus stays where it is. */
  isPeek?: boolean;
  /** What the server found for it. */ cited?: CitedWords | undefined;
};

/** A source shown in full; from the list of sources, no sentence leads to it. */
export type ViewedSource = Omit<OpenCitation, "anchor">;

/** The sentence that a citation ends: from the last full stop before it to the number itself. */
export function claimBefore(citation: HTMLElement): string {
  const block = citation.closest("p, li, td, th, blockquote, h1, h2, h3, h4, h5, h6");
  if (!block) return "";
  const range = document.createRange();
  range.setStart(block, 0);
  range.setEndBefore(citation);
  const sentences = range
    .toString()
    .trim()
    .split(/(?<=[.!?])\s+/);
  return sentences.at(-1) ?? "";
}
