/* Rows written as CSV and read back. */
import { expect, test } from "vitest";
import { csvLine, csvRows } from "./csv.ts";

test("a row comes back as it was written, but for the apostrophe before what looks like a formula", () => {
  const row = ["Berg & Söner", 'the "old" firm', "two\nlines", "a, b; c", ""];
  expect([...csvRows(csvLine(row).replaceAll("\r\n", "\n"))][0]).toEqual(row);
  expect(["=1+1", "+46 8 1", "-2", "@x", "\ty"].map((cell) => csvLine([cell]))).toEqual([
    "'=1+1\r\n",
    "'+46 8 1\r\n",
    "'-2\r\n",
    "'@x\r\n",
    "'\ty\r\n",
  ]);
});

test("the delimiter is what every line has most of", () => {
  expect([...csvRows("name;place\nBerg, Anna;Lund\nLind, Bo;Malmö")]).toEqual([
    ["name", "place"],
    ["Berg, Anna", "Lund"],
    ["Lind, Bo", "Malmö"],
  ]);
  expect([...csvRows("a\tb\nc\td")]).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
});

test("a mark inside a cell that begins without one is a mark", () => {
  expect([...csvRows('5" pipe,b')]).toEqual([['5" pipe', "b"]]);
});

test("line ends and other marks inside quotation marks do not hide the delimiter, and Excel's own line names it", () => {
  const rows = [
    ["name", "address"],
    ["Berg, Anna", "Storgatan 1\nbox 2, uppgång B\nLund"],
  ];
  expect([...csvRows('name;address\n"Berg, Anna";"Storgatan 1\nbox 2, uppgång B\nLund"')]).toEqual(rows);
  expect([...csvRows("sep=;\nname,a;b\n")]).toEqual([["name,a", "b"], [""]]);
});
