import { expect, test } from "vitest";
import {
  isStyleGuideOn,
  jurisdictionCodes,
  jurisdictions,
  shownJurisdictions,
  styleGuideFor,
  toggleJurisdiction,
  toggleStyleGuide,
  type JurisdictionCode,
} from "./jurisdictions.ts";

test("five codes; EU, SE, UK and DE are shown, NL is hidden until it is on", () => {
  expect(jurisdictions.map((j) => j.code)).toEqual(jurisdictionCodes);
  expect(shownJurisdictions().map((j) => j.label)).toEqual(["EU", "SE", "UK", "DE"]);
  expect(shownJurisdictions(["NL"]).map((j) => j.label)).toEqual(["EU", "SE", "UK", "NL", "DE"]);
});

test.each<[chosen: JurisdictionCode[], after: JurisdictionCode[]]>([
  [[], ["EU", "SE", "GB", "NL", "DE"]],
  [["SE"], ["EU", "SE", "GB", "NL", "DE"]],
  [["EU", "SE", "GB", "NL", "DE"], []],
  [["DE", "NL", "GB", "SE", "EU"], []],
])("StyleGuide turns %j into %j", (chosen, after) => {
  expect(toggleStyleGuide(chosen)).toEqual(after);
  expect(isStyleGuideOn(after)).toBe(after.length === 5);
});

test.each<[chosen: JurisdictionCode[], code: JurisdictionCode, after: JurisdictionCode[]]>([
  [[], "NL", ["NL"]],
  [["DE"], "EU", ["EU", "DE"]],
  [["EU", "DE"], "EU", ["DE"]],
])("%j with %s toggled is %j", (chosen, code, after) => expect(toggleJurisdiction(chosen, code)).toEqual(after));

test("a model is told of the chosen ones only", () => {
  expect(styleGuideFor([])).toBe("");
  expect(
    styleGuideFor(["GB", "SE"])
      .split("\n")
      .map((line) => line.split(".")[0]),
  ).toEqual(["Sweden", "United Kingdom"]);
});
