/* Every position has one origin through any edit; undo restores it; text of unstated origin is carried over or unknown. */
import * as fc from "fast-check";
import { history, redo, undo } from "@tiptap/pm/history";
import { EditorState, type Transaction } from "@tiptap/pm/state";
import { canSplit } from "prosemirror-transform";
import { expect, test } from "vitest";
import { anyDocument } from "#test/any-document.ts";
import { carriedRuns, mergedRuns } from "./authorship-carried.ts";
import { follow, startFollowing, type Followed } from "./authorship-follow.ts";
import { authorshipReport } from "./authorship-report.ts";
import {
  changeOrigins,
  cutRuns,
  isSameOrigin,
  joinRuns,
  lengthOf,
  originAt,
  packRuns,
  replaceRuns,
  runsOf,
  typed,
  unknown,
  unpackRuns,
  type Origin,
  type Runs,
} from "./authorship.ts";
import { promptExcerpt } from "./prompt-excerpt.ts";
import { eachText, spreadRuns, textRuns } from "../changes/authored-text.ts";
import { plainTextOf } from "../document/document-text.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { countWords } from "../text/words.ts";

const at = "2026-11-20T14:02:00.000Z";
const pasted: Origin = { kind: "pasted", at };
const proposed: Origin = { kind: "proposed", at, via: "change", model: "GPT-4o", prompt: "make it shorter" };
const quoted: Origin = { kind: "quoted", at, source: "Lease Act", place: "§ 3" };
const origins = [unknown, typed, pasted, proposed, quoted];

const anyRuns = (size: number) =>
  fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(...origins)), { maxLength: 12 }).map((some) => {
    const runs = joinRuns(some.map(([length, origin]) => ({ length, origin })));
    return joinRuns(cutRuns(runs, 0, size), runsOf(Math.max(0, size - lengthOf(runs)), unknown));
  });

test("replacing runs is replacing characters", () => {
  const flat = (runs: Runs) => runs.flatMap(({ length, origin }) => Array.from({ length }, () => origin.kind));
  fc.assert(
    fc.property(anyRuns(30), anyRuns(5), fc.nat(30), fc.nat(30), (runs, inserted, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const after = replaceRuns(runs, from, to, inserted);
      expect(flat(after)).toEqual(flat(runs).toSpliced(from, to - from, ...flat(inserted)));
      for (const [i, run] of after.entries()) {
        expect(run.length).toBeGreaterThan(0);
        if (i > 0) expect(isSameOrigin(run.origin, after[i - 1]!.origin)).toBe(false);
      }
      expect(unpackRuns(JSON.parse(JSON.stringify(packRuns(after))), lengthOf(after))).toEqual(after);
      for (let pos = 0; pos < lengthOf(after); pos++) expect(originAt(after, pos).kind).toBe(flat(after)[pos]);
    }),
  );
});

test.each([
  ["of another size", { origins: [typed], runs: [3, 0] }],
  ["with half a pair", { origins: [typed], runs: [4] }],
  ["of an origin that is not there", { origins: [typed], runs: [4, 1] }],
])("what is stored %s is not believed", (_, packed) => {
  expect(unpackRuns(packed, 4)).toBeNull();
});

/* The parts of the editor relevant to authorship: transactions pass through the history and `follow`. */
type Deed =
  | { kind: "insert"; where: number; text: string; origin: Origin; isElsewhere: boolean }
  | { kind: "delete"; where: number; length: number; isElsewhere: boolean }
  | { kind: "replace"; where: number; length: number; text: string; origin: Origin }
  | { kind: "split"; where: number }
  | { kind: "undo" }
  | { kind: "redo" };

const where = fc.nat(10_000);
const isElsewhere = fc.boolean();
const text = fc.constantFrom("a", "ab", "the ", "x");
const anyDeed = (withElsewhere: boolean): fc.Arbitrary<Deed> => {
  const elsewhere = withElsewhere ? isElsewhere : fc.constant(false);
  const origin = fc.constantFrom(typed, pasted, proposed);
  return fc.oneof(
    fc.record({ kind: fc.constant("insert" as const), where, text, origin, isElsewhere: elsewhere }),
    fc.record({ kind: fc.constant("delete" as const), where, length: fc.integer({ min: 1, max: 8 }), isElsewhere: elsewhere }),
    fc.record({ kind: fc.constant("replace" as const), where, length: fc.integer({ min: 1, max: 4 }), text, origin }),
    fc.record({ kind: fc.constant("split" as const), where }),
    fc.constant({ kind: "undo" as const }),
    fc.constant({ kind: "redo" as const }),
  );
};

type World = { state: EditorState; followed: Followed };

function begin(document: Parameters<typeof EditorState.create>[0]["doc"], runs: Runs): World {
  const state = EditorState.create({ doc: document!, plugins: [history({ newGroupDelay: 1e9 })] });
  return { state, followed: startFollowing(runs) };
}

function apply(world: World, tr: Transaction, origin: Origin): World {
  const meta = tr.getMeta("history$") as { redo: boolean } | undefined;
  const isUndoable = tr.getMeta("addToHistory") !== false;
  const cause = meta ? { kind: meta.redo ? ("redo" as const) : ("undo" as const) } : { kind: "new" as const, origin, isUndoable };
  return { state: world.state.apply(tr), followed: follow(world.followed, tr, cause) };
}

function perform(world: World, deed: Deed): World {
  const { state } = world;
  if (deed.kind === "undo" || deed.kind === "redo") {
    let after = world;
    (deed.kind === "undo" ? undo : redo)(state, (tr) => (after = apply(world, tr, typed)));
    return after;
  }
  const places: number[] = [];
  eachText(state.doc, 0, state.doc.content.size, (start, end) => {
    for (let pos = start; pos <= end; pos++) places.push(pos);
  });
  const pos = places[deed.where % Math.max(1, places.length)];
  if (pos === undefined) return world;
  const tr = state.tr;
  const end = Math.min(pos + ("length" in deed ? deed.length : 0), state.doc.content.size);
  if (deed.kind === "insert") tr.insertText(deed.text, pos);
  else if (deed.kind === "delete") tr.delete(pos, end);
  else if (deed.kind === "replace") tr.insertText(deed.text, pos, Math.min(end, state.doc.resolve(pos).end()));
  else if (canSplit(state.doc, pos)) tr.split(pos);
  if (!tr.docChanged) return world;
  if ("isElsewhere" in deed && deed.isElsewhere) tr.setMeta("addToHistory", false);
  return apply(world, tr, "origin" in deed ? deed.origin : typed);
}

/** The origins of the characters alone: positions between blocks have no author. */
const ofText = ({ state: { doc }, followed }: World) => textRuns(doc, followed.runs, 0, doc.content.size);

test("through any changes every place has one origin, and undoing and redoing all of it brings every one back", () => {
  fc.assert(
    fc.property(
      anyDocument(),
      fc.array(anyDeed(false), { maxLength: 20 }),
      fc.infiniteStream(fc.nat(4)),
      (document, deeds, kinds) => {
        const text = document.textBetween(0, document.content.size, "", "\ufffc").length;
        const own = joinRuns(Array.from({ length: text }, () => ({ length: 1, origin: origins[kinds.next().value!]! })));
        let world = begin(document, spreadRuns(document, 0, document.content.size, own));
        const start = ofText(world);
        for (const deed of deeds) {
          world = perform(world, deed);
          expect(lengthOf(world.followed.runs)).toBe(world.state.doc.content.size);
        }
        const end = ofText(world);
        for (;;) {
          const next = perform(world, { kind: "undo" });
          if (next === world) break;
          world = next;
        }
        expect(world.state.doc.eq(document)).toBe(true);
        expect(ofText(world)).toEqual(start);
        const undone = deeds.some(({ kind }) => kind === "undo");
        for (;;) {
          const next = perform(world, { kind: "redo" });
          if (next === world) break;
          world = next;
        }
        if (!undone) expect(ofText(world)).toEqual(end);
      },
    ),
    { numRuns: 300 },
  );
});

test.each<[string, string, Runs, [text: string, from: number, to?: number][]]>([
  [
    "overlapping changes",
    "clause the",
    [
      { length: 3, origin: pasted },
      { length: 7, origin: proposed },
    ],
    [
      ["a", 1],
      ["", 4, 5],
      ["a", 4, 8],
      ["a", 2, 4],
    ],
  ],
  [
    "a word that replaced the same word, and a change beside it",
    "shall",
    [
      { length: 2, origin: pasted },
      { length: 1, origin: proposed },
      { length: 2, origin: pasted },
    ],
    [
      ["a", 3, 4],
      ["a", 1, 3],
    ],
  ],
])("words come back each as whose they were when the history has merged %s", (_name, markdown, own, edits) => {
  const document = markdownToDocument(markdown);
  const runs = spreadRuns(document, 0, document.content.size, own);
  let world = begin(document, runs);
  for (const [text, from, to] of edits) world = apply(world, world.state.tr.insertText(text, from, to), typed);
  for (const _ of edits) world = perform(world, { kind: "undo" });
  expect(world.state.doc.eq(document)).toBe(true);
  expect(ofText(world)).toEqual(ofText(begin(document, runs)));
});

test.each([
  ["deleted forwards", [0, 0]],
  ["deleted backwards", [4, 0]],
])("words that are alike come back each as whose they were: %s", (_name, places) => {
  const document = markdownToDocument("pip pip and more");
  const runs = spreadRuns(document, 0, document.content.size, [
    { length: 4, origin: pasted },
    { length: 4, origin: proposed },
    { length: 8, origin: typed },
  ]);
  let world = begin(document, runs);
  for (const at of places) world = apply(world, world.state.tr.delete(at + 1, at + 5), typed);
  for (const _ of places) world = perform(world, { kind: "undo" });
  expect(world.state.doc.eq(document)).toBe(true);
  expect(ofText(world)).toEqual(ofText(begin(document, runs)));
});

test("a character keeps its origin, or is unknown, however much is changed elsewhere between undo and redo", () => {
  const letters: [string, Origin][] = [
    ["t", typed],
    ["p", pasted],
    ["m", proposed],
  ];
  const deeds = fc.array(
    fc
      .tuple(anyDeed(true), fc.constantFrom(...letters))
      .map(([deed, [letter, origin]]): Deed =>
        "text" in deed ? Object.assign(deed, { text: letter.repeat(deed.text.length), origin }) : deed,
      ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(deeds, (all) => {
      let world = begin(markdownToDocument("0123456789\n\n0123456789"), runsOf(24, unknown));
      for (const deed of all) {
        world = perform(world, deed);
        const { doc } = world.state;
        expect(lengthOf(world.followed.runs)).toBe(doc.content.size);
        eachText(doc, 0, doc.content.size, (start, end) => {
          for (let pos = start; pos < end; pos++) {
            const letter = doc.textBetween(pos, pos + 1);
            const { kind } = originAt(world.followed.runs, pos);
            const own = letters.find(([one]) => one === letter)?.[1].kind ?? "unknown";
            expect(["unknown", own]).toContain(kind);
          }
        });
      }
    }),
    { numRuns: 300 },
  );
});

const authored = (markdown: string, origin: Origin) => {
  const document = markdownToDocument(markdown);
  return { document, runs: runsOf(document.content.size, origin) };
};
const kindsOf = (document: ReturnType<typeof markdownToDocument>, runs: Runs) => {
  const found: string[] = [];
  for (const { length, origin } of textRuns(document, runs, 0, document.content.size)) found.push(`${origin.kind} ${length}`);
  return found;
};

test("a text that came unsaid: words that stood there are whose they were, new ones are unknown", () => {
  const before = authored("The tenant pays the rent on the first day.\n\nThe landlord repairs the roof.", proposed);
  const after = markdownToDocument("The tenant pays the rent by noon on the first day.\n\nThe landlord repairs the roof.");
  const runs = carriedRuns(before, after);
  expect(lengthOf(runs)).toBe(after.content.size);
  expect(kindsOf(after, runs)).toEqual(["proposed 25", "unknown 8", "proposed 47"]);
  // An unrelated text doesn't inherit "the" from the previous one.
  const other = markdownToDocument("Whoever finds the key of the cellar keeps it.");
  expect(kindsOf(other, carriedRuns(before, other))).toEqual(["unknown 45"]);
});

test("of two that were brought together each side's words stay theirs", () => {
  const mine = authored("One two three four.\n\nMine is what I wrote here.", typed);
  const theirs = authored("One two three four.\n\nTheirs came from a model elsewhere.", proposed);
  const merged = markdownToDocument("One two three four.\n\nTheirs came from a model elsewhere.\n\nMine is what I wrote here.");
  const runs = mergedRuns(mine, theirs, merged);
  expect(kindsOf(merged, runs)).toEqual(["typed 19", "proposed 35", "typed 26"]);
  expect(mergedRuns(mine, theirs, theirs.document)).toEqual(theirs.runs);
});

test("carrying over any two documents gives every place one origin", () => {
  fc.assert(
    fc.property(anyDocument(), anyDocument(), (before, after) => {
      const runs = carriedRuns({ document: before, runs: runsOf(before.content.size, typed) }, after);
      expect(lengthOf(runs)).toBe(after.content.size);
      expect(runs.every(({ origin }) => origin.kind === "typed" || origin.kind === "unknown")).toBe(true);
    }),
  );
});

test("the parts of the report are the words of the document", () => {
  fc.assert(
    fc.property(
      anyDocument().chain((document) => fc.tuple(fc.constant(document), anyRuns(document.content.size))),
      ([document, runs]) => {
        const report = authorshipReport(document, runs);
        expect(report.words).toBe(countWords(plainTextOf(document)));
        expect(report.parts.reduce((sum, { words }) => sum + words, 0)).toBe(report.words);
      },
    ),
  );
});

test("the report says whose, for what, and from where", () => {
  const document = markdownToDocument('I wrote this. It says "rent is due" there.');
  let runs = runsOf(document.content.size, typed);
  runs = changeOrigins(runs, 15, 44, () => proposed);
  runs = changeOrigins(runs, 24, 35, () => quoted);
  expect(authorshipReport(document, runs)).toEqual({
    words: 9,
    parts: [
      { kind: "typed", whose: "", words: 3, characters: 11 },
      { kind: "proposed", whose: "GPT-4o", words: 3, characters: 14 },
      { kind: "quoted", whose: "Lease Act", words: 3, characters: 9 },
    ],
    prompts: [{ at, model: "GPT-4o", prompt: "make it shorter", via: "change", words: 3 }],
    sources: [{ source: "Lease Act", place: "§ 3", words: 3 }],
  });
});

test("a word of several hands is whose most of it is, and the writer's where they are equal", () => {
  const document = markdownToDocument("tenants ab");
  let runs = runsOf(document.content.size, proposed);
  runs = changeOrigins(runs, 7, 8, () => typed);
  runs = changeOrigins(runs, 9, 10, () => typed);
  expect(authorshipReport(document, runs).parts.map(({ kind, words }) => [kind, words])).toEqual([
    ["typed", 1],
    ["proposed", 1],
  ]);
});

test("a prompt is remembered by its beginning", () => {
  expect(promptExcerpt("  make it\n shorter ")).toBe("make it shorter");
  expect(promptExcerpt("x".repeat(500))).toBe(`${"x".repeat(160)}…`);
  expect(promptExcerpt(`${"x".repeat(159)}😀😀`)).toBe(`${"x".repeat(159)}…`);
});

test("one transaction has the words of several authors, and undo and redo keep them apart", () => {
  const first: Origin = { kind: "imported", at: "2026-11-28T09:00:00.000Z", author: "Ann" };
  const second: Origin = { ...first, author: "Bo" };
  let world = begin(markdownToDocument("one two"), runsOf(9, unknown));
  const before = world.followed.runs;
  const tr = world.state.tr.insertText("zwei", 5, 8).insertText("eins", 1, 4);
  const cause = { kind: "new" as const, origin: typed, origins: [second, first], isUndoable: true };
  world = { state: world.state.apply(tr), followed: follow(world.followed, tr, cause) };
  const after: Runs = [
    { length: 1, origin: unknown },
    { length: 4, origin: first },
    { length: 1, origin: unknown },
    { length: 4, origin: second },
    { length: 1, origin: unknown },
  ];
  expect(world.followed.runs).toEqual(after);
  world = perform(world, { kind: "undo" });
  expect(world.followed.runs).toEqual(before);
  expect(perform(world, { kind: "redo" }).followed.runs).toEqual(after);
});
