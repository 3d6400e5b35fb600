/*
 * A contract of any length, the same each time: chapters of headings, paragraphs, numbered clauses, lists and tables.
 * Every sentence contains a unique number, so that a quoted passage occurs once.
 */
import { Node } from "prosemirror-model";
import { documentSchema } from "../../app/core/document/document-schema.ts";
import type { Patch } from "../../app/core/changes/patch.ts";
import { countWords } from "../../app/core/text/words.ts";

const words =
  "the supplier shall deliver each service to the customer within the agreed period and in line with good practice unless the parties have agreed otherwise in writing so that a delay which is not caused by the customer gives a right to a price reduction and where the delay lasts longer than thirty days to end the agreement in whole or in part with notice".split(
    " ",
  );

let seed = 7;
const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;

let sentences = 0;
function sentence(length: number): string {
  const said = Array.from({ length }, () => words[random(words.length)]!);
  said[0] = said[0]![0]!.toUpperCase() + said[0]!.slice(1);
  said.splice(random(length - 2) + 2, 0, `number ${++sentences}`);
  return `${said.join(" ")}.`;
}

const paragraphOf = (count: number) => Array.from({ length: count }, () => sentence(12 + random(16))).join(" ");

const { nodes, text } = { nodes: documentSchema.nodes, text: (value: string) => documentSchema.text(value) };
const paragraph = (value: string) => nodes.paragraph.create(null, text(value));

function marked(value: string): Node {
  const [before, after] = [value.slice(0, 40), value.slice(40)];
  return nodes.paragraph.create(null, [documentSchema.text(before, [documentSchema.marks.bold.create()]), text(after)]);
}

function clauses(count: number): Node {
  const clause = () => {
    const below = Array.from({ length: 2 }, () => nodes.clause.create(null, paragraph(paragraphOf(2))));
    return nodes.clause.create(null, [paragraph(paragraphOf(1)), nodes.clauseList.create(null, below)]);
  };
  return nodes.clauseList.create(null, Array.from({ length: count }, clause));
}

function table(): Node {
  const row = () =>
    nodes.tableRow.create(
      null,
      Array.from({ length: 3 }, () => nodes.tableCell.create(null, paragraph(sentence(6)))),
    );
  return nodes.table.create(null, Array.from({ length: 4 }, row));
}

export function longDraft(wordCount: number): Node {
  seed = 7;
  sentences = 0;
  const blocks: Node[] = [];
  for (let count = 0, chapter = 1; count < wordCount; chapter++) {
    const made = [
      nodes.heading.create({ level: 2 }, text(`Chapter ${chapter}`)),
      marked(paragraphOf(4)),
      paragraph(paragraphOf(5)),
      paragraph(paragraphOf(3)),
      clauses(4),
      paragraph(paragraphOf(4)),
      nodes.bulletList.create(
        null,
        Array.from({ length: 4 }, () => nodes.listItem.create(null, paragraph(sentence(14)))),
      ),
    ];
    if (chapter % 3 === 0) made.push(table());
    for (const block of made) count += countWords(block.textBetween(0, block.content.size, " "));
    blocks.push(...made);
  }
  return nodes.doc.create(null, blocks);
}

/** `count` changes, spread evenly, each replacing a few words of a sentence. */
export function changesOf(document: Node, count: number): Patch[] {
  const all = document.textBetween(0, document.content.size, "\n\n", "\n");
  return Array.from({ length: count }, (_, i) => {
    const number = Math.floor(((i + 0.5) / count) * sentences);
    const original = new RegExp(`number ${number}(?: \\w+){1,5}`).exec(all)![0];
    return { original, replacement: original.replace(/\w+$/, "at once and in full"), summary: `Change ${i + 1}` };
  });
}
