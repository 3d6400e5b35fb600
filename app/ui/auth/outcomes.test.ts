import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorOutcome, outcomes } from "./outcomes.ts";

const routes = readFileSync(new URL("../../routes.ts", import.meta.url), "utf8");

test.each(Object.entries(outcomes))("%s is a page, says what happened, and leads on", (path, { title, lead, next, also }) => {
  expect(routes).toContain(`"${path.slice(1)}"`);
  expect(title).toMatch(/^[A-Z]/);
  expect(lead).toMatch(/\.$/);
  for (const { to } of [next, ...(also ? [also] : [])]) expect(routes).toContain(`"${to.slice(1)}"`);
});

test("every page of an end has its row", () => {
  const paths = [...routes.matchAll(/route\("([^"]+)", "routes\/auth\/outcome.tsx", /g)].map(([, path]) => `/${path}`);
  expect(paths.length).toBeGreaterThan(8);
  expect(paths.filter((path) => !Object.hasOwn(outcomes, path))).toEqual([]);
});

test("an error no one knows, or a trick, is shown in our words", () => {
  for (const code of [null, "new_code", "toString", "<script>"]) expect(errorOutcome(code).title).toBe("That didn’t work");
  expect(errorOutcome("TOKEN_EXPIRED").title).toBe("This link no longer works");
});
