import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noticesOf, shippedPackages, unknownLicences } from "./shipped-packages.ts";

const root = join(import.meta.dirname, "../..");
const lockOf = (packages: object) => ({ packages: { "": { version: "0.1.0", license: "UNLICENSED" }, ...packages } });
const namesOf = (packages: object) => unknownLicences(shippedPackages(lockOf(packages))).map(({ name }) => name);

test("Stet may be shipped with every package it needs", () => {
  const packages = shippedPackages(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  expect(packages.length).toBeGreaterThan(100);
  expect(unknownLicences(packages)).toEqual([]);
});

test("a package under another licence, or under none, is named", () => {
  expect(
    namesOf({
      "node_modules/fine": { version: "1.0.0", license: "MIT" },
      "node_modules/copyleft": { version: "1.0.0", license: "AGPL-3.0-only" },
      "node_modules/fine/node_modules/@scope/inner": { version: "2.0.0", license: "SEE LICENSE IN LICENSE.md" },
      "node_modules/silent": { version: "1.0.0" },
      "node_modules/tool": { version: "1.0.0", license: "GPL-3.0", dev: true },
    }),
  ).toEqual(["silent", "copyleft", "@scope/inner"]);
});

test.each([
  ["(MIT OR GPL-3.0-only)", true],
  ["MIT AND OFL-1.1", true],
  ["(MIT AND Zlib)", true],
  ["MIT AND GPL-3.0-only", false],
  ["MIT OR (GPL-2.0 AND MIT)", false],
  ["constructor", false],
])("%s is allowed: %s", (license, isAllowed) => {
  expect(namesOf({ "node_modules/one": { version: "1.0.0", license } })).toEqual(isAllowed ? [] : ["one"]);
});

test("a licence found in one version of a package says nothing of the next", () => {
  expect(namesOf({ "node_modules/png-js": { version: "1.1.0" } })).toEqual([]);
  expect(namesOf({ "node_modules/png-js": { version: "1.2.0" } })).toEqual(["png-js"]);
});

test("notices are the package's own texts", () => {
  expect(noticesOf(join(root, "node_modules/png-js"))).toContain("Copyright (c) 2017 Devon Govett");
  expect(noticesOf(join(root, "node_modules/combine-errors"))).toBe("The package holds no text of its licence.\n");
});
