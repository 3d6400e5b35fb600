/* Accepting every change must give the newer version, rejecting every change the older one. */
import * as fc from "fast-check";
import { Fragment, type Node } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import { anyDocument } from "#test/any-document.ts";
import { documentSchema } from "../document/document-schema.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { trackedDocument, type Attribution, type TrackedDocument } from "./tracked-document.ts";

const who = { author: "Ada", date: "2026-11-20T10:00:00Z" };
const byAda: Attribution = { wrote: (_from, to) => [{ ...who, to }], struck: () => who, looked: () => who };

/** Like Word: removes words of one kind, and blocks and rows that consist entirely of that kind. */
function without({ document, ranges, blocks }: TrackedDocument, kind: "ins" | "del"): Node | null {
  const strip = (node: Node, pos: number): Node | null => {
    if (blocks.get(pos)?.kind === kind) return null;
    if (node.isTextblock) {
      let content = Fragment.empty;
      let at = pos + 1;
      for (const { from, to } of ranges.filter(
        (one) => one.kind === kind && one.from > pos && one.to <= pos + 1 + node.content.size,
      )) {
        content = content.append(node.content.cut(at - pos - 1, from - pos - 1));
        at = to;
      }
      return node.copy(content.append(node.content.cut(at - pos - 1)));
    }
    if (node.isLeaf) return node;
    const children: Node[] = [];
    node.forEach((child, offset) => {
      const left = strip(child, pos + 1 + offset);
      if (left) children.push(left);
    });
    return children.length > 0 || pos < 0 ? node.copy(Fragment.fromArray(children)) : null;
  };
  return strip(document, -1);
}

const textOf = (node: Node | null) => node?.textBetween(0, node.content.size, "\n", "*") ?? "";
function shown({ document, ranges, blocks }: TrackedDocument): string {
  const lines: string[] = [];
  document.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    const block = blocks.get(pos);
    const cuts = [pos + 1, pos + 1 + node.content.size, ...ranges.flatMap(({ from, to }) => [from, to])];
    const points = [...new Set(cuts)].filter((at) => at > pos && at <= pos + 1 + node.content.size).sort((a, b) => a - b);
    const line = points.slice(0, -1).map((at, i) => {
      const words = node.textBetween(at - pos - 1, points[i + 1]! - pos - 1);
      const kind = ranges.find(({ from, to }) => from <= at && to >= points[i + 1]!)?.kind;
      return kind === "ins" ? `{+${words}+}` : kind === "del" ? `[-${words}-]` : words;
    });
    lines.push(`${block ? (block.kind === "ins" ? "+ " : "- ") : ""}${line.join("")}`);
    return false;
  });
  return lines.join("\n");
}

const tracked = (before: string, after: string) => trackedDocument(markdownToDocument(before), markdownToDocument(after), byAda);

describe("what changed, as Word shows it", () => {
  test("words written over around a note, a picture or a break leave it where it is", () => {
    const { doc, paragraph, footnote } = documentSchema.nodes;
    const about = (...words: string[]) => {
      const [before = "", after = ""] = words;
      const text = (given: string) => (given === "" ? [] : [documentSchema.text(given)]);
      const note = footnote.create({ id: null }, documentSchema.text("The note."));
      return doc.create(null, paragraph.create(null, [...text(before), note, ...text(after)]));
    };
    const marked = (before: Node, after: Node) => {
      const { document, ranges } = trackedDocument(before, after, byAda);
      return ranges.map(({ kind, from, to }) => `${kind} ${document.textBetween(from, to, "", "*")}`);
    };
    expect(marked(about("Rent"), about("Payment"))).toEqual(["del Rent", "ins Payment"]);
    expect(marked(about("Rent", " due."), about("Every sum of any kind, however made up,", " due."))).toEqual([
      "del Rent",
      "ins Every sum of any kind, however made up,",
    ]);
    expect(marked(about("Rent", " falls due."), about("All sums", " is payable in advance."))).toEqual([
      "del Rent",
      "ins All sums",
      "del  falls due.",
      "ins  is payable in advance.",
    ]);
  });

  test.each([
    ["a word", "The rent is due.", "The fee is due.", "The [-rent-]{+fee+} is due."],
    ["words written in", "It is due.", "It is due in May.", "It is due{+ in May+}."],
    [
      "a paragraph that came",
      "One is here.\n\nTwo is there.",
      "One is here.\n\nNew words.\n\nTwo is there.",
      "One is here.\n+ {+New words.+}\nTwo is there.",
    ],
    [
      "a paragraph that went",
      "One is here.\n\nOld words.\n\nTwo is there.",
      "One is here.\n\nTwo is there.",
      "One is here.\n- [-Old words.-]\nTwo is there.",
    ],
    [
      "one that changed beside one that came",
      "The tenant pays the rent each month.\n\nEnd.",
      "A new beginning.\n\nThe tenant pays the fee each month.\n\nEnd.",
      "+ {+A new beginning.+}\nThe tenant pays the [-rent-]{+fee+} each month.\nEnd.",
    ],
    ["a clause that came", "1) Term\n2) Law", "1) Term\n2) Rent is due\n3) Law", "Term\n+ {+Rent is due+}\nLaw"],
    ["bold words are as they are now", "Some words here.", "Some **words** here.", "Some words here."],
    [
      "a row of a table",
      "| A | B |\n|---|---|\n| one | two |",
      "| A | B |\n|---|---|\n| one | 2 |\n| three | four |",
      "A\nB\none\n[-two-]{+2+}\n+ {+three+}\n+ {+four+}",
    ],
    ["another table", "| A |\n|---|\n| x |", "Words.", "- [-A-]\n- [-x-]\n+ {+Words.+}"],
  ])("%s", (_what, before, after, expected) => {
    expect(shown(tracked(before, after))).toBe(expected);
  });

  test("rows come and go as rows", () => {
    const { document, blocks } = tracked("| A |\n|---|\n| x |", "| A |\n|---|\n| x |\n| y |");
    const rows: (string | undefined)[] = [];
    document.descendants((node, pos) => void (node.type.name === "tableRow" && rows.push(blocks.get(pos)?.kind)));
    expect(rows).toEqual([undefined, undefined, "ins"]);
  });

  test("each by who did it", () => {
    const [before, after] = [markdownToDocument("One two three."), markdownToDocument("One 2 three and four.")];
    const attribution: Attribution = {
      wrote: (from, to) => [
        { author: from < 10 ? "Grace" : "Ada", date: who.date, to: Math.min(to, from + 2) },
        ...(to > from + 2 ? [{ author: "Stet", date: who.date, to }] : []),
      ],
      struck: (_words, beside) => beside ?? who,
      looked: () => who,
    };
    const { ranges } = trackedDocument(before, after, attribution);
    expect(ranges.map(({ kind, author }) => `${kind} ${author}`)).toEqual(["del Grace", "ins Grace", "ins Ada", "ins Stet"]);
  });

  test("a place of the newer version is found in it", () => {
    const after = markdownToDocument("One.\n\nThe new fee is due.");
    const { document, positionOf } = trackedDocument(
      markdownToDocument("One.\n\nGone entirely.\n\nThe rent is due."),
      after,
      byAda,
    );
    const at = (node: Node, words: string) => {
      let found = -1;
      node.descendants(
        (child, pos) => void (child.isText && child.text!.includes(words) && (found = pos + child.text!.indexOf(words))),
      );
      return found;
    };
    expect(document.textBetween(positionOf(at(after, "fee")), positionOf(at(after, "fee")) + 3)).toBe("fee");
    expect(document.textBetween(positionOf(at(after, "due")), positionOf(at(after, "due")) + 3)).toBe("due");
  });
});

test("of any two documents: all taken is the newer, all turned down reads as the older one", () => {
  fc.assert(
    fc.property(anyDocument(), anyDocument(), (before, after) => {
      const both = trackedDocument(before, after, byAda);
      const taken = without(both, "del");
      expect(textOf(taken)).toBe(textOf(after));
      expect(textOf(without(both, "ins"))).toBe(textOf(before));
    }),
    { numRuns: 300 },
  );
});
