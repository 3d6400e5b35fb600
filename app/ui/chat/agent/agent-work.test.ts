import { describe, expect, test } from "vitest";
import { LiveText } from "../live-text.ts";
import { isAgentAnswer } from "./is-agent-answer.ts";
import { readAgentWork, type ToolBlock } from "./agent-work.ts";

let count = 0;
function call(toolName: string, args: unknown, result?: unknown): ToolBlock {
  const toolCallId = `call-${count++}`;
  const state = result === undefined ? ("call" as const) : ("result" as const);
  return { kind: "tool", key: toolCallId, input: new LiveText(), invocation: { toolCallId, toolName, state, args, result } };
}

const plan = call("plan", { summary: "Plainer", items: [{ what: "One", where: "Rent" }, { what: "Two" }] }, { items: 2 });
const change = { original: "a", replacement: "b", summary: "" };
const proposed = (item: number, applies = false) =>
  call(
    "proposeChanges",
    { item, changes: [change] },
    { work: "w", where: "Rent", applies, changes: [change], refused: [{ index: 1, reason: "no" }] },
  );

describe("an agent's message", () => {
  test("has its plan, and says of each item whether it waits, is being done, or is done", () => {
    expect(readAgentWork([plan], true).items).toEqual(["waiting", "waiting"]);
    expect(readAgentWork([plan, proposed(1)], true).items).toEqual(["now", "waiting"]);
    expect(readAgentWork([plan, proposed(1), proposed(2)], true).items).toEqual(["done", "now"]);
    expect(readAgentWork([plan, proposed(1)], false).items).toEqual(["done", "waiting"]);
  });

  test("has all its changes in one list, under one name, also where work went on", () => {
    const work = readAgentWork([plan, proposed(1), proposed(2, true)], false);
    expect(work).toMatchObject({ id: "w", applies: true, changes: [change, change] });
    expect(readAgentWork([plan], false).id).toBeNull();
  });

  test.each([
    ["under way", call("rewrite", { sections: ["s1"] }), "pending", "Checking grammar and spelling", ""],
    ["done", call("rewrite", {}, { where: "Rent", found: 3 }), "done", "Checked grammar and spelling", "3 to correct"],
    ["nothing found", call("humanize", {}, { where: "Rent", found: 0 }), "done", "Looked for stiff phrases", "nothing to correct"],
    ["read", call("readDocument", {}, { where: "Rent", words: 1200 }), "done", "Read", "1,200 words"],
    ["proposed", proposed(1), "done", "Proposed changes", "1 change, 1 refused"],
    ["refused", call("rewrite", {}, { error: "No such section." }), "refused", "Checked grammar and spelling", "No such section."],
    ["cancelled", call("rewrite", {}, { cancelled: true, content: "" }), "cancelled", "Checked grammar and spelling", ""],
    [
      "a tool of no name we know",
      call("constructor", "{", { error: "There is none." }),
      "refused",
      "constructor",
      "There is none.",
    ],
  ])("a step that is %s", (_, block, outcome, words, result) => {
    expect(readAgentWork([block], false).steps[0]).toMatchObject({ outcome, words, result });
  });

  test.each([null, 7, "text", [], { items: "all" }, { items: [null, 3, { what: 5 }] }])(
    "whatever a plan was called with: %j",
    (args) => {
      const work = readAgentWork([call("plan", args, { items: 0 }), call("proposeChanges", args, args)], false);
      expect(work.plan?.items ?? []).toEqual([]);
      expect(work.changes).toEqual([]);
    },
  );
});

test("an answer is an agent's where it has called for what only an agent has", () => {
  expect(isAgentAnswer([call("evaluate", {})])).toBe(false);
  expect(isAgentAnswer([call("evaluate", {}), call("readDocument", {})])).toBe(true);
});
