/*
 * Which parts of a Markdown text are code. In code nothing is a marker and
 * nothing is a citation: a writer who asks how citations are written must see
 * the answer as it was written. One pass; every character is looked at once
 * or twice, whatever the text is.
 */

/** The fence that is open after a line, as CommonMark counts, but at any depth of lists and quotations. */
export function fenceAfter(fence: string, line: string): string {
  const prefix = fence ? " \t>" : " \t>-*+.)0123456789";
  let at = 0;
  while (at < line.length && prefix.includes(line[at]!)) at++;
  const mark = line[at];
  if (mark !== "`" && mark !== "~") return fence;
  const end = runEnd(line, at);
  if (fence) return mark === fence[0] && end - at >= fence.length && line.slice(end).trim() === "" ? "" : fence;
  return end - at >= 3 && !(mark === "`" && line.includes("`", end)) ? line.slice(at, end) : "";
}

/** Ranges [start, end) of fenced blocks and of `spans`, fences and backticks included, in order. */
export function codeRanges(text: string): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  let fence = "";
  let fenceStart = 0;
  let paragraph = 0;
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const next = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, next);
    const after = fenceAfter(fence, line.trimEnd());
    if (!fence && (after || line.trim() === "")) {
      addSpans(text, paragraph, at, ranges);
      paragraph = next;
    }
    if (!fence && after) fenceStart = at;
    if (fence && !after) {
      ranges.push([fenceStart, next]);
      paragraph = next;
    }
    fence = after;
    at = next;
  }
  if (fence) ranges.push([fenceStart, text.length]);
  else addSpans(text, paragraph, text.length, ranges);
  return ranges;
}

/** A span opens with a run of backticks and closes with the next run of the same length in its paragraph. */
function addSpans(text: string, start: number, end: number, ranges: [number, number][]): void {
  const runs: { at: number; end: number; next: number }[] = [];
  for (let at = text.indexOf("`", start); at >= 0 && at < end; at = text.indexOf("`", runs.at(-1)!.end)) {
    runs.push({ at, end: runEnd(text, at), next: -1 });
  }
  const seen = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const run = runs[i]!;
    run.next = seen.get(run.end - run.at) ?? -1;
    seen.set(run.end - run.at, i);
  }
  for (let i = 0; i < runs.length; i++) {
    const { at, next } = runs[i]!;
    if (next < 0) continue;
    ranges.push([at, runs[next]!.end]);
    i = next;
  }
}

function runEnd(text: string, at: number): number {
  const mark = text[at];
  let end = at + 1;
  while (text[end] === mark) end++;
  return end;
}
