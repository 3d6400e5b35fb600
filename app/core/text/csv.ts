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

/** Rows of cells. Unless it is given, the delimiter is the one that the first lines share; line ends are expected as \n. */
export function* csvRows(text: string, delimiter = commonDelimiter(text.slice(0, 4_000))): Generator<string[]> {
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

function commonDelimiter(sample: string): string {
  const lines = sample.split("\n").slice(0, 10);
  const counts = [",", ";", "\t", "|"].map((mark) => ({
    mark,
    least: Math.min(...lines.filter((line) => line !== "").map((line) => line.split(mark).length)),
  }));
  return counts.reduce((best, one) => (one.least > best.least ? one : best)).mark;
}
