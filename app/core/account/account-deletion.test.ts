import { expect, test } from "vitest";
import { deletionObstacle } from "./account-deletion.ts";

test("an account cannot go while it owns what others work in, or pays", () => {
  expect(deletionObstacle({ ownerless: [], isSubscribed: false })).toBeNull();
  expect(deletionObstacle({ ownerless: [], isSubscribed: true })).toMatch(/subscription/);
  expect(deletionObstacle({ ownerless: ["Acme", "Lind AB"], isSubscribed: true })).toMatch(/Acme, Lind AB\.$/);
  expect(deletionObstacle({ ownerless: ["Acme"], isSubscribed: false })).toMatch(/Acme\.$/);
});
