import { describe, expect, test } from "vitest";
import { fileOutline, filePartsOf } from "./file-outline.ts";
import { packBlocks, pageAt, passagesOf, unpackBlocks, type TextBlock } from "./file-text.ts";

type Given = Partial<Omit<TextBlock, "start" | "end">> & {
  words: number | string;
  /** The rest of a sentence. */ isRest?: boolean;
};

function fileOf(...given: Given[]): { text: string; blocks: TextBlock[] } {
  let text = "";
  const blocks = given.map(({ words, isRest = false, ...block }) => {
    if (text !== "") text += isRest ? " " : "\n\n";
    const start = text.length;
    text += typeof words === "string" ? words : Array.from({ length: words }, (_, i) => `w${i}`).join(" ");
    return Object.assign(block, { start, end: text.length });
  });
  return { text, blocks };
}
const outlined = (...given: Given[]) =>
  filePartsOf(fileOf(...given)).map(({ id, words, page }) => (page === undefined ? [id, words] : [id, words, page]));

describe("the parts of a file", () => {
  test("begin at headings of the first three levels, if there are three", () => {
    const headed = (level: number) => [
      { words: "One", level },
      { words: 200 },
      { words: "Two", level },
      { words: 200 },
      { words: "Three", level },
      { words: 200 },
    ];
    expect(outlined(...headed(3))).toEqual([
      ["p1", 201],
      ["p2", 201],
      ["p3", 201],
    ]);
    expect(outlined(...headed(4))).toEqual([["p1", 603]]);
    expect(outlined(...headed(1).slice(2))).toEqual([["p1", 402]]);
  });

  test("hold at least 150 words before a heading begins the next", () => {
    const parts = (words: number) => outlined({ words: 1, level: 1 }, { words }, { words: 1, level: 1 }, { words: 1, level: 1 });
    expect(parts(147)).toEqual([["p1", 150]]);
    expect(parts(148)).toEqual([
      ["p1", 150],
      ["p2", 1],
    ]);
    expect(parts(149)).toEqual([
      ["p1", 150],
      ["p2", 2],
    ]);
  });

  test("hold at most 1,500 words", () => {
    expect(outlined({ words: 1000 }, { words: 500 })).toEqual([["p1", 1500]]);
    expect(outlined({ words: 1000 }, { words: 501 })).toEqual([
      ["p1", 1000],
      ["p2", 501],
    ]);
  });

  test("begin at pages where there are no headings, but not within a sentence", () => {
    expect(outlined({ words: 200, page: 1 }, { words: 200, page: 2 })).toEqual([
      ["p1", 200, 1],
      ["p2", 200, 2],
    ]);
    expect(outlined({ words: 200, page: 1 }, { words: 200, page: 2, isRest: true })).toEqual([["p1", 400, 1]]);
    expect(outlined({ words: 200, page: 1 }, { words: 200, page: 1 })).toEqual([["p1", 400, 1]]);
  });

  test("lie where they say, and are named by their first words", () => {
    const file = fileOf(
      { words: "First   part\nof it", page: 1 },
      { words: 200, page: 1 },
      { words: `${"long ".repeat(20)}end`, page: 2 },
    );
    const [first, second] = filePartsOf(file);
    expect(first).toMatchObject({ title: "First part of it", start: 0, end: file.blocks[1]!.end });
    expect(second).toMatchObject({ title: `${"long ".repeat(14).trim()}…`, start: file.blocks[2]!.start, end: file.text.length });
    expect(filePartsOf(fileOf({ words: "x".repeat(70) }))[0]!.title).toBe("x".repeat(70));
    expect(filePartsOf(fileOf({ words: "x".repeat(71) }))[0]!.title).toBe(`${"x".repeat(20)}…`);
  });

  test("are listed a line each, up to a limit", () => {
    const parts = filePartsOf(fileOf({ words: 200, page: 1 }, { words: "Second", page: 2 }));
    expect(fileOutline(parts).split("\n")[1]).toBe("p2 | page 2 | 1 words | Second");
    expect(fileOutline(parts, 2)).not.toContain("up to");
    expect(fileOutline(parts, 1).split("\n").slice(1)).toEqual(["… up to p2"]);
    expect(fileOutline(filePartsOf(fileOf({ words: "One" })))).toBe("p1 | 1 words | One");
  });
});

describe("the passages of a file", () => {
  const passages = (...given: Given[]) => {
    const file = fileOf(...given);
    return passagesOf(file).map(({ start, end, page, headings }) => [file.text.slice(start, end), headings.join("/"), page]);
  };

  test("carry the headings above them", () => {
    expect(
      passages(
        { words: "# One", level: 1 },
        { words: "a" },
        { words: "Two", level: 2 },
        { words: "b" },
        { words: "Three", level: 2 },
        { words: "c" },
        { words: "Four", level: 1 },
        { words: "d" },
      ),
    ).toEqual([
      ["a", "One", undefined],
      ["b", "One/Two", undefined],
      ["c", "One/Three", undefined],
      ["d", "Four", undefined],
    ]);
  });

  test("join what is short and on one page, or goes on over its end", () => {
    expect(passages({ words: "a", page: 1 }, { words: "b", page: 1 })).toEqual([["a\n\nb", "", 1]]);
    expect(passages({ words: "a", page: 1 }, { words: "b", page: 2 })).toEqual([
      ["a", "", 1],
      ["b", "", 2],
    ]);
    expect(passages({ words: "a", page: 1 }, { words: "b", page: 2, isRest: true })).toEqual([["a b", "", 1]]);
  });

  test.each([
    [1198, 1],
    [1199, 2],
  ])("with %i characters before one more paragraph: %i", (length, count) => {
    const file = fileOf({ words: "x".repeat(length - 1) }, { words: "y" });
    expect(passagesOf(file)).toHaveLength(count);
  });

  test("are cut from a long paragraph at the end of a sentence, else of a word", () => {
    const sentence = `${"word ".repeat(150).trim()}. `;
    const long = sentence.repeat(4).trim();
    const cut = passagesOf(fileOf({ words: long }));
    expect(cut.map(({ start, end }) => long.slice(start, end)).join(" ")).toBe(long);
    expect(cut[0]!.end).toBe(sentence.length - 1);
    const words = "word ".repeat(400).trim();
    expect(passagesOf(fileOf({ words }))[0]!.end).toBe(1199);
    const letters = "x".repeat(2000);
    expect(passagesOf(fileOf({ words: letters })).map(({ start, end }) => [start, end])).toEqual([
      [0, 1200],
      [1200, 2000],
    ]);
    expect(passagesOf(fileOf({ words: "x".repeat(1800) }))).toHaveLength(1);
    expect(passagesOf(fileOf({ words: "x".repeat(1801) }))).toHaveLength(2);
  });

  test("are the headings themselves where there is nothing else", () => {
    expect(passages({ words: "One", level: 1, page: 2 })).toEqual([["One", "", 2]]);
  });
});

test("blocks are stored and read back as they were", () => {
  const { blocks } = fileOf(
    { words: "a" },
    { words: "b", page: 2, level: 3 },
    { words: "c", margin: "Head" },
    { words: "d", page: 1, sure: 0 },
    { words: "e", margin: "", sure: 90 },
  );
  expect(unpackBlocks(JSON.parse(JSON.stringify(packBlocks(blocks))))).toEqual(blocks);
});

test("the page at a place is that of the last block begun before it", () => {
  const { blocks } = fileOf({ words: "aa", page: 3 }, { words: "bb", page: 4 });
  expect([0, 3, 4, 5, 99].map((at) => pageAt(blocks, at))).toEqual([3, 3, 4, 4, 4]);
  expect(pageAt([{ start: 5, end: 6, page: 2 }], 0)).toBe(2);
  expect(pageAt([], 0)).toBeUndefined();
});
