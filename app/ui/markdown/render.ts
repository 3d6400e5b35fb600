/*
 * Renders a finished text in one pass.
 *
 * Blocks are grouped into sections of a dozen: the browser skips layout and paint
 * of off-screen sections (content-visibility in markdown.css), which keeps a very
 * long answer as cheap as a short one.
 */
import { OpenEnd } from "./paint.ts";
import { parseMarkdown } from "./parser.ts";
import { toBlocks, toPieces, type PieceOptions } from "./pieces.ts";

export const blocksPerSection = 12;

export function renderMarkdown(host: HTMLElement, text: string, options: PieceOptions = {}): void {
  const sections: Element[] = [];
  let count = 0;
  for (const block of toBlocks(parseMarkdown(text))) {
    const pieces = toPieces(block.tokens, options);
    if (pieces.length === 0) continue;
    if (count++ % blocksPerSection === 0) sections.push(host.ownerDocument.createElement("section"));
    new OpenEnd(sections.at(-1) as Element).show(pieces);
  }
  host.replaceChildren(...sections);
}
