import { expect, test } from "vitest";
import { accountFormRefusal, accountRefusal } from "./account-refusal.ts";

test("an unknown address and a wrong password get the same message", () => {
  expect(accountRefusal({ code: "USER_NOT_FOUND" })).toEqual(accountRefusal({ code: "INVALID_PASSWORD" }));
  expect(accountRefusal({ code: "INVALID_EMAIL_OR_PASSWORD" })).toEqual(accountRefusal({ code: "INVALID_PASSWORD" }));
  expect(accountRefusal({ code: "INVALID_EMAIL_OR_PASSWORD" }).field).toBeUndefined();
});

test("a pause says how long", () => {
  expect(accountRefusal({ code: "too-many-requests", detail: "Try again in 3 minutes." }).sentence).toContain("3 minutes");
  expect(accountRefusal({ code: "too-many-requests" }).sentence).toContain("Wait a moment");
});

test.each([null, undefined, "x", 5, {}, { code: 5 }, { code: "toString" }, { code: "NEW_CODE" }])("%o has a sentence", (body) => {
  expect(accountRefusal(body).sentence).toMatch(/^[A-Z].+\.$/);
});

test.each([
  [{ email: "a@b.test", password: "x" }, undefined],
  [{ email: "a@b", password: "x" }, "email"],
  [{ email: "a b@c.test", password: "x" }, "email"],
  [{ email: "a@b.test", password: "" }, "password"],
  [{ name: "A", email: "a@b.test", password: "1234567" }, "password"],
  [{ name: "A", email: "a@b.test", password: "12345678" }, undefined],
  [{ name: " ", email: "a@b.test", password: "12345678" }, "name"],
])("%o is refused at %s", (form, field) => {
  expect(accountFormRefusal(form)?.field).toBe(field);
});
