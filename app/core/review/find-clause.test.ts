import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readClause } from "../templates/clause-file.ts";
import { clauseConcepts } from "./clause-concepts.ts";
import { answerIn, clausesFor, conceptOf } from "./find-clause.ts";

const concept = (name: string) => clauseConcepts.find((one) => one.name === name)!;
const asked = (label: string, question = "") => conceptOf({ label, question })?.name;
const texts = (name: string, text: string, language: "en" | "sv" | "de" | "nl" = "en") =>
  clausesFor(concept(name), text, language).map(({ start, end }) => text.slice(start, end));

test.each([
  ["Governing law", "Which law governs the agreement?", "governing law"],
  ["Tillämplig lag", "", "governing law"],
  ["Anwendbares Recht", "", "governing law"],
  ["Disputes", "Where, and by which court or tribunal, are disputes decided?", "disputes"],
  ["Assignment", "May a party assign the agreement, and on what condition?", "assignment"],
  ["Cap On Liability", "", "liability cap"],
  ["Liability cap", "To what amount or formula is liability limited?", "liability cap"],
  ["Notice", "On what notice may the agreement be terminated without cause?", "termination for convenience"],
  ["Audit Rights", "", "audit"],
  ["Ip Ownership Assignment", "", undefined],
  ["Notice Period To Terminate Renewal", "", undefined],
  ["Price", "How is the price determined?", undefined],
])("“%s” asks for %s", (label, question, name) => expect(asked(label, question)).toBe(name));

describe("what says it, and what only has its words", () => {
  test("line breaks within it, and the surest first", () => {
    const text =
      "The laws of Sweden apply to taxes.\n\nThis Agreement shall be governed by and\n   construed in accordance with the laws of the State of Delaware.";
    expect(texts("governing law", text)).toEqual([text.slice(text.indexOf("This Agreement"))]);
  });
  test.each([
    ["sv", "Svensk lag ska tillämpas på detta avtal.", "svensk lag"],
    ["de", "Es gilt deutsches Recht unter Ausschluss des UN-Kaufrechts.", "deutsches recht"],
    ["nl", "Op deze overeenkomst is Nederlands recht van toepassing.", "nederlands recht"],
    ["en", "It is governed by the laws of the State of New York, without regard to conflicts.", "state of new york"],
    ["en", "This lease is governed by English law.", "english law"],
    ["en", "It is construed in accordance with the law of England and Wales.", "england and wales"],
  ] as const)("governing law in %s: %s", (language, text, answer) => {
    expect(texts("governing law", text, language)).toEqual([text]);
    expect(answerIn(concept("governing law"), text)?.toLowerCase()).toBe(answer);
  });
  test("an obligation that ends with a breach is not one that ends at will", () => {
    const atWill = "Either party may terminate this Agreement at any time upon thirty (30) days’ written notice.";
    const text = `${atWill} Either party may terminate this Agreement upon ten (10) days’ notice in the event of a material breach. Upon termination of this Agreement for any reason, the licences end.`;
    expect(texts("termination for convenience", text)).toEqual([atWill]);
  });
  test("a long list of many things is no clause", () => {
    expect(texts("insurance", `The operator maintains ${"pumps, ".repeat(500)}insurance and goodwill.`)).toEqual([]);
  });
});

/** Of the clauses that come with Stet; all others are none of these. */
const kinds: Record<string, string[]> = {
  "assignment.md": ["assignment"],
  "gerichtsstand.md": ["governing law", "disputes"],
  "governing-law.md": ["governing law", "disputes"],
  "limitation-of-liability.md": ["liability cap"],
};
const folder = join(import.meta.dirname, "../../../content/clauses");

test.each(readdirSync(folder))("%s is found as what it is, and as nothing else", (file) => {
  const read = readClause(readFileSync(join(folder, file), "utf8"));
  if ("refusal" in read) throw new Error(read.refusal);
  const { variants, language } = read.clause;
  for (const { text } of variants) {
    const found = clauseConcepts.filter(({ name }) => texts(name, text, language).length > 0);
    expect(found.filter(({ named }) => !named.test(text))).toEqual([]);
    expect(found.map(({ name }) => name)).toEqual(kinds[file] ?? []);
  }
});
