import { describe, expect, test } from "vitest";
import { cancelledToolResult, type ToolInvocation } from "#core/chat/message.ts";
import { reportOf } from "./tool-report.ts";

function call(toolName: string, args: unknown, result?: unknown): ToolInvocation {
  return { toolCallId: "1", toolName, state: result === undefined ? "call" : "result", args, result };
}

const passage = { document: "lease.pdf", text: "The deposit is three months' rent.", heading: "3. Deposit", page: 2 };

describe("the title is the outcome", () => {
  test.each([
    ["getInformation", { passages: [passage] }, "1 passage found in lease.pdf"],
    [
      "getInformation",
      { passages: [passage, { ...passage, document: "rules.docx" }] },
      "2 passages found in lease.pdf and rules.docx",
    ],
    [
      "getInformation",
      { passages: ["a", "b", "c"].map((document) => ({ document, text: "Words." })) },
      "3 passages found in 3 documents",
    ],
    ["getInformation", { found: "nearest", passages: [], nearest: [passage] }, "Only similar passages found"],
    ["getInformation", { found: false, passages: [] }, "Nothing found"],
    ["webSearch", { results: [{ title: "Bees", url: "https://bees.example/a" }] }, "1 page found"],
    ["webSearch", { available: true, results: [] }, "No pages found"],
    ["webSearch", { available: false, results: [] }, "Nothing was searched"],
    ["caretContext", { available: true, before: "Dear", after: "Sir" }, "Text around the caret read"],
    ["caretContext", { available: true, selection: "two words", words: 2 }, "2 selected words read"],
    ["caretContext", { available: false, reason: "No editor is open." }, "Nothing to read"],
    ["draft", { kind: "outline", type: "Letter", slots: 5, markdown: "# A" }, "Letter outlined in 4 sections"],
    ["draft", { kind: "template", template: "NDA", filled: ["date"], open: ["a", "b"] }, "NDA: 1 field filled in, 2 left"],
    ["draft", { kind: "unknown", reason: "There is none." }, "No outline for “Ode”"],
    ["evaluate", { readability: { words: 412 }, figures: [] }, "No issues found in 412 words"],
    ["evaluate", { figures: [{ text: "31 June" }], citations: { citations: 3, differs: 1 } }, "2 issues found"],
    ["rewrite", { patches: [{ original: "a", replacement: "b" }], worthALook: [] }, "1 correction found"],
    ["rewrite", { patches: [], worthALook: [] }, "Nothing to correct"],
    ["humanize", { patches: [], worthALook: [{ text: "very" }] }, "1 issue to review"],
    ["readFile", { document: "lease.pdf", parts: [{ text: "x" }] }, "1 part of lease.pdf read"],
    ["translate", { any: "thing" }, "translate finished"],
  ])("%s", (tool, result, title) => {
    expect(reportOf(call(tool, { type: "Ode" }, result)).title).toBe(title);
  });
});

describe("nothing is said to be done before it is", () => {
  test.each(["getInformation", "webSearch", "caretContext", "draft", "evaluate", "rewrite", "humanize", "readFile", "other"])(
    "%s",
    (tool) => {
      const running = reportOf(call(tool, { query: "rent" }));
      expect(running).toMatchObject({ outcome: "pending", parts: [] });
      expect(running.title).not.toMatch(/found|finished|read$|nothing/i);
      expect(reportOf(call(tool, {}, cancelledToolResult))).toMatchObject({ outcome: "cancelled", parts: [] });
      const failed = reportOf(call(tool, {}, { error: "There are no words in this text. Give some." }));
      expect(failed).toMatchObject({ outcome: "failed", title: "Failed: There are no words in this text." });
      expect(failed.parts).toEqual([
        { kind: "text", label: "What went wrong", text: "There are no words in this text. Give some." },
      ]);
    },
  );
});

test("passages are shown with their place", () => {
  const law = { document: "Employment Act", text: "Notice is one month.", pinpoint: "Employment Act § 11", note: "Amended." };
  expect(
    reportOf(call("getInformation", { query: "notice" }, { passages: [passage, law], notices: ["A source was not reached."] })),
  ).toMatchObject({
    subject: "notice",
    notices: ["A source was not reached."],
    parts: [
      {
        kind: "passages",
        passages: [
          { text: passage.text, place: "lease.pdf · page 2 · 3. Deposit" },
          { text: law.text, place: law.pinpoint, note: law.note },
        ],
      },
    ],
  });
});

test("several topics are shown one by one, also those without a passage", () => {
  const result = {
    passages: [{ ...passage, topics: ["deposit", "security"] }],
    topics: [
      { topic: "deposit", found: true },
      { topic: "security", found: true },
      { topic: "pets", found: false, nearest: [passage] },
    ],
  };
  expect(reportOf(call("getInformation", {}, result)).parts.map(({ kind, label }) => [kind, label])).toEqual([
    ["passages", "deposit"],
    ["passages", "security"],
    ["notes", "pets"],
    ["passages", "Closest passages"],
  ]);
});

test("figures carry what they mean", () => {
  const result = { readability: { words: 1412, flesch: 61.27, fleschMeaning: "plain English", passiveShare: 0.125 } };
  expect(reportOf(call("evaluate", {}, result)).parts).toEqual([
    {
      kind: "figures",
      label: "Readability",
      figures: [
        { name: "Words", value: "1,412", meaning: "" },
        { name: "Flesch reading ease", value: "61.3", meaning: "plain English" },
        { name: "Passive sentences", value: "13%", meaning: "" },
      ],
    },
  ]);
});

test("a text of a few words has no scores, whatever an older version stored", () => {
  const result = { readability: { words: 10, flesch: 98.1, fleschKincaidGrade: -0.7, lix: 5, lixMeaning: "very easy" } };
  expect(reportOf(call("evaluate", {}, result)).parts).toEqual([
    { kind: "figures", label: "Readability", figures: [{ name: "Words", value: "10", meaning: "" }] },
  ]);
});

describe("what an older version or a model wrote is left out where it cannot be read", () => {
  const odd = [
    null,
    "text",
    7,
    [],
    { passages: "none", patches: [null, 4], results: [{}], readability: [], parts: {}, topics: [1, 2] },
  ];
  const tools = ["getInformation", "webSearch", "caretContext", "draft", "evaluate", "rewrite", "humanize", "readFile", "old"];
  test.each(tools)("%s", (tool) => {
    for (const args of odd) for (const result of odd) expect(reportOf(call(tool, args, result)).title).not.toBe("");
  });
});

test("a tool without a presenter shows the text of its result", () => {
  expect(reportOf(call("old", {}, { content: "What it said." })).parts).toEqual([
    { kind: "text", label: "Result", text: "What it said." },
  ]);
  expect(reportOf(call("old", {}, "What it said.")).parts).toHaveLength(1);
});
