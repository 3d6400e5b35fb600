import { expect, test } from "vitest";
import { caseNumbersIn } from "./case-numbers.ts";

test.each([
  ["BGH, Urteil vom 5. Mai 2021 – VIII ZR 123/20, und BVerfG, 1 BvR 16/13.", ["VIII ZR 123/20", "1 BvR 16/13"]],
  ["Case C-131/12 Google Spain, and C‑311/18.", ["C-131/12", "C‑311/18"]],
  ["Jfr NJA 2015 s. 233 och AD 2019 nr 12, återigen NJA 2015 s. 233.", ["NJA 2015 s. 233", "AD 2019 nr 12"]],
  ["See [2021] UKSC 5 and [1932] AC 562.", ["[2021] UKSC 5", "[1932] AC 562"]],
  ["Zie ECLI:NL:HR:2019:1278.", ["ECLI:NL:HR:2019:1278."]],
  ["Regulation 2016/679, § 12 BGB, SFS 1982:80, page 3/20, A4 ZR", []],
])("%s", (text, found) =>
  expect(caseNumbersIn(text).map((one) => one.text.replace(/\.$/, ""))).toEqual(found.map((one) => one.replace(/\.$/, ""))),
);
