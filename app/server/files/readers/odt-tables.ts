/* Tables of an ODT as Word events: repeated cells are written out, and covered ones continue those above. */
import type { WordEvents } from "./word-events.ts";

export type Attribute = (name: string) => string | undefined;
type OpenTable = { column: number; reach: number; spans: Map<number, { rows: number; span: number }>; isHeader: boolean };

const mostSpan = 100;
const names: Record<string, string> = {
  table: "tbl",
  "table-row": "tr",
  "table-cell": "tc",
  "table-header-rows": "",
};

export function isTablePart(name: string): boolean {
  return name in names;
}

export class OdtTables {
  #open: OpenTable[] = [];

  get isInside(): boolean {
    return this.#open.length > 0;
  }

  open(events: WordEvents, name: string, attribute: Attribute): void {
    const table = this.#open.at(-1);
    if (name === "table") {
      this.#open.push({ column: 0, reach: 0, spans: new Map(), isHeader: false });
      events.open("tbl");
    } else if (table === undefined) return;
    else if (name === "table-header-rows") table.isHeader = true;
    else if (name === "table-row") {
      [table.column, table.reach] = [0, 0];
      events.open("tr");
      if (table.isHeader) events.empty("tblHeader");
    } else if (name === "table-cell") openCell(events, table, attribute);
    else if (name === "covered-table-cell") coveredCells(events, table, repeated(attribute));
  }

  close(events: WordEvents, name: string): void {
    const table = this.#open.at(-1);
    if (name === "table-header-rows" && table) table.isHeader = false;
    else if (name === "table") this.#open.pop();
    const word = names[name];
    if (word) events.close(word);
  }
}

function openCell(events: WordEvents, table: OpenTable, attribute: Attribute): void {
  const [span, rows] = [spanOf(attribute("number-columns-spanned")), spanOf(attribute("number-rows-spanned"))];
  // Repeated cells are empty, except the last.
  for (let i = 1; i < repeated(attribute); i++) {
    events.open("tc");
    events.close("tc");
    table.column++;
  }
  events.open("tc");
  events.empty("gridSpan", { val: String(span) });
  if (rows > 1) {
    events.empty("vMerge", { val: "restart" });
    table.spans.set(table.column, { rows: rows - 1, span });
  }
  table.reach = table.column + span;
  table.column++;
}

/** A cell covered from the left is omitted; a cell covered from above continues it. */
function coveredCells(events: WordEvents, table: OpenTable, count: number): void {
  for (let i = 0; i < count; i++, table.column++) {
    const above = table.spans.get(table.column);
    if (table.column < table.reach || above === undefined || above.rows === 0) continue;
    above.rows--;
    table.reach = table.column + above.span;
    events.open("tc");
    events.empty("gridSpan", { val: String(above.span) });
    events.empty("vMerge");
    events.close("tc");
  }
}

function spanOf(value: string | undefined): number {
  return Math.min(mostSpan, Math.max(1, Number(value) || 1));
}

function repeated(attribute: Attribute): number {
  return spanOf(attribute("number-columns-repeated"));
}
