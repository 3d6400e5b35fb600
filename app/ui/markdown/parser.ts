/*
 * The product's Markdown: CommonMark with tables and strikethrough, hard line
 * breaks, [[n]] as a citation, and bare web addresses as links. No HTML, no
 * typographic replacements, and only addresses that cannot execute anything.
 *
 * Definitions ("[label]: address") stay in the token stream as invisible blocks,
 * because parsing a growing text requires their positions.
 *
 * Formulas and footnotes are rare: their rules are in rare-syntax.ts, which a
 * browser fetches when a text first uses them.
 */
import MarkdownIt from "markdown-it";
import { isSafeAddress, withoutControls } from "./address.ts";

type Parser = InstanceType<typeof MarkdownIt>;
export type Token = ReturnType<Parser["parse"]>[number];
export type References = Record<string, { title: string; href: string }>;
type BlockRule = Parameters<Parser["block"]["ruler"]["before"]>[2];
type InlineRule = Parameters<Parser["inline"]["ruler"]["push"]>[1];

const citationPattern = /^\[\[[ \t]*(\d{1,4}(?:[ \t]*,[ \t]*\d{1,4})*)[ \t]*\]\]/;
const addressPattern = /^:\/\/[^\s<>`"*|\\^{}[\]]+/;

const longestAddress = 2000;
/** Levels of nesting. At 100 the parser itself would drop the rest of the text. */
const deepest = 80;
const rareSyntax = /\\[([]|\$\$|\[\^/;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true });
markdown.disable(["linkify", "replacements", "smartquotes", "strip_references", "html_block", "html_inline"]);
markdown.normalizeLink = withoutControls;
markdown.validateLink = isSafeAddress;
markdown.block.ruler.before("table", "too_deep", tooDeep);
markdown.inline.ruler.before("link", "citation", citation);
markdown.inline.ruler.push("bare_address", bareAddress);

let isExtended = false;

/** Whether `text` uses rules that are not here yet. */
export function needsRareSyntax(text: string): boolean {
  return !isExtended && rareSyntax.test(text);
}

export function extendParser(plugin: (markdown: Parser) => void): void {
  if (!isExtended) markdown.use(plugin);
  isExtended = true;
}

/** Parses `text` into tokens. Definitions found are added to `references`, which may inherit earlier definitions. */
export function parseMarkdown(text: string, references: References = Object.create(null) as References): Token[] {
  return markdown.parse(text, { references });
}

/** The form in which two spellings of a label compare equal. */
export function normalizeLabel(label: string): string {
  return markdown.utils.normalizeReference(label);
}

/** What is nested deeper is plain text. */
function tooDeep(...[state, startLine, endLine]: Parameters<BlockRule>): boolean {
  if (state.level < deepest) return false;
  let next = startLine + 1;
  while (next < endLine && (state.isEmpty(next) || (state.sCount[next] ?? 0) >= state.blkIndent)) next++;
  state.line = next;
  const lines: [number, number] = [startLine, next];
  state.push("paragraph_open", "p", 1).map = lines;
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(startLine, next, state.blkIndent, false).trim();
  inline.map = lines;
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  return true;
}

function citation(...[state, silent]: Parameters<InlineRule>): boolean {
  // In silent mode the parser is looking for the end of a link's text, where brackets are just brackets.
  if (silent || state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5b) return false;
  const match = citationPattern.exec(state.src.slice(state.pos, Math.min(state.posMax, state.pos + 120)));
  if (!match) return false;
  // A link cannot contain a button, so the numbers in its text stay plain.
  if (state.linkLevel > 0) state.pending += match[0];
  else state.push("citation", "", 0).meta = { numbers: (match[1] ?? "").split(",").map(Number) };
  state.pos += match[0].length;
  return true;
}

function bareAddress(...[state, silent]: Parameters<InlineRule>): boolean {
  if (silent || state.linkLevel > 0 || state.src.charCodeAt(state.pos) !== 0x3a) return false;
  const scheme = /(?:^|[^\p{L}\p{N}])(https?)$/iu.exec(state.pending.slice(-6))?.[1];
  const end = Math.min(state.posMax, state.pos + longestAddress);
  const rest = scheme && addressPattern.exec(state.src.slice(state.pos, end))?.[0];
  if (!scheme || !rest) return false;
  const tail = withoutSentenceEnd(rest);
  if (tail.length <= 3) return false;
  const address = scheme + tail;
  state.pending = state.pending.slice(0, -scheme.length);
  state.push("link_open", "a", 1).attrs = [["href", withoutControls(address)]];
  state.push("text", "", 0).content = address;
  state.push("link_close", "a", -1);
  state.pos += tail.length;
  return true;
}

/** "…/page)." is the address "…/page" unless the bracket was opened inside it. */
function withoutSentenceEnd(address: string): string {
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? "";
    if (last === ")") {
      const inside = address.slice(0, end);
      if (inside.split("(").length >= inside.split(")").length) break;
    } else if (!".,:;!?'_~".includes(last)) break;
  }
  return address.slice(0, end);
}
