import { describe, expect, test } from "vitest";
import { AgentDocument } from "./agent-document.ts";
import { outlineLines, sectionText, sectionsOf, whereOf } from "./agent-sections.ts";
import type { AgentChange } from "./agent.ts";
import { applyEdit, locateInDocument } from "../changes/document-patch.ts";
import { documentText } from "../document/document-text.ts";
import { Transform } from "prosemirror-transform";
import { markdownToDocument } from "../document/markdown-to-document.ts";

const filler = (words: number, about: string) => Array.from({ length: words }, (_, i) => `${about}${i}`).join(" ");

const lease = markdownToDocument(`# Lease

The Landlord lets the rooms to the Tenant.

## Rent

The Tenant pays the rent monthly. ${filler(150, "rent")}

## Repairs

The Tenant pays small repairs. ${filler(150, "repair")}

1) Notice

   1) The Tenant gives notice in writing. ${filler(150, "notice")}

2) End

   1) The Tenant leaves. ${filler(30, "end")}
`);

describe("sections", () => {
  test("begin with headings and clauses, together hold all of the text, and are named by them", () => {
    const sections = sectionsOf(lease);
    expect(sections.map(({ id, title }) => `${id} ${title}`)).toEqual(["s1 Lease", "s2 Repairs", "s3 1. Notice", "s4 2. End"]);
    const { text } = documentText(lease);
    expect(sections.map(({ start, end }) => text.slice(start, end)).join("\n\n")).toBe(text);
  });

  test("a text without headings is cut where it is long, and no paragraph is cut", () => {
    const document = markdownToDocument(Array.from({ length: 30 }, (_, i) => filler(100, `p${i}w`)).join("\n\n"));
    const sections = sectionsOf(document);
    expect(sections.map(({ words }) => words)).toEqual([1000, 1000, 1000]);
  });

  test("an empty document has one empty section", () => {
    expect(sectionsOf(markdownToDocument(""))).toMatchObject([{ id: "s1", words: 0 }]);
  });

  test("a model reads them with numbers and signs", () => {
    const notice = sectionsOf(lease)[2]!;
    expect(sectionText(lease, notice)).toMatch(/^1\. Notice\n\n1\.1 The Tenant gives notice/);
    expect(outlineLines(sectionsOf(lease)).split("\n")[2]).toMatch(/^s3 \| \d+ words \| 1\. Notice$/);
    expect(whereOf(sectionsOf(lease).slice(1, 3))).toBe("Repairs – 1. Notice");
  });

  test("a table is read row by row, as everywhere else", () => {
    const document = markdownToDocument("# Terms\n\nAs follows.\n\n| Item | Months |\n|---|---|\n| Notice | 3 |\n\nThe end.");
    const [section] = sectionsOf(document);
    expect(sectionText(document, section!)).toBe("# Terms\n\nAs follows.\n\nItem | Months\nNotice | 3\n\nThe end.");
  });
});

function open(applies = false, changes: AgentChange[] = []) {
  return new AgentDocument(lease, { applies, changes });
}

const change = (original: string, replacement: string, section?: string) => ({
  original,
  replacement,
  summary: "",
  isDecision: false,
  ...(section !== undefined && { section }),
});

/** The document after applying these changes in turn, each located separately. */
function made(changes: readonly AgentChange[]): string {
  const tr = new Transform(lease);
  for (const one of changes) {
    const outcome = locateInDocument(tr.doc, one);
    if (outcome.kind !== "located") throw new Error(`${one.original}: ${outcome.kind}`);
    applyEdit(tr, outcome.edit);
  }
  return documentText(tr.doc).text;
}

describe("changes", () => {
  test("what is proposed can be made, in any order, and comes to what the agent sees", () => {
    const document = open();
    const asked = [
      change("pays the rent monthly", "pays rent each month"),
      change("gives notice", "gives a notice"),
      change("The Landlord lets", "The Landlord hereby lets"),
    ];
    const changes = asked.map((one) => document.propose(one)).flatMap((done) => ("change" in done ? [done.change] : []));
    expect(changes).toHaveLength(3);
    const seen = documentText(document.document).text;
    expect(made(changes)).toBe(seen);
    expect(made(changes.toReversed())).toBe(seen);
  });

  test("words that occur several times are found by their section, and told apart from the others", () => {
    const document = open();
    expect(document.propose(change("The Tenant pays", "The Tenant bears"))).toMatchObject({
      refused: expect.stringContaining("2 times"),
    });
    const done = document.propose(change("The Tenant pays", "The Tenant bears", "s2"));
    if (!("change" in done)) throw new Error(done.refused);
    expect(made([done.change])).toContain("The Tenant bears small repairs");
    expect(made([done.change])).toContain("The Tenant pays the rent");
  });

  test.each([
    ["nothing that is there", change("The Buyer pays", "The Seller pays"), /not in the document/],
    ["what is there already", change("gives notice", "gives notice"), /already says this/],
    ["no words", change("  ", "x"), /no words/],
  ])("%s is refused with a reason", (_, asked, reason) => {
    expect(open().propose(asked)).toMatchObject({ refused: expect.stringMatching(reason) });
  });

  test("only proposed, a change may not touch another; made at once, it may build on it", () => {
    const again = change("each month", "every month");
    const only = open();
    only.propose(change("pays the rent monthly", "pays rent each month"));
    expect(only.propose(again)).toMatchObject({ refused: expect.stringContaining("touches change 1") });
    const applying = open(true);
    applying.propose(change("pays the rent monthly", "pays rent each month"));
    expect(applying.propose(again)).toHaveProperty("change");
  });

  test("after the writer has saved, changes stand where they still can, and sections keep their words", () => {
    const document = open();
    document.propose(change("pays the rent monthly", "pays rent each month"));
    document.propose(change("gives notice", "gives a notice"));
    const saved = markdownToDocument("# Lease\n\nA new beginning. The Tenant pays the rent monthly. The Tenant is told.");
    document.refresh(saved);
    expect(documentText(document.document).text).toBe(
      "Lease\n\nA new beginning. The Tenant pays rent each month. The Tenant is told.",
    );
    expect(document.propose(change("is told", "is told in writing"))).toHaveProperty("change");
  });

  test("sections follow the text that changes before them", () => {
    const document = open();
    document.propose(
      change(
        "The Landlord lets the rooms to the Tenant.",
        "The Landlord lets the rooms on the second floor, with the cellar, to the Tenant.",
      ),
    );
    expect(document.textOf(document.section("s2")!)).toMatch(/^Repairs\n\n/);
    expect(document.textOf(document.section("s4")!)).toMatch(/^End\n\n/);
  });

  test("what was accepted before is there again when work continues", () => {
    const first = open();
    const done = first.propose(change("gives notice", "gives a notice"));
    if (!("change" in done)) throw new Error(done.refused);
    const again = open(false, [done.change]);
    expect(documentText(again.document).text).toBe(documentText(first.document).text);
  });
});

describe("what others have proposed", () => {
  const { text } = documentText(lease);
  const placeOf = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length });
  const monthly = { original: "monthly", replacement: "quarterly", place: placeOf("monthly") };

  test("is listed with the section it is in, and not in its text", () => {
    const document = new AgentDocument(lease, { applies: false, changes: [], pending: [monthly] });
    expect(document.sections.map((section) => document.pendingIn(section).length)).toEqual([1, 0, 0, 0]);
    expect(document.textOf(document.sections[0]!)).not.toContain("quarterly");
    // Also after an earlier change has shifted it.
    expect(document.propose(change("The Landlord lets the rooms", "The Landlord hereby lets all of the rooms"))).toHaveProperty(
      "change",
    );
    expect(document.pendingIn(document.sections[0]!)).toEqual([{ original: "monthly", replacement: "quarterly" }]);
  });

  test.each([false, true])("is not proposed over, whether changes are applied: %s", (applies) => {
    const document = new AgentDocument(lease, { applies, changes: [], pending: [monthly] });
    expect(document.propose(change("the rent monthly", "the rent each week"))).toMatchObject({
      refused: expect.stringContaining("“monthly” → “quarterly”") as unknown,
    });
    document.refresh(lease, []);
    expect(document.propose(change("the rent monthly", "the rent each week"))).toHaveProperty("change");
  });
});
