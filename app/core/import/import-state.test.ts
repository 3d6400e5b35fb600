import { describe, expect, test } from "vitest";
import { emptyFound, importActions, type ImportAction, type ImportState } from "./import-state.ts";

type Case = Pick<ImportState, "status" | "found" | "undo">;

const nothing = { chats: 0, drafts: 0, things: 0, kept: 0 };
const threeNew = { ...emptyFound(), chats: { chatgpt: 3 } };
const oneDocument = { ...emptyFound(), documents: { notion: 1 } };
const noneNew = { ...threeNew, known: 3 };

describe("what an import offers", () => {
  test.each<[string, Case, ImportAction[]]>([
    ["while its file is read", { status: "reading", found: null, undo: nothing }, ["cancel"]],
    ["with new chats", { status: "ready", found: threeNew, undo: nothing }, ["start", "discard"]],
    ["without new chats", { status: "ready", found: noneNew, undo: nothing }, ["discard"]],
    ["before its first chat", { status: "importing", found: threeNew, undo: nothing }, []],
    ["while it imports", { status: "importing", found: threeNew, undo: { chats: 1, drafts: 0, things: 0, kept: 0 } }, ["undo"]],
    ["when it has ended", { status: "done", found: threeNew, undo: { chats: 2, drafts: 0, things: 0, kept: 1 } }, ["undo"]],
    [
      "when all its chats have been edited",
      { status: "done", found: threeNew, undo: { chats: 0, drafts: 0, things: 0, kept: 3 } },
      [],
    ],
    ["when it has been undone", { status: "undone", found: threeNew, undo: nothing }, ["remove"]],
    ["when its file cannot be read", { status: "failed", found: null, undo: nothing }, ["remove"]],
    ["when it failed half-way", { status: "failed", found: threeNew, undo: { chats: 1, drafts: 0, things: 0, kept: 0 } }, ["undo"]],
    [
      "when it has brought drafts",
      { status: "done", found: oneDocument, undo: { chats: 0, drafts: 1, things: 0, kept: 0 } },
      ["undo"],
    ],
    ["with new documents", { status: "ready", found: oneDocument, undo: nothing }, ["start", "discard"]],
  ])("%s", (_when, one, offered) => {
    expect(importActions(one)).toEqual(offered);
  });
});
