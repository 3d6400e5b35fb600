import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

test.each([
  "password",
  "12345678",
  "qwertyuiop",
  "Iloveyou",
  "PASSWORD1",
  "trustno1",
  "aaaaaaaa",
  "12121212",
  "abcdabcdab",
  "hgfedcba",
])("%s is common", async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each(["correct horse battery", "abcdefgh ijk", "lösenord med åäö", "__proto__", "hasOwnProperty"])(
  "%s is not",
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  },
);
