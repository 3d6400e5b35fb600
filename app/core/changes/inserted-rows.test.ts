import { Transform } from "prosemirror-transform";
import { describe, expect, test } from "vitest";
import { documentSchema } from "../document/document-schema.ts";
import { changeRows } from "./inserted-rows.ts";

const { nodes } = documentSchema;

/** "a3" is a cell with the word "a" that reaches over three rows, "b|2" one that is two columns wide. */
function table(...rows: string[]) {
  const cell = (said: string) => {
    const [, word = "", rowspan = "1", colspan = "1"] = /^([a-z]*)(\d?)(?:\|(\d))?$/.exec(said)!;
    const words = word === "" ? [] : [documentSchema.text(word)];
    const attrs = { rowspan: Number(rowspan || 1), colspan: Number(colspan) };
    return nodes["tableCell"]!.create(attrs, nodes["paragraph"]!.create(null, words));
  };
  const lines = rows.map((row) => nodes["tableRow"]!.create(null, row.split(" ").map(cell)));
  return documentSchema.topNodeType.create(null, nodes["table"]!.create(null, lines));
}

function without(index: number, ...rows: string[]) {
  const doc = table(...rows);
  const row = doc.firstChild!.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 1);
  const tr = new Transform(doc);
  // Into the row's first cell.
  changeRows(tr, row + 3, { rows: [], at: "instead of the row", depth: 0 });
  tr.doc.check();
  return tr.doc;
}

describe("a row of a table with merged cells is deleted", () => {
  test.each([
    ["none of them is in it", 2, ["a2 b", "c", "d e"], ["a2 b", "c"]],
    ["one reaches into it", 1, ["a3 b", "c", "d"], ["a2 b", "d"]],
    ["one ends in it", 1, ["a2 b", "c", "d e"], ["a b", "d e"]],
    ["one begins in it, first of the row", 0, ["a2 b", "c", "d e"], ["1 c", "d e"]],
    ["one begins in it, last of the row", 0, ["a b3", "c", "d"], ["c 2", "d"]],
    ["one that is two columns wide begins in it", 0, ["a b2|2 c", "d e", "f g h i"], ["d 1|2 e", "f g h i"]],
    ["two begin in it, and one reaches into it", 1, ["a3 b c d", "e2 f2 g", "h", "i j k l"], ["a2 b c d", "1 1 h", "i j k l"]],
    ["it is the last, and one reaches into it", 1, ["a2 b", "c"], ["a b"]],
  ])("%s", (_, index, before, after) => {
    expect(without(index, ...before).toString()).toBe(table(...after).toString());
    expect(without(index, ...before).toJSON()).toEqual(table(...after).toJSON());
  });
});
