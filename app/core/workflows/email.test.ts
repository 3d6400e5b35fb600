/* Prepared emails, as mail programs read them. */
import { expect, test } from "vitest";
import { emlOf, mailtoOf } from "./email.ts";

const decoded = (text: string) => Buffer.from(text, "base64").toString("utf8");

test("a message holds what was written, in lines that are short enough, and no header of its own making", () => {
  const text = `Grüße\n${"wörter ".repeat(40)}`;
  const subject = `Überprüfung 契約書 ${"é".repeat(60)}\r\nBcc: eve@example.org`;
  const eml = emlOf({ to: ["ada@example.org", "bo@example.org"], subject, text });
  const [head = "", body = ""] = eml.split("\r\n\r\n");
  expect(Math.max(...eml.split("\r\n").map(({ length }) => length))).toBeLessThanOrEqual(78);
  expect(decoded(body)).toBe(text.replace("\n", "\r\n"));
  const words = [...head.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/gu)].map(([, word = ""]) => decoded(word));
  expect(words.join("")).toBe(subject.replace("\r\n", " "));
  expect(head).toContain("To: ada@example.org,\r\n bo@example.org\r\n");
  expect(head).not.toMatch(/^Bcc:/mu);
});

test("an address for a mail program keeps every sign", () => {
  const url = new URL(mailtoOf({ to: ["a+b@example.org"], subject: "A & B?", text: "One\nTwo & three" }));
  expect([decodeURIComponent(url.pathname), url.searchParams.get("subject"), url.searchParams.get("body")]).toEqual([
    "a+b@example.org",
    "A & B?",
    "One\r\nTwo & three",
  ]);
});
