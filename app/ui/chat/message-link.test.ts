import { expect, test } from "vitest";
import { fragmentOf, messageIn, searchFor, withoutWords } from "./message-link.ts";

test("a link names its message and the words that were looked for", () => {
  const id = "0199c1f2-0000-7000-8000-000000000001";
  expect(messageIn({ hash: fragmentOf(id), search: searchFor(" 100% & more ") })).toEqual({ messageId: id, words: "100% & more" });
  expect(messageIn({ hash: fragmentOf(id), search: searchFor(" ") })).toEqual({ messageId: id, words: "" });
});

test.each(["", "#", "#message-", '#message-a"b', "#other-a"])("%j names no message", (hash) => {
  expect(messageIn({ hash, search: "" })).toBeNull();
});

test("without the words the address still names the message, and keeps its other parameters", () => {
  const address = { pathname: "/chat/c", hash: fragmentOf("m") };
  expect(withoutWords({ ...address, search: searchFor("a b") })).toBe("/chat/c#message-m");
  expect(withoutWords({ ...address, search: "?find=a&temporary=1" })).toBe("/chat/c?temporary=1#message-m");
});
