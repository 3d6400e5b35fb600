import { expect, test } from "vitest";
import { draftDocument, draftMarkdown } from "./draft-markdown.ts";

test.each([
  "The rate is \\(r_1 = \\frac{a}{b}\\) a year.",
  "$$\\sum_{i=1}^{n} x_i * y_i * z_i$$",
  "\\[a_1 + b_2\\]",
  "Both \\(x^2\\) and \\(y^2\\), `\\\\(no_1\\\\)` and $$z_1 * 2$$.",
  "```\n\\\\(a_1\\\\) $$b_1$$\n```",
  "It costs $5 and $6.",
  "Rent [[1]] is **due**.",
])("%s comes back as it was", (markdown) => expect(draftMarkdown(draftDocument(markdown))).toBe(markdown));

test("a formula of several lines comes back in one, and escaped brackets are only brackets", () => {
  expect(draftMarkdown(draftDocument("$$\na_1 + b\n$$"))).toBe("$$ a_1 + b $$");
  expect(draftDocument("Dear \\[Name\\],\n\n\\(a\\) first").textContent).toBe("Dear [Name],(a) first");
});
