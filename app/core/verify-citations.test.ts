import { describe, expect, test } from "vitest";
import type { Source } from "./source.ts";
import { verifyCitations } from "./verify-citations.ts";

const content =
  "1. Either party may terminate this agreement by giving 60 days’ notice in writing.\n\n2. Invoices are due within thirty days – not later.\n\n3. The supplier insures the goods until delivery.";
const source = (number = 1): Source => ({ id: `s${number}`, type: "file", name: "a.pdf", number, content });
const cited = (text: string) => verifyCitations(text, [source()])[0]!.cited ?? [];

describe("verified: the words stand there", () => {
  test.each([
    ["Invoices are due within thirty days – not later. [[1]]"],
    ["> Either party may terminate this agreement by giving 60 days' notice in writing. [[1]]"],
    ["The clause says “Invoices are due within thirty days - not later” [[1]]."],
    ["Something else first. Invoices are due  within thirty days — not later. [[1]]"],
    ["> 2\\. Invoices are due within thirty days – not later.\\\n> 3\\. The supplier insures the goods until delivery. [[1]]"],
    [
      "> Before, something else. [[1]]\n> Invoices are due within thirty days – not later.\n> 3. The supplier insures the goods until delivery. [[1]]",
    ],
    ["> Invoices are due within thirty days – not later. [[2]][[1]]"],
    ["**Invoices are due within thirty days – not later.** [[1]]"],
  ])("%s", (text) => {
    const words = cited(text).at(-1);
    expect(words).toMatchObject({ verdict: "verified" });
    expect(content.slice(words!.start, words!.end)).toBe(words!.words);
  });
});

describe("never verified: a changed figure, an added or a lost word, a quotation that is not there", () => {
  test.each([
    ["Either party may terminate this agreement by giving 90 days’ notice in writing. [[1]]", "60 days"],
    ["Either party may not terminate this agreement by giving 60 days’ notice in writing. [[1]]", "Either party may terminate"],
    ["The clause says “Invoices are due within forty days – not later” [[1]].", "thirty days"],
    ["Notice of termination has to be given in writing by either party [[1]].", "terminate"],
  ])("%s", (text, closest) => {
    const [words] = cited(text);
    expect(words!.verdict).toBe("paraphrase");
    expect(words!.words).toContain(closest);
  });

  test.each([["The rent is 900 euros a month. [[1]]"], ["[[1]]"], ["Yes. [[1]]"]])("not found: %s", (text) => {
    expect(cited(text).map(({ verdict }) => verdict)).toEqual(["not-found"]);
  });
});

test("each citation of a source has its own verdict, in the order of the text; twice is once", () => {
  const text = "Invoices are due within thirty days – not later. [[1]][[2]]\n\nThe moon is far away tonight. [[1]]";
  const once = verifyCitations(text, [source(1), source(2)]);
  expect(once.map(({ cited }) => cited?.map(({ verdict }) => verdict))).toEqual([["verified", "not-found"], ["verified"]]);
  expect(verifyCitations(text, once)).toEqual(once);
});

test("a source without content is not judged", () => {
  const web: Source = { id: "w", type: "web", name: "Page", number: 1 };
  expect(verifyCitations("So it is. [[1]]", [web])).toEqual([web]);
});
