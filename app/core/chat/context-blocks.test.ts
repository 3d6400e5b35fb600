import { describe, expect, test } from "vitest";
import { contextBlocksMax, contextBlocksOf, selectionPreview, toggleContextBlock, type DocumentBlock } from "./context-blocks.ts";

let count = 0;
const heading = (text: string): DocumentBlock => ({ id: `b${count++}`, type: "heading", text });
const paragraph = (text: string): DocumentBlock => ({ id: `b${count++}`, type: "paragraph", text });
const long = (word: string) => `${word} `.repeat(12).trim();

describe("blocks of a document", () => {
  test("a heading takes up to three paragraphs below it, to the next heading", () => {
    const document = [
      heading("Scope"),
      ...["one", "two", "three", "four"].map((word) => paragraph(long(word))),
      heading("Definitions and terms"),
      paragraph("Short."),
    ];
    expect(contextBlocksOf(document).map((block) => [block.type, block.content])).toEqual([
      ["heading", ["Scope", long("one"), long("two"), long("three")].join("\n\n")],
      ["paragraph", long("one")],
      ["paragraph", long("two")],
      ["paragraph", long("three")],
      ["paragraph", long("four")],
      ["heading", "Definitions and terms\n\nShort."],
    ]);
  });

  test("what has fewer than 20 characters is left out", () => {
    expect(contextBlocksOf([paragraph("x".repeat(19)), paragraph("x".repeat(20)), heading("Alone"), paragraph("  ")])).toHaveLength(
      1,
    );
  });

  test("1200 characters under a heading, whole words; 80 in the preview", () => {
    const [block] = contextBlocksOf([heading("Terms"), paragraph("lorem ipsum ".repeat(200))]);
    expect(block!.content.length).toBeLessThanOrEqual(1200);
    expect(block!.content.length).toBeGreaterThan(1190);
    expect(block!.content).toMatch(/(lorem|ipsum)$/);
    expect(block!.preview).toBe(`${block!.content.replace(/\s+/g, " ").slice(0, 80)}…`);
  });
});

test("ten at most", () => {
  const ten = Array.from({ length: contextBlocksMax }, (_, i) => `b${i}`);
  expect(ten).toHaveLength(10);
  expect(toggleContextBlock(ten, "more")).toBe(ten);
  expect(toggleContextBlock(ten, "b3")).toHaveLength(9);
  expect(toggleContextBlock([], "a")).toEqual(["a"]);
});

test("80 words of a selection", () => {
  expect(selectionPreview(" one\n two ")).toBe("one two");
  expect(selectionPreview("w ".repeat(80))).toBe("w ".repeat(80).trim());
  expect(selectionPreview("w ".repeat(81))).toBe(`${"w ".repeat(80).trim()}…`);
});
