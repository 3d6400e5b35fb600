import { expect, test } from "vitest";
import { contentDisposition } from "./content-disposition.ts";

test.each([
  ["plain.pdf", "plain.pdf", "plain.pdf"],
  ['a"b\\c;d%e.pdf', "a_b_c_d_e.pdf", "a%22b%5Cc%3Bd%25e.pdf"],
  ["Straße 1.pdf", "Stra_e 1.pdf", "Stra%C3%9Fe%201.pdf"],
  ["a\r\nX-Evil: 1.pdf", "a__X-Evil: 1.pdf", "a%0D%0AX-Evil%3A%201.pdf"],
  ["it's (1)*.pdf", "it's (1)*.pdf", "it%27s%20%281%29%2A.pdf"],
  ["half \ud800.pdf", "half _.pdf", "half%20%EF%BF%BD.pdf"],
])("%j stays one header", (name, plain, whole) => {
  expect(contentDisposition("inline", name)).toBe(`inline; filename="${plain}"; filename*=UTF-8''${whole}`);
});
