import { describe, expect, test } from "vitest";
import { letsIn, readDomains, readSignUpRules, signUpRefusal, storedSignUpRules } from "./sign-up.ts";

test("domains as people type them", () => {
  expect(readDomains(" @Example.org,example.com;\nexample.org müller.de ")).toEqual({
    domains: ["example.org", "example.com", "xn--mller-kva.de"],
    bad: [],
  });
  expect(readDomains("example.org, localhost, a@b.example, *.example.org").bad).toEqual([
    "localhost",
    "a@b.example",
    "*.example.org",
  ]);
});

test.each([
  ["anyone", { who: "anyone" }],
  [" Invitation ", { who: "invited" }],
  ["example.org, example.com", { who: "domains", domains: ["example.org", "example.com"] }],
  ["nonsense", null],
  ["", null],
  [Array.from({ length: 51 }, (_, nth) => `d${nth}.example`).join(" "), null],
])("the setting %j", (text, rules) => {
  expect(readSignUpRules(text)).toEqual(rules);
});

describe("an address is let in by its whole domain alone", () => {
  const rules = { who: "domains", domains: ["example.org", "xn--mller-kva.de"] } as const;
  test.each([
    ["ada@example.org", true],
    ["Ada@EXAMPLE.ORG", true],
    ["ada@müller.de", true],
    ["ada@xn--mller-kva.de", true],
    ["ada@mail.example.org", false],
    ["ada@badexample.org", false],
    ["ada@example.org.evil.test", false],
    ["ada@example.com", false],
  ])("%s", (email, isIn) => {
    expect(letsIn(rules, email)).toBe(isIn);
  });
});

test("rules that cannot be read let in no one", () => {
  for (const value of [null, "anyone", {}, { who: "domains" }, { who: "domains", domains: [1] }])
    expect(letsIn(storedSignUpRules(value), "ada@example.org")).toBe(false);
  expect(storedSignUpRules({ who: "domains", domains: ["a.example"] })).toEqual({ who: "domains", domains: ["a.example"] });
});

test("a refusal names the domains", () => {
  expect(signUpRefusal({ who: "domains", domains: ["a.example", "b.example"] })).toContain("a.example or b.example");
});
