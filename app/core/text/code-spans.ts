/*
 * Finds the code in Markdown. Markers and citations in code are literal, so
 * that an answer about citation syntax is shown as written. Linear time: each
 * character is read at most twice.
 */

/** The fence open after a line, per CommonMark, but at any depth of lists and quotes. */
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

/** Sorted ranges [start, end) of fenced blocks and code spans, including the fences and backticks. */
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
