import { afterAll, describe, expect, test } from "vitest";
import { toolNames, type Attachment } from "#core/chat/message.ts";
import { applyPatches } from "#core/changes/patch.ts";
import type { Source } from "#core/sources/source.ts";
import { attached } from "#test/attached.ts";
import { stopGrammarChecker } from "../prose/harper.ts";
import { noWeb } from "../web/web.ts";
import { describeTools, findTool, readToolInput, tools } from "./index.ts";
import type { ToolContext } from "./tool.ts";

afterAll(stopGrammarChecker);

const file = (name: string, text: string, type = "text/plain"): Attachment => ({
  name,
  contentType: type,
  url: `data:${type};base64,${Buffer.from(text).toString("base64")}`,
});

function context(given: Partial<ToolContext> = {}): ToolContext & { sources: Source[] } {
  const sources: Source[] = [];
  return {
    me: { kind: "visitor" },
    chatId: "chat",
    signal: new AbortController().signal,
    files: async () => [],
    law: { chosen: [], search: async () => [], missing: async () => [] },
    fileSearch: { searchesProject: false, search: async () => ({ passages: [], unread: [] }) },
    cited: async () => [],
    web: noWeb,
    editorSelection: null,
    nearestText: () => null,
    addSources: (more) => {
      const numbered = more.map((source, at) => Object.assign({ number: sources.length + at + 1 }, source));
      sources.push(...numbered);
      return numbered;
    },
    sources,
    ...given,
  };
}

async function run(name: string, input: unknown, given: Partial<ToolContext> = {}): Promise<any> {
  const tool = findTool(name)!;
  const reading = readToolInput(tool, input);
  if (!reading.ok) throw new Error(reading.message);
  return tool.execute(reading.input, context(given));
}

describe("the registry", () => {
  test("holds the seven tools of the specification", () => {
    expect(tools.map((tool) => tool.name).toSorted()).toEqual([...toolNames].toSorted());
  });

  test("describes each by a JSON Schema of an object", () => {
    for (const { description, inputSchema } of describeTools()) {
      expect(description.length).toBeGreaterThan(40);
      expect(inputSchema).toMatchObject({ type: "object", properties: expect.any(Object) });
      // Fields with a default are optional.
      expect((inputSchema as { required?: string[] }).required ?? []).not.toContain("limit");
    }
  });

  test("names the field that is wrong", () => {
    expect(readToolInput(findTool("getInformation")!, { query: "", limit: 99 })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/query: .*limit: /),
    });
    expect(readToolInput(findTool("caretContext")!, undefined)).toMatchObject({ ok: true });
  });
});

describe("what text a tool works on", () => {
  test("the text given, else the file named, else the selection", async () => {
    const attachments = [file("a.txt", "He go home.")];
    expect((await run("rewrite", { text: "She go home." }, { files: attached(attachments) })).patches[0].original).toMatch(/^She/);
    expect((await run("rewrite", { attachment: "a.txt" }, { files: attached(attachments) })).patches[0].original).toMatch(/^He/);
    expect((await run("rewrite", {}, { editorSelection: "Today he go home." })).patches[0].original).toMatch(/^Today/);
  });

  test("the nearest text of the chat where nothing is given or open", async () => {
    const files = attached([file("a.txt", "He go home.")]);
    const first = async (given: Partial<ToolContext>) => (await run("rewrite", {}, given)).patches[0].original;
    const nearestText = () => ({ text: "She go home." });
    expect(await first({ nearestText })).toMatch(/^She/);
    expect(await first({ nearestText: () => ({ attachment: "a.txt" }), files })).toMatch(/^He/);
    expect(await first({ nearestText, editorSelection: "Today he go home." })).toMatch(/^Today/);
  });

  test.each([
    [{}, /no text to work on/],
    [{ attachment: "b.txt" }, /No file named “b.txt”.*Attached: c.pdf, a.txt/],
    [{ attachment: "c.pdf" }, /“c.pdf”: This PDF is damaged/],
  ])("%j is refused with what to do", async (input, reason) => {
    await expect(run("evaluate", input, { files: attached([file("c.pdf", "%PDF-1.4"), file("a.txt", "x")]) })).rejects.toThrow(
      reason,
    );
  });
});

describe("rewrite and humanize", () => {
  test("patches apply to the text", async () => {
    const text = "In order to win, he go to school and and learns. It is a error.";
    const { patches } = await run("rewrite", { text, goal: "shorten" });
    expect(applyPatches(text, patches)).toMatchObject({ ok: true, text: "To win, he goes to school and learns. It is an error." });
  });

  test("mode and contractions", async () => {
    const text = "Prior to the meeting we do not decide.";
    const apply = async (input: object) => applyPatches(text, (await run("humanize", { text, ...input })).patches).text;
    expect(await apply({})).toBe("Before the meeting we do not decide.");
    expect(await apply({ mode: "legal" })).toBe(text);
    expect(await apply({ contractions: true })).toBe("Before the meeting we don't decide.");
  });
});

describe("evaluate", () => {
  test("figures and contradictions with their lines", async () => {
    const text = "1. Terms\n1.1 “Fee” means the price.\n2. Pay\n2.1 Pay within thirty (60) days (see clause 9.9.\n3. End\n";
    const result = await run("evaluate", { text });
    expect(result.readability.words).toBeGreaterThan(10);
    expect(result.definedTerms.unused).toEqual([expect.objectContaining({ term: "Fee", line: 2 })]);
    expect(result.references.missing).toEqual([expect.objectContaining({ target: "9.9", line: 4 })]);
    expect(result.figures).toEqual([expect.objectContaining({ kind: "number-mismatch", line: 4 })]);
    expect(result.unpairedMarks).toEqual([expect.objectContaining({ line: 4 })]);
  });

  test("only the checks asked for", async () => {
    expect(Object.keys(await run("evaluate", { text: "A plain text.", checks: ["figures"] })).toSorted()).toEqual([
      "figures",
      "language",
      "legal",
      "limits",
    ]);
  });

  test("the share of verified citations: of the text where it cites, else of the chat", async () => {
    const source = { id: "a", type: "file" as const, name: "lease.txt", number: 1, content: "The rent is 900 euros a month." };
    const cited = async () => [{ ...source, cited: [{ claim: "x", verdict: "supported" as const }] }];
    const share = async (text: string) => (await run("evaluate", { text, checks: ["citations"] }, { cited })).citations;
    expect(await share("The rent is 900 euros a month. [[1]]\n\nThe rent is 950 euros a month. [[1]]")).toMatchObject({
      citations: 2,
      verified: 1,
      share: 0.5,
    });
    expect(await share("A text without any.")).toMatchObject({ citations: 1, verified: 0, share: 0 });
  });

  test("no words, no figures", async () => {
    await expect(run("evaluate", { text: "…" })).rejects.toThrow(/no words/);
  });
});

describe("getInformation", () => {
  const lease = "The rent is 900 euros a month.\n\nThe tenant may keep one dog.";
  const sale = "The buyer pays the price on delivery.\n\nThe seller delivers in May.";

  test("verbatim passages with their source and place", async () => {
    const given = context({ files: attached([file("lease.txt", lease), file("sale.md", sale)]) });
    const tool = findTool("getInformation")!;
    const result = (await tool.execute({ query: "How much is the rent?", limit: 5 }, given)) as {
      passages: { cite: number; start: number; end: number; text: string }[];
    };
    expect(result.passages[0]).toMatchObject({
      document: "lease.txt",
      sentence: "The rent is 900 euros a month.",
      cite: 1,
      paragraph: 1,
    });
    const source = given.sources.find((one) => one.number === result.passages[0]!.cite)!;
    expect(source.content!.slice(result.passages[0]!.start, result.passages[0]!.end)).toBe(result.passages[0]!.text);
    expect(source).toMatchObject({ type: "file", name: "lease.txt" });
  });

  test("a passage is the paragraph, a heading comes with what is below it, and what else there is is named", async () => {
    const exception = "The tenant may end the lease at any time. This does not hold in the first year.";
    const notice =
      `${exception} ${"Notice is given in writing to the last address that the landlord has named. ".repeat(2)}`.trim();
    const contract = `# Lease\n\n## Early termination\n\n${notice}\n\n## Rent after termination\n\nUntil the keys are back, rent is due.`;
    const files = attached([file("lease.md", contract, "text/markdown")]);
    const { passages } = await run("getInformation", { query: "When may the tenant end the lease?", limit: 1 }, { files });
    expect(passages[0]).toMatchObject({ text: notice, heading: "Early termination" });
    const all = await run("getInformation", { query: "termination", limit: 6 }, { files });
    for (const { text } of all.passages) expect(text).not.toMatch(/^(?:#* ?)(?:Early termination|Rent after termination)$/);
    const nothing = await run("getInformation", { query: "Who insures the ship?" }, { files });
    // No word of it stands there; whether it is there in others is to be looked for in the outline.
    expect(nothing).toMatchObject({
      found: "unsettled",
      next: expect.stringContaining("look through the outlines"),
      outlines: [{ document: "lease.md", parts: expect.stringMatching(/^p1 .*Lease/) }],
    });
  });

  test("what has few of the question's words is given as the closest, and never as nothing", async () => {
    const clause = "The Supplier shall not sell to any other dealer in the Territory during the Term.";
    const files = attached([file("dealer.txt", `${clause}\n\nThe price is due on delivery.`)]);
    const query = "Is the dealer exclusive, and does that hold for competitors, affiliates, resellers and successors?";
    const { found, passages, nearest, next } = await run("getInformation", { query }, { files });
    expect([found, passages]).toEqual(["nearest", []]);
    expect(nearest[0].text).toContain(clause);
    expect(next).toContain("Read the passages under nearest first");
  });

  test("a passage that bears on several topics is given once, with all of them", async () => {
    const files = attached([file("lease.txt", lease)]);
    const result = await run("getInformation", { query: "the rent a month; 900 euros; one dog; the ship's month" }, { files });
    const given = result.passages.map(({ text, topics }: { text: string; topics: string[] }) => [text, topics]);
    expect(given).toEqual([[lease, ["the rent a month", "900 euros", "one dog", "the ship's month"]]]);
  });

  test("a topic of which no word was found is unsettled as a question is, with the outline to look through", async () => {
    const files = attached([file("lease.txt", lease)]);
    const result = await run("getInformation", { query: "the rent a month; arbitration in Geneva; keeping one dog" }, { files });
    expect(result.topics.map(({ topic, found }: { topic: string; found: unknown }) => [topic, found])).toEqual([
      ["the rent a month", true],
      ["arbitration in Geneva", "unsettled"],
      ["keeping one dog", true],
    ]);
    expect(result.unsettled).toMatchObject({
      topics: ["arbitration in Geneva"],
      found: "unsettled",
      next: expect.stringContaining("look through the outlines"),
      outlines: [{ document: "lease.txt" }],
    });
    expect(await run("getInformation", { query: "rent; dog; ship" })).toMatchObject({
      found: false,
      topics: [{ found: false }, { found: false }, { found: false }],
    });
  });

  test("what comes closest to one topic and answers another is only referred to", async () => {
    const files = attached([file("lease.txt", lease)]);
    const { passages, topics } = await run(
      "getInformation",
      { query: "the rent a month; insurance of ships, cargo and crew for a month" },
      { files },
    );
    expect(passages).toHaveLength(1);
    expect(topics[1].nearest).toEqual([
      { cite: expect.any(Number), document: "lease.txt", heading: null, givenUnder: ["the rent a month"] },
    ]);
  });

  test("says what it did not find and what it could not read", async () => {
    const attachments = [file("lease.txt", lease), file("scan.pdf", "%PDF-1.4", "application/pdf")];
    expect(await run("getInformation", { query: "Who insures the ship?" }, { files: attached(attachments) })).toMatchObject({
      found: "unsettled",
      reason: expect.stringContaining("lease.txt"),
      unreadable: [{ name: "scan.pdf", reason: expect.stringContaining("PDF") }],
    });
    expect(await run("getInformation", { query: "Rent?" })).toMatchObject({
      found: false,
      reason: expect.stringMatching(/No file is attached/),
    });
    const law = { chosen: ["SE"], search: async () => [], missing: async () => [] };
    expect(await run("getInformation", { query: "Rent?" }, { law })).toMatchObject({
      reason: "Inget som är lagrat här besvarar frågan (rätt från SE).",
    });
    const inLaw = await run("getInformation", { query: "Rent?", in: "law" }, { files: attached([file("lease.txt", lease)]) });
    expect(inLaw).toMatchObject({ found: false, reason: "No law has been chosen for this chat." });
  });
});

describe("draft", () => {
  test("an outline puts the writer's notes in their places and expands nothing", async () => {
    const result = await run("draft", { type: "Essay", topic: "bees", notes: ["they pollinate", "they die"], words: 400 });
    expect(result).toMatchObject({ kind: "outline", type: "Essay", words: 400, notesPlaced: 2 });
    expect(result.markdown).toContain("bees");
    expect(result.markdown).toMatch(/they pollinate[\s\S]*they die/);
    expect(result.markdown.match(/^## /gm)).toHaveLength(5);
  });

  test("a template fills what is known and leaves the rest visible", async () => {
    const result = await run("draft", { type: "NDA", fields: { partyA: "Acme $& AB", governingLaw: "Sweden", unknown: "x" } });
    expect(result.markdown).toContain("Acme $& AB");
    expect(result.markdown).not.toContain("[Party A]");
    expect(result.open).toContain("Party B");
    expect(result.filled.toSorted()).toEqual(["governingLaw", "partyA"]);
  });

  test("what it has no skeleton for, it says", async () => {
    expect(await run("draft", { type: "Opera" })).toMatchObject({
      kind: "unknown",
      available: false,
      reason: expect.stringContaining("Press Release"),
    });
  });
});

test("webSearch never claims to have searched", async () => {
  expect(await run("webSearch", { query: "news" })).toMatchObject({
    available: false,
    results: [],
    reason: expect.stringMatching(/^Nothing was searched.*An administrator can turn it on/),
  });
});

test.each([
  [null, { available: false, reason: expect.stringMatching(/No editor is open/) }],
  ["  ", { available: false, reason: expect.stringMatching(/no text is selected/) }],
  ["two words", { available: true, selection: "two words", words: 2 }],
])("caretContext with %j", async (editorSelection, expected) => {
  expect(await run("caretContext", {}, { editorSelection })).toEqual(expected);
});
