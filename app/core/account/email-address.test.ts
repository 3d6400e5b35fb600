import { expect, test } from "vitest";
import { isEmailAddress } from "./email-address.ts";

test.each([
  "a@b.test",
  "ada.lovelace+drafts@mail.example.org",
  "o'neil@example.ie",
  "åsa@räksmörgås.example",
  "a@xn--bcher-kva.example",
])("%s is an address", (text) => expect(isEmailAddress(text)).toBe(true));

test.each([
  "",
  "@",
  "a@b",
  "a b@c.test",
  " a@b.test",
  "a@b.test\r\nBcc: c@d.test",
  "a@x.test>, evil@x.test",
  "a@x.test,b@y.test",
  "<a@b.test>",
  '"a b"@c.test',
  "a@@b.test",
  "a@b@c.test",
  ".a@b.test",
  "a.@b.test",
  "a..b@c.test",
  "a@b..test",
  "a@-b.test",
  "a@b.test\u0000",
  "a(comment)@b.test",
  "a@[127.0.0.1]",
  `${"a".repeat(65)}@b.test`,
  `a@${"b".repeat(64)}.test`,
  `a@${"b.".repeat(130)}test`,
])("%j is none", (text) => expect(isEmailAddress(text)).toBe(false));
