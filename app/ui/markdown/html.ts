/*
 * Markdown as an HTML string, for the server's first paint of stored messages and
 * for the clipboard. The markup matches the page's, piece for piece.
 */
import { parseMarkdown } from "./parser.ts";
import { toBlocks, toPieces, type Piece, type PieceOptions } from "./pieces.ts";
import { blocksPerSection } from "./render.ts";

export function renderMarkdownToHtml(text: string, options: PieceOptions = {}): string {
  let html = "";
  let count = 0;
  for (const block of toBlocks(parseMarkdown(text))) {
    const pieces = toPieces(block.tokens, options);
    if (pieces.length === 0) continue;
    if (!options.plain && count++ % blocksPerSection === 0) html += count > 1 ? "</section><section>" : "<section>";
    html += piecesToHtml(pieces);
  }
  return count > 0 ? `${html}</section>` : html;
}

export function piecesToHtml(pieces: readonly Piece[]): string {
  let html = "";
  const open: string[] = [];
  for (const piece of pieces) {
    if (piece.kind === "text") html += escapeHtml(piece.text);
    else if (piece.kind === "close") html += `</${open.pop()}>`;
    else {
      html += `<${piece.tag}${attributesToHtml(piece.attributes ?? [])}>`;
      if (piece.kind === "open") open.push(piece.tag);
    }
  }
  return html;
}

function attributesToHtml(attributes: readonly string[]): string {
  let html = "";
  for (let i = 0; i < attributes.length; i += 2) html += ` ${attributes[i]}="${escapeHtml(attributes[i + 1] ?? "")}"`;
  return html;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
