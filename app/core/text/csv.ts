/* Tables as text, with a delimiter between the cells. */

/** One row, with its line end. A spreadsheet would run a cell that begins like a formula; an apostrophe prevents it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((text) => cellOf(text)).join(",")}\r\n`;
}

function cellOf(text: string, delimiter = ","): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return plain.includes(delimiter) || /["\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** As spreadsheets put cells on the clipboard. */
export function tabbedLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map((text) => cellOf(text, "\t")).join("\t")).join("\n");
}

/**
 * Rows of cells. Unless it is given, the delimiter is the one that Excel's own first line names, or that the first rows
 * share; line ends are expected as \n.
 */
export function* csvRows(text: string, delimiter?: string): Generator<string[]> {
  const named = delimiter === undefined ? /^sep=(.)\n/i.exec(text) : null;
  const rest = text.slice(named?.[0].length ?? 0);
  yield* rowsOf(rest, delimiter ?? named?.[1] ?? commonDelimiter(rest));
}

function* rowsOf(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === delimiter) {
      row.push(cell);
      cell = "";
    } else if (character === "\n") {
      yield [...row, cell];
      row = [];
      cell = "";
    } else cell += character;
  }
  yield [...row, cell];
}

const sampled = 10;

/** A cell in quotation marks can hold line ends and other marks, so the rows are read with each. */
function commonDelimiter(text: string): string {
  const counts = [",", ";", "\t", "|"].map((mark) => {
    const cells: number[] = [];
    for (const row of rowsOf(text.slice(0, 20_000), mark)) {
      if (cells.length === sampled) break;
      if (row.length > 1 || row[0] !== "") cells.push(row.length);
    }
    // The last may have been cut.
    if (cells.length > 1 && cells.length < sampled && text.length > 20_000) cells.pop();
    return { mark, least: Math.min(...cells) };
  });
  return counts.reduce((best, one) => (one.least > best.least ? one : best)).mark;
}
