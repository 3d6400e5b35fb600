/*
 * Files with many tracked changes, decided in any order: the draft then says what Word would, and so does the file that
 * goes back, with every character in its own formatting and every undecided change by its author.
 */
import { expect, test } from "vitest";
import { Transform } from "prosemirror-transform";
import { applyEdit, locateInDocument } from "#core/changes/document-patch.ts";
import { peopleOf, type AuthoredPatch } from "#core/changes/changes-since.ts";
import { plainTextOf } from "#core/document/document-text.ts";
import { savedDraft } from "#server/long-work/draft-tasks.ts";
import { openArchive } from "#server/files/zip.ts";
import { authorsOf, blocksIn, linesOf, nestedIn, takenIn, trackedBlocks, trackedFile, unshownIn } from "#test/tracked-files.ts";
import { me, received, type Received } from "#test/word-packages.ts";
import { writtenPackage } from "./write-package.ts";

/** Seeded random numbers (mulberry32), so that failures can be reproduced. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

type Decided = "accepted" | "rejected" | null;
type Open = { id: string; patch: AuthoredPatch; isGone: boolean; isImported: true };

/** Accepted one by one, each as the server would have moved it by then. */
function accept(file: Received, open: Open[], decisionOf: (patch: AuthoredPatch) => Decided, pick: (below: number) => number) {
  let document = file.document;
  const waiting = open.filter(({ patch }) => decisionOf(patch) === "accepted");
  while (waiting.length > 0) {
    const [one] = waiting.splice(pick(waiting.length), 1);
    const tr = new Transform(document);
    const outcome = locateInDocument(document, one!.patch);
    expect({ kind: outcome.kind, patch: one!.patch }).toMatchObject({ kind: "located" });
    if (outcome.kind === "located") applyEdit(tr, outcome.edit);
    open.splice(open.indexOf(one!), 1);
    const json = (node: typeof document) => JSON.stringify(node.toJSON());
    const { changes } = savedDraft({
      stored: { document: json(document), authorship: null },
      asked: { kind: "json", text: json(tr.doc) },
      authorship: null,
      comments: [],
      changes: open,
    });
    for (const { id, change } of changes) open.find((other) => other.id === id)!.patch = JSON.parse(change) as AuthoredPatch;
    document = tr.doc;
  }
  return document;
}

async function sentBack(
  file: Received,
  current: Received["document"],
  open: Open[],
  decisionOf: (patch: AuthoredPatch) => Decided,
) {
  const made = await writtenPackage({
    bytes: file.bytes,
    fileName: file.name,
    anchors: file.anchors,
    imported: file.document,
    came: file.changes.map((patch, i) => ({
      patch: open.find(({ id }) => id === String(i))?.patch ?? patch,
      decision: decisionOf(patch),
    })),
    changes: {
      before: current,
      current,
      runs: null,
      pending: open.flatMap(({ patch }) => (decisionOf(patch) === null ? [patch] : [])),
      accepted: file.changes.filter((patch) => decisionOf(patch) === "accepted"),
      person: me,
    },
    comments: [],
    pictures: new Map(),
  });
  if ("unwritable" in made) return made;
  let xml = "";
  for await (const piece of (await openArchive(Buffer.from(made.bytes))).part("word/document.xml")!) xml += piece;
  return { blocks: blocksIn(xml) };
}

const squeezed = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "");

const cases = 150;
const plain = { hasColors: false };

test.each([
  ["words and paragraphs", false],
  ["and rows", true],
] as const)(
  "%s: accepted, rejected and open, the draft and the file say the same",
  async (_, hasTables) => {
    const counts = { right: 0, unwritable: 0 };
    for (let seed = 0; seed < cases; seed++) {
      const pick = random(seed);
      const blocks = trackedBlocks(pick, hasTables);
      const file = (await received("a.docx", trackedFile(blocks)))!;
      const taken = takenIn(blocks);
      const nested = new Set([...nestedIn(blocks), ...unshownIn(blocks), ...taken]);
      // Changes with nothing between them that tells them apart are decided together, and each stays its author's.
      const together = file.changes.map((patch) => [...new Set(peopleOf(patch).map(({ author }) => author))]);
      const listed = new Set(together.flat());
      expect({ seed, listed: [...listed].toSorted() }).toEqual({
        seed,
        listed: [...authorsOf(blocks)].filter((by) => !nested.has(by)).toSorted(),
      });
      expect({ seed, lines: squeezed(plainTextOf(file.document)) }).toEqual({
        seed,
        lines: linesOf(blocks, (by) => taken.has(by), plain),
      });
      const choices = [[null], ["accepted"], ["rejected"], [null, "accepted", "rejected"]][pick(4)] as Decided[];
      const decisions = new Map([...listed].map((by) => [by, choices[pick(choices.length)]!]));
      for (const [first, ...rest] of together) for (const by of rest) decisions.set(by, decisions.get(first!)!);
      const decisionOf = (patch: AuthoredPatch) => decisions.get(peopleOf(patch)[0]!.author)!;
      const open = file.changes.map((patch, i): Open => ({ id: String(i), patch, isGone: false, isImported: true }));
      const current = accept(file, open, decisionOf, pick);
      const isAccepted = (by: string) => decisions.get(by) === "accepted";
      const isLeft = (by: string) => nested.has(by) || decisions.get(by) === null;
      expect({ seed, lines: squeezed(plainTextOf(current)) }).toEqual({
        seed,
        lines: linesOf(blocks, (by) => isAccepted(by) || taken.has(by), plain),
      });
      const sent = await sentBack(file, current, open, decisionOf);
      if ("unwritable" in sent) {
        counts.unwritable++;
        continue;
      }
      const left = [...decisions.keys()].filter((by) => isLeft(by) && !nested.has(by));
      expect({ seed, left: [...authorsOf(sent.blocks)].filter((by) => !nested.has(by)).toSorted() }).toEqual({
        seed,
        left: left.toSorted(),
      });
      expect({ seed, rejected: linesOf(sent.blocks, () => false) }).toEqual({ seed, rejected: linesOf(blocks, isAccepted) });
      expect({ seed, accepted: linesOf(sent.blocks, () => true) }).toEqual({
        seed,
        accepted: linesOf(blocks, (by) => isAccepted(by) || isLeft(by)),
      });
      counts.right++;
    }
    expect(counts).toEqual({ right: cases, unwritable: 0 });
  },
  120_000,
);
