/* Elements of a JSON array, wherever the file's chunks are split. */
import { expect, test } from "vitest";
import { jsonElements, type Element } from "./json-elements.ts";

async function elementsOf(json: string, pieceBytes = 7, limits = { bytes: 1000, depth: 10 }): Promise<Element[]> {
  const bytes = Buffer.from(json);
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const found: Element[] = [];
  for await (const element of jsonElements(pieces(), limits)) found.push(element);
  return found;
}
const values = (elements: readonly Element[]) =>
  elements.map((one) => (one.kind === "value" ? (JSON.parse(one.json) as unknown) : one.kind));

const tricky = [{ a: '"[{\\' }, { "b,]": [1, [2, { c: "å€😀" }]] }, { d: "\\\\" }];

test.each([1, 2, 3, 5, 64, 4096])("in pieces of %i bytes", async (size) => {
  expect(values(await elementsOf(`\ufeff \n${JSON.stringify(tricky, null, 1)}`, size))).toEqual(tricky);
  expect(values(await elementsOf(JSON.stringify(tricky[1]), size))).toEqual([tricky[1]]);
});

test("what is too large or too deep is passed over, and what follows is read", async () => {
  const deep = `${"[".repeat(20)}${"]".repeat(20)}`;
  const json = `[{"a":1},{"b":"${"x".repeat(2000)}"},${deep},{"c":3}]`;
  expect(values(await elementsOf(json))).toEqual([{ a: 1 }, "too-large", "too-deep", { c: 3 }]);
});

test("a file that ends in the middle says so", async () => {
  expect(values(await elementsOf('[{"a":1},{"b":'))).toEqual([{ a: 1 }, "cut-off"]);
  expect(await elementsOf("[]")).toEqual([]);
  expect(values(await elementsOf(""))).toEqual(["cut-off"]);
});
