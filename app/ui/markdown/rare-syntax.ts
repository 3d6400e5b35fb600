/*
 * Rules for what few texts use.
 *
 * Formulas: \(…\) and $$…$$ in a line, and \[…\] or $$…$$ as blocks. A single
 * dollar sign is money. Brackets that only escape a bracket, as in \[1\] or \(a\)
 * at the start of a line, are left alone.
 *
 * Footnotes: [^1] in the text and "[^1]: …" at the start of a line. Notes are shown
 * where they are written, since a growing text may not move.
 *
 * Importing this file adds the rules to the parser.
 */
import type MarkdownIt from "markdown-it";
import { extendParser } from "./parser.ts";
import type { OwnPieces, Piece } from "./pieces.ts";

type Parser = InstanceType<typeof MarkdownIt>;
type Block = Parameters<Parameters<Parser["block"]["ruler"]["before"]>[2]>[0];
type Inline = Parameters<Parameters<Parser["inline"]["ruler"]["before"]>[2]>[0];

/** Characters in the source of a formula; a longer one stays as it was written. */
const longestFormula = 5000;
const mathematical = /[\\^_=<>+]/;
/** Outside a formula an escaped bracket is only a bracket, and a doubled dollar sign only that. */
const isFormula = (tex: string) => mathematical.test(tex) || !/[a-z]{3}/i.test(tex);
const enumerator = /^[\w.]{1,4}$/;
const noteMark = /^\[\^(\d{1,4}|[a-z]\w{2,30})\]/i;
const noteStart = /^\[\^(\d{1,4}|[a-z]\w{2,30})\]:[ \t]*/i;

const close: Piece = { kind: "close" };

extendParser((markdown) => {
  const interrupting = { alt: ["paragraph", "reference", "blockquote", "list"] };
  markdown.block.ruler.before("table", "formula_block", formulaBlock, interrupting);
  markdown.block.ruler.before("reference", "note_block", noteBlock, interrupting);
  markdown.inline.ruler.before("escape", "formula", formula);
  markdown.inline.ruler.before("link", "note", note);
});

function formula(state: Inline, silent: boolean): boolean {
  const opening = state.src.slice(state.pos, state.pos + 2);
  if (opening !== "\\(" && opening !== "$$") return false;
  const source = untilClosed(state.src.slice(state.pos, Math.min(state.posMax, state.pos + longestFormula)), opening);
  const tex = source?.slice(2, -2).trim();
  if (source === null || !tex || !isFormula(tex)) return false;
  if (opening === "$$" ? /^[\d.,\s]*$/.test(tex) : isAtLineStart(state) && enumerator.test(tex)) return false;
  if (!silent) ownToken(state, formulaPieces("span", tex, source));
  state.pos += source.length;
  return true;
}

const isAtLineStart = (state: Inline) => /(?:^|\n)[ \t]*$/.test(state.src.slice(Math.max(0, state.pos - 20), state.pos));

function untilClosed(text: string, opening: string): string | null {
  const end = text.indexOf(closingOf(opening), 2);
  return end < 0 ? null : text.slice(0, end + 2);
}

const closingOf = (opening: string) => (opening === "\\(" ? "\\)" : opening === "\\[" ? "\\]" : "$$");

/**
 * A line that begins a formula is decided by itself: whether a block is one must not depend on lines
 * that have not arrived. Lines that are never closed are shown as they are.
 */
function formulaBlock(state: Block, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const lineAt = (line: number) => state.getLines(line, line + 1, state.blkIndent, false).trim();
  const first = lineAt(startLine);
  const opening = first.slice(0, 2);
  if (opening !== "\\[" && opening !== "$$") return false;
  const closing = closingOf(opening);
  const isWhole = first.length > 4 && first.endsWith(closing) && first.indexOf(closing, 2) === first.length - 2;
  if (isWhole && !mathematical.test(first.slice(2, -2))) return false;
  if (!isWhole && first !== opening) return false;
  if (silent) return true;
  let next = startLine + 1;
  let isClosed = isWhole;
  for (; !isClosed && next < endLine && !state.isEmpty(next); next++) isClosed = lineAt(next).endsWith(closing);
  const source = state.getLines(startLine, next, state.blkIndent, false).trim();
  const tex = source.slice(2, isClosed ? -2 : undefined).trim();
  const isSettable = isClosed && tex !== "" && source.length <= longestFormula;
  const pieces = isSettable ? formulaPieces("div", tex, source) : plainParagraph(source);
  ownToken(state, pieces).map = [startLine, next];
  state.line = next;
  return true;
}

/** Holds the source until formula.ts has set it. */
function formulaPieces(tag: "span" | "div", tex: string, source: string): OwnPieces["pieces"] {
  const isDisplay = !source.startsWith("\\(");
  return ({ plain }) =>
    plain
      ? tag === "div"
        ? plainParagraph(source)()
        : [{ kind: "text", text: source }]
      : [
          { kind: "open", tag, attributes: ["class", isDisplay ? "formula display" : "formula"] },
          { kind: "text", text: tex },
          close,
        ];
}

const plainParagraph = (text: string) => (): Piece[] => [{ kind: "open", tag: "p" }, { kind: "text", text }, close];

function noteBlock(state: Block, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const lineAt = (line: number) => state.getLines(line, line + 1, state.blkIndent, false).trim();
  const match = noteStart.exec(lineAt(startLine));
  if (!match?.[1]) return false;
  if (silent) return true;
  let next = startLine + 1;
  while (next < endLine && !state.isEmpty(next) && !noteStart.test(lineAt(next))) next++;
  state.line = next;
  const label = match[1];
  ownToken(state, ({ plain }) => [
    { kind: "open", tag: "p", ...(plain ? {} : { attributes: ["class", "note", "data-note", label, "tabindex", "-1"] }) },
    ...noteNumber(label, plain === true, "Back to the text"),
    { kind: "text", text: " " },
  ]).map = [startLine, next];
  state.tokens.at(-1)!.nesting = 1;
  state.level++;
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(startLine, next, state.blkIndent, false).trim().slice(match[0].length);
  inline.map = [startLine, next];
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  return true;
}

function note(state: Inline, silent: boolean): boolean {
  const match = state.linkLevel > 0 ? null : noteMark.exec(state.src.slice(state.pos, Math.min(state.posMax, state.pos + 40)));
  if (!match?.[1]) return false;
  const label = match[1];
  if (!silent) ownToken(state, ({ plain }) => noteNumber(label, plain === true, `Footnote ${label}`));
  state.pos += match[0].length;
  return true;
}

function noteNumber(label: string, isPlain: boolean, name: string): Piece[] {
  const number: Piece[] = isPlain
    ? [{ kind: "text", text: label }]
    : [
        {
          kind: "open",
          tag: "button",
          attributes: ["type", "button", "class", "note-number", "data-note", label, "aria-label", name],
        },
        { kind: "text", text: label },
        close,
      ];
  return [{ kind: "open", tag: "sup" }, ...number, close];
}

function ownToken(state: Inline | Block, pieces: OwnPieces["pieces"]): ReturnType<Block["push"]> {
  const token = state.push("own", "", 0);
  token.meta = { pieces } satisfies OwnPieces;
  return token;
}

/** From a number in the text to its note, and back. */
function followNote(event: MouseEvent): void {
  const button = (event.target as Element).closest?.("button.note-number");
  const label = button?.getAttribute("data-note");
  if (!button || label == null) return;
  const isNote = button.closest("p.note") !== null;
  const [within, to] = [button.closest(".markdown"), `[data-note="${label}"]`];
  const target = within?.querySelector<HTMLElement>(isNote ? `:not(p.note) > sup > button${to}` : `p.note${to}`);
  target?.focus();
  target?.scrollIntoView({ block: "nearest" });
}

if (typeof document !== "undefined") document.addEventListener("click", followNote);
