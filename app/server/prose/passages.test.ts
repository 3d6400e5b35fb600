import { describe, expect, test } from "vitest";
import { rankPassages } from "./passages.ts";

const contract = `1. Definitions

“Services” means the services in Schedule 1.

2. Fees

2.1 The Customer shall pay each invoice within thirty days of receipt.

2.2 Late payment bears interest at eight per cent a year.

3. Termination

3.1 Either party may terminate this agreement by giving three months' written notice.

4. Governing law

This agreement is governed by the law of Sweden.`;

const best = (question: string) => rankPassages([contract], question, "en", 3)[0];

describe("ranking", () => {
  test.each([
    ["How can I terminate the agreement?", "three months"],
    ["When must invoices be paid?", "thirty days"],
    ["How do we end it?", "terminate"],
    ["What is the interest on late payments?", "eight per cent"],
    ["Which law governs?", "Sweden"],
  ])("%j", (question, words) => {
    expect(best(question)?.text).toContain(words);
  });

  test.each([
    ["The deposit is three months' rent.", "How high is the deposit?", "en"],
    ["Hyran är 9 000 kr.\n\nDepositionen är tre månadshyror.", "Hur hög är depositionen?", "sv"],
    ["Die Kaution beträgt drei Monatsmieten.", "Wie hoch ist die Kaution?", "de"],
  ] as const)("a few lines are enough to answer from: %j", (text, question, language) => {
    const passage = rankPassages([text], question, language, 1)[0]!;
    expect(passage.text).toMatch(/deposit|Kaution/i);
    expect(passage.coverage).toBeGreaterThan(0.5);
  });

  test("verbatim, with its place, heading and paragraph", () => {
    const passage = best("interest on late payment")!;
    expect(contract.slice(passage.start, passage.end)).toBe(passage.text);
    expect(passage).toMatchObject({ document: 0, heading: "2. Fees", paragraph: 5 });
  });

  test.each([
    // Clauses that are sentences have no title, and none of them stands under another.
    ["3. The deposit is three months' rent. It bears interest.\n\n5. Either party may end this with six months' notice.", null],
    // A title inside a clause ends with that clause and its parts.
    ["7. Rent. The tenant pays.\n\n8. Either party may end this with six months' notice.", null],
    ["7. Ending. Only so:\n\n7.1 Either party may end this with six months' notice.", "7. Ending"],
    ["7. Ending. Only so:\n\n(a) either party may end this with six months' notice.", "7. Ending"],
    ["Ending\n\n7. Rent. The tenant pays.\n\n8. Either party may end this with six months' notice.", "Ending"],
    ["§ 4 Rent\nThe tenant pays.\n\n§ 5 Ending\nEither party may end this with six months' notice.", "§ 5 Ending"],
  ])("the clause it is in, never another: %j", (text, heading) => {
    expect(rankPassages([text], "six months' notice", "en", 1)[0]).toMatchObject({ heading });
  });

  test("nothing to say about what is not there", () => {
    expect(rankPassages([contract], "penguins in Antarctica", "en", 5)).toEqual([]);
    expect(rankPassages([contract], "the of and", "en", 5)).toEqual([]);
    expect(rankPassages([], "fees", "en", 5)).toEqual([]);
  });

  test("coverage falls when half of the question is nowhere", () => {
    const all = best("late payment interest")!;
    const half = best("late payment of penguins in Antarctica")!;
    expect(all.coverage).toBeGreaterThan(half.coverage);
  });

  test("Swedish and German words meet their other forms", () => {
    expect(
      rankPassages(["Uppsägning ska ske skriftligen.\n\nPriset är fast."], "Hur sker uppsägningen?", "sv", 1)[0]?.text,
    ).toContain("Uppsägning");
    expect(
      rankPassages(["Die Kündigungen sind schriftlich.\n\nDer Preis ist fest."], "Wie geht die Kündigung?", "de", 1)[0]?.text,
    ).toContain("Kündigungen");
  });
});
