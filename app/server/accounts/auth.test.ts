import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./auth.ts";

test("a password fits its own hash and no other", async () => {
  const hash = await hashPassword("lösenord med åäö");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, "lösenord med åäö")).toBe(true);
  expect(await verifyPassword(hash, "losenord med aao")).toBe(false);
  expect(await verifyPassword("plain", "plain")).toBe(false);
  expect(await hashPassword("lösenord med åäö")).not.toBe(hash);
});
