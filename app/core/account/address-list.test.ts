import { expect, test } from "vitest";
import { addressesIn } from "./address-list.ts";

test.each([
  ["ada@example.test", ["ada@example.test"]],
  [
    "ada@example.test, Grace <grace@example.test>; Emmy (emmy@example.test)",
    ["ada@example.test", "grace@example.test", "emmy@example.test"],
  ],
  [
    'Name;E-mail\nAda Lovelace;Ada@Example.test\n"Hopper, Grace";"grace@example.test"\n',
    ["ada@example.test", "grace@example.test"],
  ],
  ["mailto:ada@example.test\tada@example.test.", ["ada@example.test"]],
  ["anna.öberg@exempel.test", ["anna.öberg@exempel.test"]],
  ["no address here", []],
])("%j", (text, addresses) => {
  expect(addressesIn(text)).toEqual({ addresses, unreadable: [] });
});

test("what was meant as an address is not passed over", () => {
  expect(addressesIn("ada@example.test\ngrace@example\n@emmy")).toEqual({
    addresses: ["ada@example.test"],
    unreadable: ["grace@example", "@emmy"],
  });
});
