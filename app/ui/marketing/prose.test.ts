import { expect, test } from "vitest";
import { proseSections } from "./prose.ts";

test("a text is cut at its headlines, and what is before the first is no section", () => {
  expect(proseSections("# A\n\nb\n\n## C and d\n\n*e*\n\n### F\n\n## G\n\nh\n")).toEqual([
    { id: "c-and-d", title: "C and d", text: "\n*e*\n\n### F\n\n", html: "<section><p><em>e</em></p><h3>F</h3></section>" },
    { id: "g", title: "G", text: "\nh\n", html: "<section><p>h</p></section>" },
  ]);
});
