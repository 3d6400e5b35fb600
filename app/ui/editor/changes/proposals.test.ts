import { history, redo, undo } from "@tiptap/pm/history";
import { EditorState } from "@tiptap/pm/state";
import type { DecorationSet } from "@tiptap/pm/view";
import { describe, expect, test } from "vitest";
import { applyEdit } from "#core/changes/document-patch.ts";
import { documentText } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import type { Patch } from "#core/changes/patch.ts";
import {
  editOf,
  findAgain,
  hiddenProposals,
  isGone,
  proposals,
  setProposals,
  withFound,
  wordsAt,
  type Proposal,
} from "./proposals.ts";

const proposal = (patch: Partial<Patch> & { original: string }): Proposal => ({
  block: "m.patch-0",
  index: 0,
  messageId: "m",
  patch: { replacement: "NEW", summary: "", ...patch },
});

class Desk {
  state: EditorState;

  constructor(markdown: string) {
    this.state = EditorState.create({
      doc: markdownToDocument(markdown),
      plugins: [history({ newGroupDelay: 0 }), proposals(() => {})],
    });
  }

  propose(...all: Proposal[]): void {
    this.state = this.state.apply(setProposals(this.state.tr, all));
  }

  /** The block at `index`, with its break. */
  deleteBlock(index: number): void {
    let pos = 0;
    for (let i = 0; i < index; i++) pos += this.state.doc.child(i).nodeSize;
    this.state = this.state.apply(this.state.tr.delete(pos, pos + this.state.doc.child(index).nodeSize));
  }

  /** As the editor does it with what is selected: cut and put in one transaction. */
  drag(from: number, to: number, at: number): void {
    const { tr, doc } = this.state;
    const slice = doc.slice(from, to);
    tr.delete(from, to).replaceRange(tr.mapping.map(at), tr.mapping.map(at), slice);
    this.state = this.state.apply(tr.setMeta("uiEvent", "drop"));
  }

  /** As one step, from the end of the document. */
  acceptTogether(all: readonly Proposal[]): void {
    const { tr, doc } = this.state;
    const found = all.map((one) => ({ proposal: one, edit: editOf(this.state, one)! }));
    for (const { edit } of found.toReversed()) applyEdit(tr, edit, documentText(doc));
    this.state = this.state.apply(withFound(tr, found, doc));
    this.propose();
  }

  accept(one: Proposal): void {
    const edit = editOf(this.state, one)!;
    const { tr, doc } = this.state;
    applyEdit(tr, edit);
    this.state = this.state.apply(withFound(tr, [{ proposal: one, edit }], doc));
    this.propose();
  }

  key(command: typeof undo): void {
    command(this.state, (tr) => (this.state = this.state.apply(tr)));
  }

  get text(): string {
    return documentText(this.state.doc).text;
  }

  /** The paragraph it is shown in; null if it is not shown. */
  shownIn(one: Proposal): string | null {
    const edit = editOf(this.state, one);
    if (edit === null) return null;
    const start = this.text.lastIndexOf("\n\n", edit.start) + 2;
    return this.text.slice(start === 1 ? 0 : start).split("\n\n")[0]!;
  }
}

const lease = "As to the landlord: the notice is three months.\n\nAs to the tenant: the notice is three months.\n\nEnd here.";

describe("a proposal whose passage is deleted", () => {
  const one = proposal({ original: "the notice is three months", before: "As to the landlord: " });

  test("and brought back by another window is found where the server has located it, and nowhere else", () => {
    const desk = new Desk(lease);
    desk.propose(one);
    const { doc } = desk.state;
    desk.deleteBlock(0);
    // As another window's text arrives: nothing is undone here.
    desk.state = desk.state.apply(desk.state.tr.replaceWith(0, desk.state.doc.content.size, doc.content));
    expect(desk.shownIn(one)).toBeNull();
    const start = desk.text.indexOf("the notice");
    const stored = proposal({ ...one.patch, place: { start, end: start + one.patch.original.length } });
    desk.propose(stored);
    expect(desk.shownIn(stored)).toBeNull();
    desk.state = desk.state.apply(findAgain(desk.state.tr, [stored]));
    expect(desk.shownIn(stored)).toBe("As to the landlord: the notice is three months.");
    expect(isGone(desk.state, stored)).toBe(false);
  });

  test("is gone, and is not looked for elsewhere", () => {
    const desk = new Desk(lease);
    desk.propose(one);
    expect(desk.shownIn(one)).toContain("landlord");
    desk.deleteBlock(0);
    expect([desk.shownIn(one), isGone(desk.state, one), hiddenProposals(desk.state)]).toEqual([null, true, [one]]);
    // The chat proposes it again with every update.
    desk.propose(one);
    expect(desk.shownIn(one)).toBeNull();
  });

  test("is back with undo, where it was", () => {
    const desk = new Desk(lease);
    desk.propose(one);
    desk.deleteBlock(0);
    desk.key(undo);
    expect(desk.shownIn(one)).toContain("landlord");
  });

  test("also without context: it was located once", () => {
    const desk = new Desk(lease);
    const chosen = proposal({ original: "the notice is three months", occurrence: 1 });
    desk.propose(chosen);
    desk.deleteBlock(0);
    desk.propose(chosen);
    expect([desk.shownIn(chosen), isGone(desk.state, chosen)]).toEqual([null, true]);
  });
});

describe("undo after Accept opens the proposal again, redo makes it", () => {
  test.each([
    ["three", "two"],
    ["three months", "three calendar months"],
    [" is three months", ""],
    ["the notice is three months", "thirty days suffice"],
  ])("%j to %j", (original, replacement) => {
    const desk = new Desk(lease);
    const one = proposal({ original, replacement, occurrence: 2 });
    desk.propose(one);
    const place = editOf(desk.state, one);
    desk.accept(one);
    const after = desk.text;
    expect(after).not.toBe(documentText(markdownToDocument(lease)).text);
    expect(wordsAt(desk.state, one)!.isOriginal).toBe(false);
    const words = wordsAt(desk.state, one)!.words;
    desk.key(undo);
    expect(desk.text).toBe(documentText(markdownToDocument(lease)).text);
    expect(wordsAt(desk.state, one)!.isOriginal).toBe(true);
    desk.propose(one);
    expect(editOf(desk.state, one)).toEqual(place);
    desk.key(redo);
    expect([desk.text, wordsAt(desk.state, one)!.words]).toEqual([after, words]);
  });
});

test("accepting all, then undo, is byte for byte the document it was", () => {
  const desk = new Desk(`# **Lease**\n\n${lease}\n\n- one *two*\n- three`);
  const before = desk.state.doc.toJSON();
  const all = [
    proposal({ original: "landlord", replacement: "lessor" }),
    { ...proposal({ original: "one two", replacement: "one 2" }), index: 1 },
    { ...proposal({ original: "End here.", replacement: "" }), index: 2 },
    { ...proposal({ original: "Lease", replacement: "Agreement\n\nPreamble" }), index: 3 },
  ];
  for (const one of all) {
    desk.propose(one);
    desk.accept(one);
  }
  expect(desk.text).toContain("Preamble");
  for (const _ of all) desk.key(undo);
  expect(desk.state.doc.toJSON()).toEqual(before);
});

test("of changes that touch and are accepted together, undo puts each where it was", () => {
  const desk = new Desk("One two three four.\n\nSecond paragraph.\n\nThird paragraph.\n\nEnd.");
  const words = { two: "2", " three": " 3 or more", "Second paragraph.": "", "Third paragraph.": "3rd." };
  const all: Proposal[] = Object.entries(words).map(([original, replacement], index) =>
    Object.assign(proposal({ original, replacement }), { index }),
  );
  desk.propose(...all);
  const places = all.map((one) => editOf(desk.state, one)!);
  desk.acceptTogether(all);
  expect(desk.text).toBe("One 2 3 or more four.\n\n3rd.\n\nEnd.");
  expect(all.map((one) => wordsAt(desk.state, one)!.isOriginal)).toEqual([false, false, false, false]);
  desk.key(undo);
  expect(all.map((one) => wordsAt(desk.state, one)!.isOriginal)).toEqual([true, true, true, true]);
  desk.propose(...all);
  expect(all.map((one) => editOf(desk.state, one))).toEqual(places);
});

/** Seeded random numbers (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

test("1,500 proposals through deleting, copying, moving, typing and undoing: each is in its clause or gone", () => {
  const counts = { right: 0, gone: 0 };
  for (let seed = 0; seed < 1500; seed++) {
    const pick = random(seed);
    const size = 4 + pick(6);
    // The number identifies the clause; many share the same words.
    const clauses = Array.from({ length: size }, (_, i) => `No${i} says: the notice is ${["one", "two"][pick(2)]!} months.`);
    const target = pick(size);
    const desk = new Desk(clauses.join("\n\n"));
    const one = proposal({ original: "the notice is", occurrence: target + 1 });
    desk.propose(one);
    for (let i = 1 + pick(6); i > 0; i--) change(desk, pick);
    desk.propose(one);
    const where = desk.shownIn(one);
    if (where === null) counts.gone++;
    else {
      expect([seed, where]).toEqual([seed, expect.stringMatching(new RegExp(`^(?:typed )*No${target} `))]);
      counts.right++;
    }
  }
  expect(counts.right).toBeGreaterThan(600);
  expect(counts.gone).toBeGreaterThan(150);
});

function change(desk: Desk, pick: (below: number) => number): void {
  const { doc, tr } = desk.state;
  const index = pick(doc.childCount);
  let pos = 0;
  for (let i = 0; i < index; i++) pos += doc.child(i).nodeSize;
  const block = doc.child(index);
  const kind = pick(5);
  if (kind === 0 && doc.childCount > 1) desk.deleteBlock(index);
  else if (kind === 1)
    desk.state = desk.state.apply(
      tr.insert(pick(2) === 0 ? 0 : doc.content.size, block.type.create(null, doc.type.schema.text(`Copy ${block.textContent}`))),
    );
  else if (kind === 2) desk.state = desk.state.apply(tr.insertText("typed ", pos + 1));
  else if (kind === 3) desk.key(undo);
  else if (doc.childCount > 2) desk.state = desk.state.apply(tr.delete(pos, pos + block.nodeSize).insert(0, block));
}

test("a row that is inserted is located by the row beside it, accepted as a row, and undone", () => {
  const desk = new Desk("Prices\n\n| a | b |\n| - | - |\n| c | d |\n\nThe end.");
  const start = desk.text.indexOf("b");
  const cells = ["e", "f"].map((text) => ({ span: 1, paragraphs: [text] }));
  const rows = { rows: [cells], at: "behind the row" as const, depth: 0 };
  const one = proposal({ original: "b", replacement: "b\n\ne\n\nf", place: { start, end: start + 1 }, rows });
  const before = desk.state.doc;
  desk.propose(one);
  desk.accept(one);
  expect(desk.text).toBe("Prices\n\na\n\nb\n\ne\n\nf\n\nc\n\nd\n\nThe end.");
  expect(desk.state.doc.child(1).childCount).toBe(3);
  desk.key(undo);
  expect(desk.state.doc.eq(before)).toBe(true);
});

test("a row that is deleted is marked as a whole, its empty cells included, and no other", () => {
  const desk = new Desk("| a | b |\n| - | - |\n| c |  |\n| e | f |");
  const start = desk.text.indexOf("c");
  const rows = { rows: [], at: "instead of the row" as const, depth: 0 };
  desk.propose(proposal({ original: "c", replacement: "", place: { start, end: start + 1 }, rows }));
  const { decorations } = desk.state.plugins[1]!.getState(desk.state) as { decorations: DecorationSet };
  const isOfRow = (one: unknown) => (one as { type: { attrs: { class: string } } }).type.attrs.class === "proposed-row-out";
  const marked = decorations.find().filter(isOfRow);
  expect(marked.map(({ from, to }) => desk.state.doc.textBetween(from, to, "|", "|"))).toEqual(["c|"]);
});

describe("words that are dragged take their proposal along", () => {
  const text = "The tenant pays the rent. The landlord repairs.\n\nIt ends in May.\n\nThe end.";
  const one = proposal({ original: "the rent" });

  test("to another paragraph, back by undo, and there again by redo; what is accepted changes them there", () => {
    const desk = new Desk(text);
    desk.propose(one);
    const before = desk.state.doc;
    const sentence = "The tenant pays the rent. ";
    const end = 1 + "The tenant pays the rent. The landlord repairs.".length + 2 + "It ends in May.".length;
    desk.drag(1, 1 + sentence.length, end);
    expect(desk.shownIn(one)).toBe("It ends in May.The tenant pays the rent. ".trimEnd() + " ");
    desk.key(undo);
    expect(desk.state.doc.eq(before)).toBe(true);
    expect(desk.shownIn(one)).toBe("The tenant pays the rent. The landlord repairs.");
    desk.key(redo);
    expect(desk.shownIn(one)).toContain("It ends in May.");
    desk.accept(one);
    expect(desk.text).toContain("It ends in May.The tenant pays NEW.");
  });

  test("a whole paragraph", () => {
    const desk = new Desk(text);
    desk.propose(one);
    desk.drag(0, desk.state.doc.child(0).nodeSize, desk.state.doc.content.size);
    expect(desk.shownIn(one)).toBe("The tenant pays the rent. The landlord repairs.");
    expect(desk.text.startsWith("It ends in May.")).toBe(true);
    desk.key(undo);
    expect(desk.text.startsWith("The tenant pays")).toBe(true);
    expect(desk.shownIn(one)).toBe("The tenant pays the rent. The landlord repairs.");
  });

  test("a part of its words takes nothing along", () => {
    const desk = new Desk(text);
    desk.propose(one);
    desk.drag(1, 1 + "The tenant pays the".length, desk.state.doc.content.size - 1);
    expect(isGone(desk.state, one)).toBe(true);
    desk.key(undo);
    expect(desk.shownIn(one)).toBe("The tenant pays the rent. The landlord repairs.");
  });
});
