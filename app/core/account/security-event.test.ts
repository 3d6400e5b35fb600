import { expect, test } from "vitest";
import { securityLogLine, wordsOf, type SecurityEvent } from "./security-event.ts";

const event: SecurityEvent = {
  id: "1",
  at: "2026-11-20T10:00:00.000Z",
  kind: "member-invited",
  name: "Ada",
  email: "ada@example.test",
  subject: "bob@example.test",
  address: "192.0.2.1",
  result: "done",
};

test("a line has as many cells as the headings", () => {
  expect(securityLogLine()).toBe("when,who,e-mail,what,result,subject,address\r\n");
  expect(securityLogLine(event)).toBe(
    "2026-11-20T10:00:00.000Z,Ada,ada@example.test,Invited someone,done,bob@example.test,192.0.2.1\r\n",
  );
});

test.each([
  ["a comma", "a,b", '"a,b"'],
  ["quotation marks", 'a"b', '"a""b"'],
  ["a new line", "a\nb", '"a\nb"'],
  ["a formula", "=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["a formula in another guise", "@SUM(1,2)", `"'@SUM(1,2)"`],
])("%s stays one cell of text", (_, name, cell) => {
  expect(securityLogLine({ ...event, name })).toContain(`Z,${cell},ada@`);
});

test("a refusal is recorded as one", () => {
  expect(wordsOf({ kind: "sign-in", result: "refused" })).toBe("Failed: signed in");
});
