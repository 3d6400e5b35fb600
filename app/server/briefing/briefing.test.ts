/*
 * Snapshots of the full briefing for every situation in fixtures/, to be reviewed on change, and
 * properties that must hold for all combinations of facts.
 */
import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { estimateTokens } from "#core/models/models.ts";
import { toolNames } from "#core/chat/message.ts";
import { parseReply } from "#core/chat/reply.ts";
import { tools, withReading } from "../tools/index.ts";
import { agentTools } from "../agent/agent-tools.ts";
import type { Desk } from "../agent/agent-desk.ts";
import { briefingOf } from "./briefing.ts";
import { describeOffered } from "./describe-offered.ts";
import { modelToolNames, offeredTools } from "./offered-tools.ts";
import { situations, plain } from "./situations.ts";
import type { TurnFacts } from "./turn-facts.ts";

const ofChats = withReading(tools);
const ofAgents = agentTools({ document: {} } as Desk, ofChats);

/** As sent to the model. */
function sent(facts: TurnFacts): string {
  const { instructions, tools: offered, withQuestion } = briefingOf(facts);
  const described = describeOffered(facts.mode.kind === "agent" ? ofAgents : ofChats, offered);
  for (const [at, tool] of described.entries()) tool.name = offered[at]!.as;
  const toolLines = described.map((tool) => JSON.stringify(tool)).join("\n");
  return `${instructions}\n\n# Tools offered\n${toolLines}\n${withQuestion === null ? "" : `\n${withQuestion}\n`}`;
}

describe("the briefing", () => {
  test.each(Object.entries(situations))("%s", async (name, facts) => {
    await expect(sent(facts)).toMatchFileSnapshot(`fixtures/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.txt`);
  });

  // `caretContext` is the built-in editor's: for models the caret is in the briefing.
  test("offers every other tool in some situation", () => {
    const offered = new Set(Object.values(situations).flatMap((facts) => offeredTools(facts).map(({ name }) => name)));
    expect(toolNames.filter((name) => !offered.has(name))).toEqual(["caretContext"]);
  });

  test("of a plain first question takes about 1,100 tokens", () => {
    expect(estimateTokens(sent(plain))).toBeLessThan(1_100);
  });

  test("of a style takes at most 150 tokens, however it is described", () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 60, mode: "sentences" }), (style) => {
        const longer = briefingOf({ ...plain, style }).instructions;
        expect(estimateTokens(longer) - estimateTokens(briefingOf(plain).instructions)).toBeLessThanOrEqual(151);
      }),
    );
  });

  test("begins alike in every turn that answers, for providers' caches", () => {
    const answers = Object.values(situations).filter(({ mode, document }) => mode.kind === "answer" && document === null);
    const starts = new Set(answers.map((facts) => briefingOf(facts).instructions.slice(0, 1_500)));
    expect(starts.size).toBe(1);
  });
});

/** Anything given as text has a citation number; images and unreadable files have none. */
const file = fc.oneof(
  fc.record({
    name: fc.constantFrom("a.pdf", "b.docx"),
    source: fc.integer({ min: 1, max: 9 }),
    given: fc.constantFrom("whole" as const, "outline" as const),
  }),
  fc.record({
    name: fc.constantFrom("a.pdf", "b.docx"),
    source: fc.constant(null),
    given: fc.constantFrom("picture" as const, "unreadable" as const),
  }),
);
const anyFields: fc.Arbitrary<TurnFacts> = fc.record({
  table: fc.option(fc.constant(situations["a large table"].table)),
  mode: fc.constantFrom(
    { kind: "answer" as const },
    { kind: "agent" as const, maxSteps: 5, applies: false },
    { kind: "agent" as const, maxSteps: 5, applies: true },
  ),
  today: fc.constant("2026-11-22"),
  timeZone: fc.option(fc.constant("Europe/Stockholm")),
  writer: fc.constant(plain.writer),
  style: fc.option(fc.string({ unit: "binary", maxLength: 600 })),
  workspace: fc.option(fc.constant("Lind & Co")),
  project: fc.constant(plain.project),
  choices: fc.record({
    sources: fc.subarray(["EU", "SE", "GB", "NL", "DE"] as const).map((codes) => codes.slice()),
    draftMode: fc.boolean(),
    writingType: fc.option(fc.constantFrom("essay", "Ode")),
  }),
  document: fc.option(fc.constant(situations["beside a draft with typed numbers"].document!)),
  chatDraft: fc.option(fc.constant(situations["a chat with a draft of its own"].chatDraft)),
  hasSelection: fc.boolean(),
  files: fc.array(file, { maxLength: 3 }),
  projectFiles: fc.constantFrom([], ["lease.pdf"]),
  law: fc.subarray(["SE", "EU"]),
  lawOn: fc.option(fc.constant("2020-01-01")),
  web: fc.record({ isSetUp: fc.boolean(), isAsked: fc.boolean() }),
  hasText: fc.boolean(),
  hasEarlierChanges: fc.boolean(),
  leftOut: fc.nat(3),
  isSummarized: fc.boolean(),
});
/** Where a table is asked, nothing else is searched (server/chat/turn.ts), and no agent works. */
const anyFacts = anyFields.map(asTurnsAre);

function asTurnsAre(facts: TurnFacts): TurnFacts {
  if (facts.mode.kind === "agent") return { ...facts, table: null };
  if (facts.table === null) return facts;
  const choices = { sources: [], draftMode: false, writingType: null };
  return { ...facts, choices, projectFiles: [], law: [], web: { isSetUp: false, isAsked: false } };
}

const everyTool = [...new Set(ofAgents.map(({ name }) => modelToolNames[name] ?? name))].filter((name) => name !== "plan");

describe("in every situation", () => {
  test("a briefing names no tool that it does not offer", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { instructions, tools: offered, withQuestion } = briefingOf(facts);
        const names = new Set(offered.map(({ as }) => as));
        const said = instructions + (withQuestion ?? "") + offered.map(({ description }) => description).join("\n");
        for (const name of everyTool) if (!names.has(name)) expect(said).not.toMatch(new RegExp(`\\b${name}\\b`));
      }),
    );
  });

  test("it shows every form that it asks for, as the reply's parser reads it, and no other", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { instructions } = briefingOf(facts);
        const shown = new Set(parseReply(instructions).map(({ kind }) => kind));
        for (const kind of ["draft", "patch", "write"] as const)
          if (!shown.has(kind)) expect(instructions).not.toContain(kind.toUpperCase());
        expect(shown.has("write")).toBe(facts.mode.kind === "answer" && (facts.document !== null || facts.hasSelection));
        expect(shown.has("patch")).toBe(facts.mode.kind === "answer");
        for (const block of parseReply(instructions))
          if (block.kind === "patch") expect(block.reading).toMatchObject({ problems: [], repaired: [] });
      }),
    );
  });

  test("the outline and proposals are an agent's alone", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const said = sent(facts);
        if (facts.mode.kind === "answer") expect(said).not.toMatch(/as an agent|proposeChanges|readDocument|"plan"/);
        else expect(said).toContain("You have at most 5 steps");
      }),
    );
  });

  test("a search is offered only where something is not given whole", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const isSearchable =
          facts.files.some(({ given }) => given === "outline") || facts.law.length + facts.projectFiles.length > 0;
        expect(briefingOf(facts).tools.some(({ name }) => name === "getInformation")).toBe(isSearchable);
      }),
    );
  });

  test("a number to cite is named only where one is given or can be brought", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const canCite =
          facts.table !== null ||
          facts.files.some(({ source }) => source !== null) ||
          facts.law.length + facts.projectFiles.length > 0 ||
          facts.web.isSetUp;
        expect(briefingOf(facts).instructions.includes("# Citing")).toBe(canCite);
      }),
    );
  });
});
