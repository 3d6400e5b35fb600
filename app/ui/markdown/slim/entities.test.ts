import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { decodeHTMLStrict } from "./entities.ts";

const whole = new MarkdownIt();

test.each(
  "amp lt gt quot nbsp sect copy euro ndash mdash hellip auml Ouml aring eacute szlig yuml Alpha Rho Sigma Omega sigmaf omega rarr ne le numero".split(
    " ",
  ),
)("&%s; is what the whole table says", (name) => {
  expect(decodeHTMLStrict(`&${name};`)).toBe(whole.parseInline(`&${name};`, {})[0]?.children?.[0]?.content);
});

test("a name it does not know stays as it was typed", () => {
  expect(decodeHTMLStrict("&rarrw;")).toBe("&rarrw;");
  expect(decodeHTMLStrict("&constructor;")).toBe("&constructor;");
});
