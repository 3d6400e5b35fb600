import { expect, test } from "vitest";
import { answerFor, api, pages } from "#test/matrix.ts";
import { addresses } from "./addresses.ts";
import { pageNames, refuseUnlisted } from "./address-table.ts";

test("the start is refused where an address has no row, and where a row has no address", () => {
  const served = Object.keys(addresses).filter((name) => name.startsWith("PATCH "));
  expect(() => refuseUnlisted(served, ["PATCH"])).not.toThrow();
  expect(() => refuseUnlisted([...served, "PATCH /api/secrets"], ["PATCH"])).toThrow(/"PATCH \/api\/secrets": \{\},\s+is missing/);
  expect(() => refuseUnlisted(served.slice(1), ["PATCH"])).toThrow(served[0]);
});

test("a page's form is an address of its own, and an organization's page is that of a personal workspace", () => {
  const form = { action: () => null };
  const routes = {
    root: { id: "root", path: "", module: {} },
    home: { id: "home", index: true, module: {} },
    own: { id: "own", path: "chat", module: form },
    organization: { id: "organization", path: "organizations/:slug/chat", module: form },
    members: { id: "members", path: "organizations/:slug/members", module: {} },
  };
  expect([...pageNames(routes)]).toEqual(["PAGE /", "PAGE /chat", "FORM /chat", "PAGE /organizations/:slug/members"]);
});

test("who may ask is what a visitor is answered", () => {
  const isOpen = ([name, row]: [string, (typeof api)[string]]) => {
    const refusals = Object.values(row.expected).map((answers) => answerFor(answers, "visitor"));
    return [name, !refusals.every((answer) => answer === 401 || answer === "sign-in")] as const;
  };
  const expected = Object.fromEntries(Object.entries({ ...api, ...pages }).map(isOpen));
  const inTable = Object.entries(addresses).map(([name, { who = "person" }]) => [name, who !== "person" && who !== "key"] as const);
  // A wrong password or code is answered like a missing session.
  const signIns = /\/auth\/(sign-in\/email|two-factor\/|sign-in$|totp$|recovery-code$)/;
  const without = (entries: readonly (readonly [string, boolean])[]) =>
    Object.fromEntries(entries.filter(([name]) => !signIns.test(name)));
  expect(without(inTable)).toEqual(without(Object.entries(expected)));
});
