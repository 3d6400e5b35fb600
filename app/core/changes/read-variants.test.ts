/* Versions of a passage, in the forms that models answer with. */
import { describe, expect, test } from "vitest";
import { readVariants } from "./read-variants.ts";

const original = "The tenant pays the rent on the first day of each month.";
const [first, second, third] = ["Rent is due on the first.", "The tenant pays monthly.", "Pay on the 1st of the month."];
const all = [first, second, third];

describe("three versions", () => {
  test.each([
    ["tags", `<version>${first}</version>\n<version>${second}</version>\n<version>${third}</version>`],
    [
      "tags with attributes, a preamble and a postscript",
      `Sure!\n<version id="1">\n${first}\n</version>\n<version>${second}</version><version>${third}</version>\nTell me which you like.`,
    ],
    [
      "tags in a list of tags",
      `<versions>\n<version>${first}</version>\n<version>${second}</version>\n<version>${third}</version>\n</versions>`,
    ],
    ["tags never closed", `<version>${first}\n<version>${second}\n<version>${third}`],
    [
      "tags in a fence",
      `\`\`\`xml\n<version>${first}</version>\n<version>${second}</version>\n<version>${third}</version>\n\`\`\``,
    ],
    [
      "labels inside tags",
      `<version>Version 1: ${first}</version><version>**Version 2:** ${second}</version><version>${third}</version>`,
    ],
    ["a JSON list", JSON.stringify(all)],
    ["JSON in a fence, after words", `Here they are:\n\`\`\`json\n${JSON.stringify({ versions: all })}\n\`\`\``],
    ["a JSON list of objects", JSON.stringify(all.map((text, at) => ({ id: `v${at}`, text })))],
    ["JSON by name", JSON.stringify({ a: first, b: second, c: third })],
    ["bold labels", `**Version 1:** ${first}\n\n**Version 2:** ${second}\n\n**Version 3:** ${third}`],
    [
      "headings with a manner",
      `Of course.\n\n### Option A (shorter)\n${first}\n\n### Option B (plainer)\n${second}\n\n### Option C – direct:\n${third}`,
    ],
    ["labels with a manner in brackets", `Version 1 (shorter): ${first}\nVersion 2 (a: b): ${second}\nVersion 3: ${third}`],
    [
      "labels with a manner and on a line of their own",
      `Version 1 – warm:\n${first}\nVersion 2 (plain)\n${second}\nVersion 3\n${third}`,
    ],
    ["labels in German", `Variante 1:\n${first}\n\nVariante 2:\n${second}\n\nVariante 3:\n${third}`],
    ["numbers between signs", `=== 1 ===\n${first}\n=== 2 ===\n${second}\n=== 3 ===\n${third}`],
    ["rules", `${first}\n\n---\n\n${second}\n\n---\n\n${third}`],
    ["a counted list", `Three versions:\n\n1. ${first}\n2. ${second}\n3. ${third}`],
    ["quotation marks round each", `1. "${first}"\n2. “${second}”\n3. „${third}“`],
  ])("in %s", (_, said) => {
    expect(readVariants(said, original)).toEqual(all);
  });
});

test("a passage that is a counted list of its own stays whole in its tags", () => {
  const list = "1. Pay the rent.\n2. Keep the door shut.";
  expect(readVariants(`<version>${list}</version>`, "1. Pay rent.\n2. Close the door.")).toEqual([list]);
});

test("equal versions count once, and the passage itself is none", () => {
  expect(readVariants(`<version>${first}</version><version>${first} </version><version>${original}</version>`, original)).toEqual([
    first,
  ]);
  expect(readVariants(`<version>${original}</version>`, original)).toEqual([]);
  expect(readVariants("<version></version><version> </version>", original)).toEqual([]);
});

test("more than three are cut to three; words without any form are one version; JSON without words is none", () => {
  expect(readVariants(JSON.stringify([...all, "Another."]), original)).toEqual(all);
  expect(readVariants(first!, original)).toEqual([first]);
  expect(readVariants('{"count": 3}', original)).toEqual([]);
  expect(readVariants("", original)).toEqual([]);
});

test("quotation marks of the passage stay", () => {
  expect(readVariants('<version>"Pay," she said, "now."</version>', '"You must pay," she said.')).toEqual([
    '"Pay," she said, "now."',
  ]);
  expect(readVariants("<version>“Pay now.”</version>", "“You must pay.”")).toEqual(["“Pay now.”"]);
});

test("a sentence that begins with such a word is no label", () => {
  const said = "<version>Option A is granted to the tenant.</version><version>The tenant has Option A.</version>";
  expect(readVariants(said, "The tenant gets Option A.")).toEqual([
    "Option A is granted to the tenant.",
    "The tenant has Option A.",
  ]);
});
