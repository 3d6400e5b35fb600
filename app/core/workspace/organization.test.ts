import { describe, expect, test } from "vitest";
import { slugPattern } from "./place.ts";
import type { Role } from "./policy.ts";
import { invitationState, mayChangeMember, mayGiveRole, nameRefusal, slugFrom, slugRefusal } from "./organization.ts";

const roles: Role[] = ["owner", "admin", "member", "guest"];

describe("who may give which role, and change whom", () => {
  test.each([
    ["owner", ["admin", "member", "guest"]],
    ["admin", ["member", "guest"]],
    ["member", []],
    ["guest", []],
    [null, []],
  ] as const)("%s", (mine, given) => {
    expect(roles.filter((role) => mayGiveRole(mine, role))).toEqual(given);
    expect(roles.filter((role) => mayChangeMember(mine, role))).toEqual(given);
  });
});

describe("addresses", () => {
  test.each(["acme", "acme-law", "a1b", "x".repeat(40)])("%s can be one", (slug) => expect(slugRefusal(slug)).toBeNull());
  test.each(["../a b", "Acme", "ab", "-acme", "acme-", "a--b", "å-law", "x".repeat(41), "", "acme law", "%00a", "a/b/c", "a.b.c"])(
    "%j is refused",
    (slug) => expect(slugRefusal(slug)).toMatch(/^Use 3 to 40/),
  );
  test.each(["api", "settings", "new", "stet"])("%s is kept", (slug) => expect(slugRefusal(slug)).toMatch(/reserved/));

  test.each([
    ["Acme Law", "acme-law"],
    ["  Åkesson & Sönner AB ", "akesson-sonner-ab"],
    ["Größe", "grosse"],
    ["法律", ""],
    ["A!", ""],
    [`${"word ".repeat(20)}`, "word-word-word-word-word-word-word-word"],
  ])("%j suggests %j", (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
    if (slug !== "") expect(slug).toMatch(slugPattern);
  });
});

test("a name is there and not endless", () => {
  expect([nameRefusal(" "), nameRefusal("x".repeat(101)), nameRefusal("Acme")].map((each) => each === null)).toEqual([
    false,
    false,
    true,
  ]);
});

test("an invitation no one answered expires; an answered one stays what it is", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const past = new Date("2026-11-20T11:59:59Z");
  const future = new Date("2026-11-20T12:00:01Z");
  expect(invitationState("pending", future, now)).toBe("pending");
  expect(invitationState("pending", past, now)).toBe("expired");
  expect(invitationState("pending", now, now)).toBe("expired");
  for (const status of ["accepted", "declined", "revoked"] as const) expect(invitationState(status, past, now)).toBe(status);
});
