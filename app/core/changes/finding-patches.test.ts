import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mostPatches, patchesFromFindings } from "./finding-patches.ts";
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

describe("a quotation", () => {
  const quoted = (text: string, words: string, replacement = "x") => {
    const at = text.indexOf(words);
    return patchesFromFindings(text, [finding(text, at, at + words.length, replacement)]).map(({ original }) => original);
  };

  test.each([
    [
      "grows to twenty characters, left and right in turn",
      "one two three four five six seven",
      "four",
      ["two three four five six"],
    ],
    ["not over the ends of its line", "aaa\nbbb ccc ddd\neee", "ccc", ["bbb ccc ddd"]],
    ["takes whole words", "aaaa bbbbbbbbbbbbbbbbbbbbbbb cccc", "bbb", ["bbbbbbbbbbbbbbbbbbbbbbb"]],
    ["begins with the text", "one two three four five six", "one", ["one two three four five"]],
    ["ends with the text", "one two three four five six", "six", ["two three four five six"]],
  ])("%s", (_what, text, words, all) => expect(quoted(text, words)).toEqual(all));

  test("of white space includes the words beside it", () => {
    const text = "aaaaaaaaaaaa  bbbbbbbbbbbb";
    expect(patchesFromFindings(text, [finding(text, 12, 14, " ")])).toMatchObject([
      { original: text, replacement: "aaaaaaaaaaaa bbbbbbbbbbbb" },
    ]);
  });

  test("does not reach into that of the next finding", () => {
    const text = "aaa bbb ccc ddd eee fff";
    const patches = patchesFromFindings(text, [finding(text, 4, 7, "x"), finding(text, 12, 15, "y")]);
    expect(patches.map(({ original }) => original)).toEqual(["aaa bbb ccc", "ddd eee fff"]);
  });

  test("that repeats itself for 800 characters is dropped", () => {
    const repetitive = "word ".repeat(400).trim();
    expect(patchesFromFindings(repetitive, [finding(repetitive, 1000, 1004, "x")])).toEqual([]);
    const short = `start ${"word ".repeat(100)}end`;
    const [patch] = patchesFromFindings(short, [finding(short, 256, 260, "x")]);
    expect(applyPatches(short, [patch!]).text).toBe(`${short.slice(0, 256)}x${short.slice(260)}`);
  });
});

test("what several findings say is said once, the doubtful as doubtful", () => {
  const text = "aa bb";
  const all = [finding(text, 0, 2, "x"), finding(text, 3, 5, "y"), finding(text, 2, 2, "z", false)];
  expect(patchesFromFindings(text, all)).toMatchObject([
    { original: "aa", replacement: "xz", summary: "Because. Check: Because." },
    { original: "bb", replacement: "y", summary: "Because." },
  ]);
});

test("there are no more than can be reviewed, the first of the text", () => {
  const words = Array.from({ length: mostPatches + 50 }, (_, i) => `sentence${i} of its own`);
  const text = words.join("\n");
  let at = 0;
  const all = words.map((word) => {
    const one = finding(text, at, at + word.indexOf(" "), "x");
    at += word.length + 1;
    return one;
  });
  const patches = patchesFromFindings(text, all.toReversed());
  expect(patches).toHaveLength(mostPatches);
  expect(patches.at(-1)!.original).toContain(`sentence${mostPatches - 1} `);
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
