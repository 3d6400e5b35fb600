/*
 * While an answer streams, its last words are incomplete Markdown: "**bol", "[a
 * li", a lone "-". Shown as is, markers would flash up and vanish, and a "-" under
 * a line would briefly make that line a heading.
 *
 * `heal` gives the open end of a text its most likely shape: what is open is
 * closed, what is still ambiguous is held back. It only affects what is shown until
 * the next characters arrive.
 */
const lineStart = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*/;
const loneMarker = /^(?:[-+*]|\d{1,9}[.)]?|#{1,6}|=+|-(?: *-)*|\*(?: *\*)*|_(?: *_)*|~{1,2}|`{1,2}|\[[ xX]?\]?)?[ \t]*$/;
const fenceMarker = /^(`{3,}(?!`)|~{3,}(?!~))([^\n]*)$/;
const startsBlock = /^[ \t]*(?:[-+*]|\d{1,9}[.)]|#{1,6})(?:[ \t]|$)/;
/** A short label in brackets at the start of a paragraph is usually a definition, which shows nothing. */
const definition = /^ {0,3}\[[^\]\s]{0,12}(?:\](?::[^\n]*)?)?$/;
/** A bracket open for longer than this is not a link. */
const longestLabel = 120;
/** Limits for pathological text: characters scanned back, open markers, corrections. */
const farthest = 10_000;
const mostOpen = 16;
const mostTries = 6;

export function heal(text: string): string {
  return healed(text, false);
}

/** For a text that ended in the middle: nothing will follow, so no words of it are held back. */
export function healEnd(text: string): string {
  return healed(text, true);
}

function healed(text: string, isOver: boolean): string {
  const lastLine = text.lastIndexOf("\n") + 1;
  const rest = text.slice(lastLine).replace(lineStart, "");
  const fence = openFence(text.slice(0, lastLine));
  if (fence) return isRunOf(rest.trim(), fence.charAt(0)) ? text.slice(0, lastLine) : text;
  if (fenceMarker.test(rest)) return text;
  const shown = rest.length < longestLabel && loneMarker.test(rest) ? text.slice(0, Math.max(0, lastLine - 1)) : text;
  if (isFence(lineAt(shown, shown.lastIndexOf("\n") + 1))) return shown;
  const start = startOfRun(shown);
  if (!isOver && (mayBecomeTable(shown.slice(start)) || definition.test(shown.slice(start)))) return shown.slice(0, start);
  if (isTable(shown.slice(start))) return healRow(shown);
  return shown.slice(0, start) + healInline(shown.slice(start));
}

/** The table row being written: only its last cell can be incomplete. */
export function healRow(row: string): string {
  const start = row.lastIndexOf("|") + 1;
  return row.slice(0, start) + healInline(row.slice(start));
}

/** The marker of the fence these whole lines leave open. */
function openFence(lines: string): string | undefined {
  if (!lines.includes("```") && !lines.includes("~~~")) return undefined;
  let open: string | undefined;
  for (const line of lines.split("\n")) {
    const match = fenceMarker.exec(line.replace(lineStart, ""));
    const [, marker = "", info = ""] = match ?? [];
    if (!match) continue;
    if (open === undefined) open = marker.startsWith("`") && info.includes("`") ? undefined : marker;
    else if (marker.startsWith(open) && info.trim() === "") open = undefined;
  }
  return open;
}

/** Where the last line's paragraph, item or row begins. */
function startOfRun(text: string): number {
  let start = text.lastIndexOf("\n") + 1;
  while (start > 0) {
    const [quote, line] = withoutQuote(lineAt(text, start));
    if (startsBlock.test(line)) break;
    const previous = start < 2 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
    const [quoteBefore, before] = withoutQuote(lineAt(text, previous));
    if (quote && !quoteBefore) break;
    if (before.trim() === "" || isFence(before) || /^ {0,3}#{1,6}[ \t]/.test(before)) break;
    start = previous;
  }
  return start;
}

function withoutQuote(line: string): [marker: string, line: string] {
  const marker = /^(?:[ \t]*>)+ ?/.exec(line)?.[0] ?? "";
  return [marker, line.slice(marker.length)];
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? undefined : end);
}

function isFence(line: string): boolean {
  return fenceMarker.test(line.replace(lineStart, ""));
}

function isRunOf(text: string, character: string): boolean {
  return text !== "" && text === character.repeat(text.length);
}

/** A line of cells is held back until the line below it shows whether this is a table. */
function mayBecomeTable(run: string): boolean {
  if (!/^[ \t]*\|/.test(run)) return false;
  const [, second, third] = run.split("\n");
  return third === undefined && (second === undefined || /^[ \t|:-]*$/.test(second));
}

function isTable(run: string): boolean {
  const [first = "", second = "", third] = run.split("\n", 3);
  return third !== undefined && first.includes("|") && second.includes("-") && /^[ \t|:-]+$/.test(second);
}

type Delimiter = { character: string; length: number };

export function healInline(text: string): string {
  const start = Math.max(0, text.length - farthest);
  return text.slice(0, start) + healTail(text.slice(start), mostTries);
}

function healTail(text: string, tries: number): string {
  const body = withoutOpeners(text);
  if (tries === 0) return body;
  const open: Delimiter[] = [];
  const brackets: number[] = [];
  for (let i = 0; i < body.length;) {
    const character = body[i] as string;
    if (character === "\\") i += 2;
    else if (character === "`") {
      const run = runLength(body, i);
      const end = closingTicks(body, i + run, run);
      if (end < 0) return closed(body, open, "`".repeat(run), tries);
      i = end;
    } else if (character === "[") {
      const [mark, end] = matchAt(/\[\[[\d, \t]*(\]\]|\]?$)/y, body, i);
      if (end === "]]") i += mark.length;
      else if (mark) return healTail(body.slice(0, i), tries - 1);
      else brackets.push(i++);
    } else if (character === "]" && brackets.length > 0) {
      const next = afterLabel(body, brackets.pop() as number, i);
      if (typeof next === "string") return healTail(next, tries - 1);
      i = next;
    } else if (character === "<" && matchAt(/<(?:[a-z][a-z0-9+.-]*(?::[^\s<>]*)?)?$/iy, body, i)[0]) {
      return healTail(body.slice(0, i), tries - 1);
    } else if (character === "*" || character === "_" || character === "~") {
      i += takeDelimiters(body, i, open);
    } else i++;
  }
  const bracket = brackets.at(-1);
  if (bracket !== undefined && body.length - bracket < longestLabel) return healTail(withoutBracket(body, bracket), tries - 1);
  return closed(body, open, "", tries);
}

/** Strips markers at the very end, which may be half of a longer one; whatever they close is closed anyway. */
function withoutOpeners(text: string): string {
  let end = text.length;
  while (end > 0 && "*_~`[".includes(text[end - 1] as string)) end--;
  if (text[end - 1] === "!" && text[end] === "[") end--;
  if (end < text.length) return text.slice(0, text[end - 1] === "\\" ? end + 1 : end);
  const isHalf = /(?:^|[^\\])\\$|(?:^|\s)!$/.test(text.slice(-2));
  return isHalf ? text.slice(0, -1) : text;
}

function matchAt(pattern: RegExp, text: string, at: number): [whole: string, part: string] {
  pattern.lastIndex = at;
  const [whole = "", part = ""] = pattern.exec(text) ?? [];
  return [whole, part];
}

/** After "[label]": where to continue, or the text to show instead because the address is incomplete. */
function afterLabel(body: string, start: number, end: number): number | string {
  const label = body.slice(start + 1, end);
  const before = body.slice(0, start).replace(/!$/, "");
  if (end === body.length - 1) return before + label;
  if (body[end + 1] !== "(") return end + 1;
  let depth = 0;
  for (let i = end + 1; i < body.length; i++) {
    if (body[i] === "\\") i++;
    else if (body[i] === "(") depth++;
    else if (body[i] === ")" && --depth === 0) return i + 1;
    else if (body[i] === "\n" && body[i + 1] === "\n") return end + 1;
  }
  return before + label;
}

function withoutBracket(body: string, at: number): string {
  return body.slice(0, at).replace(/!$/, "") + body.slice(at + 1);
}

function takeDelimiters(body: string, start: number, open: Delimiter[]): number {
  const character = body[start] as string;
  const length = runLength(body, start);
  if (character === "~" && length < 2) return length;
  const before = body[start - 1] ?? " ";
  const after = body[start + length] ?? " ";
  // "snake_case" and "5*4" are not emphasis; "**" works inside words in scripts without spaces.
  const insideWord = length === 1 && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
  let left = length;
  if (/\S/.test(before) && !insideWord) left = closeDelimiters(open, character, left);
  if (left > 0 && /\S/.test(after) && !insideWord) open.push({ character, length: left });
  if (open.length > mostOpen) open.shift();
  return length;
}

function closeDelimiters(open: Delimiter[], character: string, length: number): number {
  let left = length;
  for (let at = lastOf(open, character); at >= 0 && left > 0; at = lastOf(open, character)) {
    const delimiter = open[at] as Delimiter;
    const taken = Math.min(left, delimiter.length);
    open.length = at + 1;
    left -= taken;
    delimiter.length -= taken;
    if (delimiter.length === 0) open.pop();
  }
  return left;
}

function lastOf(open: readonly Delimiter[], character: string): number {
  for (let i = open.length - 1; i >= 0; i--) if (open[i]?.character === character) return i;
  return -1;
}

function closed(body: string, open: readonly Delimiter[], ticks: string, tries: number): string {
  const text = ticks ? body : body.trimEnd();
  if (!ticks && /(?<!\\)[*_~]$/.test(text) && text !== body) return healTail(text, tries - 1);
  const closers = open.map((delimiter) => delimiter.character.repeat(delimiter.length)).reverse();
  return text + ticks + closers.join("");
}

function runLength(text: string, start: number): number {
  let end = start;
  while (text[end] === text[start]) end++;
  return end - start;
}

function closingTicks(text: string, from: number, length: number): number {
  for (let i = text.indexOf("`", from); i >= 0; i = text.indexOf("`", i)) {
    const run = runLength(text, i);
    if (run === length) return i + run;
    i += run;
  }
  return -1;
}
