import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patchesFromFindings } from "./finding-patches.ts";
import { withoutOverlaps, type Finding } from "../prose/finding.ts";
import { mechanicalFindings } from "../prose/mechanical-rules.ts";
import { applyPatches } from "./patch.ts";

function finding(text: string, start: number, end: number, replacement: string | null, sure = true): Finding {
  return { start, end, original: text.slice(start, end), replacement, reason: "Because.", kind: "style", rule: "test", sure };
}

/** Applies every replacement directly, without locating it by quotation. */
function applied(text: string, findings: readonly Finding[]): string {
  return findings
    .filter((one) => one.replacement !== null)
    .toSorted((a, b) => b.start - a.start)
    .reduce((out, one) => out.slice(0, one.start) + one.replacement! + out.slice(one.end), text);
}

describe("patches from findings", () => {
  test("nothing found, nothing changed, and what has no replacement is left out", () => {
    expect(patchesFromFindings("Some text.", [])).toEqual([]);
    expect(patchesFromFindings("Some text.", [finding("Some text.", 0, 4, null)])).toEqual([]);
    expect(patchesFromFindings("Some text.", [finding("Some text.", 0, 4, "Some")])).toEqual([]);
  });

  test("a quotation that occurs twice grows until it occurs once", () => {
    const text = "The cat sat. The dog sat. The cat ran.";
    const at = text.lastIndexOf("cat");
    const [patch] = patchesFromFindings(text, [finding(text, at, at + 3, "cow")]);
    expect(patch!.original).toContain("cat ran");
    expect(applyPatches(text, [patch!]).text).toBe("The cat sat. The dog sat. The cow ran.");
  });

  test("neighbours whose quotations would overlap become one patch", () => {
    const text = "a b a b a b";
    const findings = [finding(text, 4, 5, "x"), finding(text, 6, 7, "y")];
    const patches = patchesFromFindings(text, findings);
    expect(applyPatches(text, patches)).toMatchObject({ ok: true, text: "a b x y a b" });
  });

  test("findings far apart can be taken one by one", () => {
    const text = "Teh first sentence is here. Another one goes in between. Teh last sentence is there.";
    const last = text.lastIndexOf("Teh");
    const patches = patchesFromFindings(text, [finding(text, 0, 3, "The"), finding(text, last, last + 3, "The")]);
    expect(patches).toHaveLength(2);
    expect(applyPatches(text, [patches[1]!]).text).toBe(`${text.slice(0, last)}The${text.slice(last + 3)}`);
  });

  test("an insertion and a removal take a word beside them", () => {
    const text = "He said no .";
    expect(patchesFromFindings(text, [finding(text, 10, 11, "")])[0]).toMatchObject({
      replacement: expect.stringMatching(/no\.$/),
    });
    expect(patchesFromFindings("He went home", [finding("He went home", 12, 12, ".")])[0]).toMatchObject({
      replacement: expect.stringMatching(/home\.$/),
    });
  });

  test("a doubtful finding says so", () => {
    expect(patchesFromFindings("Teh.", [finding("Teh.", 0, 3, "The", false)])[0]!.summary).toBe("Check: Because.");
  });

  test("every patch is located in its text, and all together are the text with every replacement", () => {
    const word = fc.constantFrom("the", "cat", "and", "and", "sat", "“quoted”", "don’t", "😀", "e\u0301t", "long-word", "x");
    const gap = fc.constantFrom(" ", " ", " ", "  ", " , ", ". ", "\n", "\n\n", " – ");
    const texts = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 60 }).map((pairs) => pairs.flat().join("").trim());
    fc.assert(
      fc.property(texts, (text) => {
        const findings = withoutOverlaps(mechanicalFindings(text, "en"));
        const patches = patchesFromFindings(text, findings);
        const result = applyPatches(text, patches);
        expect(result.outcomes.map((outcome) => outcome.kind)).toEqual(patches.map(() => "located"));
        expect(result.text).toBe(applied(text, findings));
      }),
      { numRuns: 400 },
    );
  });
});

describe("without overlaps", () => {
  test("the sure one wins, then one with a replacement, then the first", () => {
    const text = "abcdef";
    const sure = finding(text, 2, 4, "x");
    const unsure = finding(text, 0, 3, "y", false);
    const bare = finding(text, 3, 5, null, false);
    expect(withoutOverlaps([unsure, bare, sure])).toEqual([sure]);
    expect(withoutOverlaps([bare, unsure])).toEqual([unsure, bare]);
  });
});
