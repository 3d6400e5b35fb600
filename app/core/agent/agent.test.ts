import { describe, expect, test } from "vitest";
import {
  agentLimits,
  defaultAgentChoice,
  joinAction,
  joinActions,
  limitSentence,
  type AgentAction,
  type AgentEntry,
} from "./agent.ts";
import type { AppliedChangeRow } from "../requests/changes.ts";

const none = { origins: [], runs: [] };

function change(original: string, replacement: string, start = 0): AppliedChangeRow {
  const applied = { start, original, replacement, before: "", after: "" };
  return { applied, lead: 0, before: {}, after: {}, owners: { before: none, after: none }, added: 0, deleted: 0 };
}

const deed = (given: Partial<AgentAction>): AgentAction => ({
  messageId: "m",
  model: "",
  made: [],
  takenBack: [],
  isUndo: false,
  ...given,
});
const entry = (...changes: AppliedChangeRow[]): AgentEntry => ({ messageId: "m", model: "one", changes, isUndo: false });
const said = ({ changes }: AgentEntry) =>
  changes.map(({ applied }) => `${applied.original} ${applied.replacement} ${applied.start}`);

describe("what an entry of the timeline keeps", () => {
  test.each([
    ["grows by what was made", entry(change("a", "b")), deed({ made: [change("c", "d")] }), ["a b 0", "c d 0"]],
    ["does not count one change twice", entry(change("a", "b")), deed({ made: [change("a", "b")] }), ["a b 0"]],
    ["tells equal words at two places apart", entry(change("a", "b")), deed({ made: [change("a", "b", 9)] }), ["a b 0", "a b 9"]],
    [
      "loses what was taken back",
      entry(change("a", "b"), change("c", "d")),
      deed({ takenBack: [change("a", "b").applied] }),
      ["c d 0"],
    ],
    [
      "keeps what was taken back and made again",
      entry(change("a", "b")),
      deed({ takenBack: [change("a", "b").applied], made: [change("a", "b")] }),
      ["a b 0"],
    ],
  ])("%s", (_, before, more, after) => {
    expect(said(joinAction(before, more))).toEqual(after);
  });

  test("the model that did the last of it is the one named", () => {
    expect(joinAction(entry(), deed({ model: "two" })).model).toBe("two");
    expect(joinAction(entry(), deed({})).model).toBe("one");
  });

  test("two saves as one come to the same entry as one after the other", () => {
    const first = deed({ model: "x", made: [change("a", "b"), change("c", "d")] });
    const second = deed({ model: "y", made: [change("e", "f")], takenBack: [change("a", "b").applied, change("k", "l").applied] });
    const start = entry(change("k", "l"));
    expect(joinAction(start, joinActions(first, second))).toEqual(joinAction(joinAction(start, first), second));
  });

  test("is bounded", () => {
    const many = Array.from({ length: agentLimits.changesInWork + 5 }, (_, i) => change("a", "b", i));
    expect(joinAction(entry(), deed({ made: many })).changes).toHaveLength(agentLimits.changesInWork);
  });
});

describe("at a limit it is said why, what was under way, and what was not begun", () => {
  const plan = {
    summary: "",
    items: [
      { what: "One", where: "Rent" },
      { what: "Two", where: "" },
      { what: "Three", where: "" },
    ],
  };
  test.each([
    ["nothing was planned", null, [], "What was planned may not be complete."],
    ["calls do not say what they belong to", plan, [], "What was planned may not be complete."],
    ["a number that is none of the plan", plan, [9], "What was planned may not be complete."],
    ["the first", plan, [1, 1], "Under way: One (Rent). Left undone: Two; Three."],
    ["the last", plan, [1, 2, 3], "Under way: Three."],
    ["out of order", plan, [3, 1], "Under way: One (Rent). Left undone: Two."],
  ])("%s", (_, planned, begun, sentence) => {
    const limits = { ...defaultAgentChoice, maxSteps: 1 };
    expect(limitSentence("steps", limits, planned, begun)).toBe(`The limit of one step is reached. ${sentence}`);
  });
});
