/*
 * Plain words, as in a cell of a spreadsheet, as Markdown that reads the same. Each line is a paragraph. What looks like
 * an item of a list stays one, and [brackets] stay what is to be filled in.
 */
export function plainToMarkdown(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(escapedLine)
    .reduce((out, line) => out + (out === "" ? "" : bothItems(out, line) ? "\n" : "\n\n") + line, "");
}

const item = /^(?:[-*]|\d{1,9}[.)]) /;

/** Items of one list are not set apart. */
function bothItems(before: string, line: string): boolean {
  return item.test(line) && item.test(before.slice(before.lastIndexOf("\n") + 1));
}

function escapedLine(line: string): string {
  return (
    line
      .replaceAll(/[\\`~]/g, "\\$&")
      // A run between spaces is no mark of emphasis: ____ is a place to fill in.
      .replaceAll(/[*_]+/g, (run, at: number) => (isMark(line, run, at) ? run.replaceAll(/./g, "\\$&") : run))
      .replaceAll(/<(?=[A-Za-z/!?])/g, "\\<")
      .replaceAll(/&(?=#?\w{1,40};)/g, "\\&")
      .replaceAll("[^", "\\[^")
      .replaceAll(/\](?=[(:])/g, "]\\")
      .replace(/^(?:#{1,6}(?= |$)|>|\+(?= |$)|[-*_](?=[-*_ ]*$))/, "\\$&")
  );
}

/** Whether Markdown may read a run of * or _ as emphasis. */
function isMark(line: string, run: string, at: number): boolean {
  const [before, after] = [line[at - 1] ?? " ", line[at + run.length] ?? " "];
  if (/\s/.test(before) && /\s/.test(after)) return false;
  return !(/^_+$/.test(run) && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after));
}
