import { describe, expect, test } from "vitest";
import { workspacePath, slugOfPath, slugPattern } from "./place.ts";

test("an address is made for a place and read back", () => {
  expect(workspacePath(null, "/vault")).toBe("/vault");
  expect(workspacePath("north-and-co", "/vault")).toBe("/organizations/north-and-co/vault");
  expect(slugOfPath(workspacePath("north-and-co", "/vault"))).toBe("north-and-co");
});

describe("the organization of an address", () => {
  test.each([
    ["/organizations/acme", "acme"],
    ["/organizations/acme/home", "acme"],
    ["/organizations/acme.data", "acme"],
    ["/organizations/acme/vault/projects.data", "acme"],
    ["/organizations", null],
    ["/organizations/", null],
    ["/chat", null],
    ["/blog/organizations/acme", null],
  ])("%s", (path, slug) => expect(slugOfPath(path)).toBe(slug));
});

describe("what may be a slug", () => {
  test.each(["acme", "a1b", "north-and-co", "x".repeat(40)])("%s", (slug) => expect(slugPattern.test(slug)).toBe(true));
  test.each(["", "ab", "Acme", "-acme", "acme-", "a--b", "../a b", "a.b", "å-co", "x".repeat(41)])("not %s", (slug) =>
    expect(slugPattern.test(slug)).toBe(false),
  );
});
