import * as fc from "fast-check";
import { expect, test } from "vitest";
import { returnPath } from "./return-path.ts";

test.each(["/chat", "/chat/0199?x=1#y", "/vault/projects/1", "/a//b", "/%2f%2fevil.test", "/@evil.test", "/a:b"])(
  "goes back to %s",
  (path) => {
    expect(returnPath(path)).toBe(path);
  },
);

test.each([
  null,
  undefined,
  "",
  "chat",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "https://evil.test",
  "https:evil.test",
  "javascript:alert(1)",
  "data:text/html,x",
  "/\t/evil.test",
  "/\n/evil.test",
  " //evil.test",
  "/./\\evil.test",
  "/.//evil.test",
  "/x/..//evil.test",
  "/auth/sign-in",
  "/auth/../auth/sign-in",
])("does not go to %o", (path) => {
  expect(returnPath(path)).toBe("/chat");
});

test("wherever it goes, a browser stays on this site", () => {
  const pieces = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    ":",
    "@",
    "//",
    "evil.test",
    "\t",
    "\n",
    " ",
    "%2f",
    "%5c",
    "?",
    "#",
    "javascript:",
    "https:",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const path = returnPath(parts.join(""));
      expect(new URL(path, "https://stet.test/auth/sign-in").origin).toBe("https://stet.test");
      expect(returnPath(path)).toBe(path);
    }),
  );
});
