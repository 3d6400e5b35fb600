/*
 * A markdown-it plugin for footnotes: `[^1]` in the text, and `[^1]: words` on
 * a line anywhere, with continuation lines indented. A citation without a note
 * stays plain text.
 */
import type MarkdownIt from "markdown-it";

type Parser = InstanceType<typeof MarkdownIt>;
type WithNotes = { notes?: Map<string, string> };

const definition = /^\[\^([^\s\]]{1,60})\]:[ \t]*(.*)$/;
const citation = /^\[\^([^\s\]]{1,60})\]/;

export function markdownNotes(markdown: Parser): void {
  markdown.block.ruler.before("reference", "note", takeDefinition, { alt: ["paragraph", "reference"] });
  // Definitions may come after their citations.
  markdown.core.ruler.before("inline", "notes", ({ env }) => {
    (env as WithNotes).notes ??= new Map();
  });
  markdown.inline.ruler.before("link", "note", (state, silent) => {
    const match = citation.exec(state.src.slice(state.pos, state.pos + 64));
    const isKnown = match !== null && (state.env as WithNotes).notes?.has(match[1]!) === true;
    if (!isKnown) return false;
    if (!silent) state.push("note", "", 0).content = match[1]!;
    state.pos += match[0].length;
    return true;
  });
}

type Block = Parameters<Parameters<Parser["block"]["ruler"]["before"]>[2]>[0];

function takeDefinition(state: Block, startLine: number, endLine: number, silent: boolean): boolean {
  const line = (at: number) => state.src.slice(state.bMarks[at]! + state.tShift[at]!, state.eMarks[at]);
  const match = state.sCount[startLine]! - state.blkIndent >= 4 ? null : definition.exec(line(startLine));
  if (!match) return false;
  if (silent) return true;
  const words = [match[2]!];
  let next = startLine + 1;
  const isMore = (at: number) => at < endLine && !state.isEmpty(at) && state.sCount[at]! - state.blkIndent >= 2;
  // A further paragraph becomes a new line of the note.
  while (isMore(next) || (next + 1 < endLine && state.isEmpty(next) && isMore(next + 1))) {
    if (state.isEmpty(next)) words.push("<br>");
    else words.push(line(next));
    next++;
  }
  const env = state.env as WithNotes;
  env.notes ??= new Map();
  if (!env.notes.has(match[1]!)) env.notes.set(match[1]!, words.join("\n").replaceAll("\n<br>\n", "<br>").trim());
  state.line = next;
  return true;
}
