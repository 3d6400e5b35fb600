/*
 * RTF tables have no grid: each row lists where its cells end, and a cell as wide as two in
 * another row spans them. So spans are only known at the end of the table.
 */
import type { WordEvents } from "./word-events.ts";

type Merge = "first" | "goes on" | null;
type Definition = { ends: number[]; merges: Merge[]; isHeader: boolean };

export class RtfTable {
  #row: Definition = { ends: [], merges: [], isHeader: false };
  #merge: Merge = null;
  #ends: number[][] = [];
  #cells = 0;
  #open = { table: false, row: false, cell: false };

  /** Handles a row property. */
  word(word: string, value: number): void {
    if (word === "trowd") this.#row = { ends: [], merges: [], isHeader: false };
    else if (word === "trhdr") this.#row.isHeader = true;
    else if (word === "clvmgf") this.#merge = "first";
    else if (word === "clvmrg") this.#merge = "goes on";
    else if (word === "cellx") {
      this.#row.ends.push(value);
      this.#row.merges.push(this.#merge);
      this.#merge = null;
    }
  }

  beginCell(events: WordEvents): void {
    if (!this.#open.table) events.open("tbl");
    if (!this.#open.row) {
      events.open("tr");
      this.#cells = 0;
    }
    if (!this.#open.cell) events.open("tc");
    this.#open = { table: true, row: true, cell: true };
  }

  endCell(events: WordEvents): void {
    const merge = this.#row.merges[this.#cells++];
    if (merge === "first") events.empty("vMerge", { val: "restart" });
    else if (merge === "goes on") events.empty("vMerge");
    events.close("tc");
    this.#open.cell = false;
  }

  endRow(events: WordEvents): void {
    if (!this.#open.row) return;
    if (this.#row.isHeader) events.empty("tblHeader");
    events.close("tr");
    this.#ends.push(this.#row.ends);
    this.#open.row = false;
  }

  end(events: WordEvents): void {
    if (!this.#open.table) return;
    if (this.#open.cell) events.close("tc");
    events.close("tbl");
    const table = events.body.blocks.at(-1);
    const edges = [...new Set(this.#ends.flat())].sort((a, b) => a - b);
    if (table?.kind === "table")
      for (const [i, row] of table.rows.entries())
        for (const [j, cell] of row.cells.entries()) {
          const [from, to] = [this.#ends[i]?.[j - 1] ?? -Infinity, this.#ends[i]?.[j] ?? -Infinity];
          cell.span = Math.max(1, edges.filter((edge) => edge > from && edge <= to).length);
        }
    this.#ends = [];
    this.#open = { table: false, row: false, cell: false };
  }
}
