/* A proposed change as it is drawn in the text. */
import type { Node } from "@tiptap/pm/model";
import { Mapping, ReplaceStep, Transform } from "@tiptap/pm/transform";
import { Decoration } from "@tiptap/pm/view";
import { applyEdit } from "#core/changes/document-patch.ts";
import { describeFormatting } from "#core/changes/formatting-change.ts";
import type { Edit } from "#core/changes/patch.ts";

/** Tried on a copy, whose steps show what is deleted and inserted. */
export function drawProposal(
  doc: Node,
  { from: start, to: end, name }: { from: number; to: number; name: string },
  edit: Edit,
): Decoration[] {
  const tried = new Transform(doc);
  applyEdit(tried, edit);
  const found: Decoration[] = [];
  const insertions: { at: number; after: number; words: string }[] = [];
  for (const [i, step] of tried.steps.entries()) {
    if (!(step instanceof ReplaceStep)) continue;
    // Not a slice of the mapping, which would invert the whole.
    const back = new Mapping(tried.mapping.maps.slice(0, i)).invert();
    const [from, to] = [back.map(step.from), back.map(step.to)];
    if (to > from)
      found.push(Decoration.inline(from, to, { class: "proposed-out", nodeName: "del", "data-proposal": name }, { name }));
    if (edit.rows) {
      found.push(...deletedRows(doc, from, to, name));
      step.slice.content.forEach((node, _, i) => {
        const draw = () => (node.type.name === "table" ? insertedTable(node, name) : insertedRow(node, name));
        found.push(Decoration.widget(to, draw, { side: 1, key: `row ${i} ${name} ${node.textContent}`, name }));
      });
      continue;
    }
    const text = step.slice.content.textBetween(0, step.slice.content.size, "¶ ", "↵");
    const words = text === "" && step.slice.size > 0 ? "¶ " : text;
    // What a later step inserts at the same place comes before it.
    const after = new Mapping(tried.mapping.maps.slice(i + 1)).map(step.from, 1);
    if (words !== "") insertions.push({ at: to, after, words });
  }
  insertions.sort((one, other) => one.after - other.after);
  for (const [i, { at, words }] of insertions.entries())
    found.push(Decoration.widget(at, () => inserted(words, name), { side: 1 + i, key: `in ${i} ${name} ${words}`, name }));
  const { look } = edit;
  if (look) {
    const said = ` ${describeFormatting(look)}`;
    found.push(
      Decoration.inline(start, end, { class: "proposed-look", "data-proposal": name }, { name }),
      Decoration.widget(end, () => inserted(said, name), { side: 1, key: `look ${name} ${said}`, name }),
    );
  }
  return found;
}

/** Rows as a whole, so that one of empty cells is seen and can be decided, too. */
function deletedRows(doc: Node, from: number, to: number, name: string): Decoration[] {
  const rows: Decoration[] = [];
  doc.nodesBetween(from, to, (node, pos) => {
    const isGone = node.type.name === "tableRow" && pos >= from && pos + node.nodeSize <= to;
    if (isGone)
      rows.push(Decoration.node(pos, pos + node.nodeSize, { class: "proposed-row-out", "data-proposal": name }, { name }));
    return !isGone;
  });
  return rows;
}

function insertedTable(table: Node, name: string): HTMLElement {
  const element = document.createElement("table");
  element.append(...table.children.map((row) => insertedRow(row, name)));
  return element;
}

function insertedRow(row: Node, name: string): HTMLElement {
  const element = document.createElement("tr");
  element.className = "proposed-row-in";
  element.dataset["proposal"] = name;
  for (const cell of row.children) {
    const made = document.createElement("td");
    made.colSpan = Number(cell.attrs["colspan"]) || 1;
    for (const block of cell.children) {
      const line = document.createElement("p");
      line.append(inserted(block.textBetween(0, block.content.size, "", "\n"), name));
      made.append(line);
    }
    element.append(made);
  }
  return element;
}

function inserted(words: string, name: string): HTMLElement {
  const element = drawnAs("ins", words);
  element.dataset["proposal"] = name;
  return element;
}

export function drawnAs(kind: "ins" | "del", words: string): HTMLElement {
  const element = document.createElement(kind);
  element.className = kind === "ins" ? "proposed-in" : "proposed-out";
  element.textContent = words;
  return element;
}
