import { expect, test } from "vitest";
import { fragmentOf, messageIn, searchFor } from "./message-link.ts";

test("a link names its message and the words that were looked for", () => {
  const id = "0199c1f2-0000-7000-8000-000000000001";
  expect(messageIn({ hash: fragmentOf(id), search: searchFor(" 100% & more ") })).toEqual({ messageId: id, words: "100% & more" });
  expect(messageIn({ hash: fragmentOf(id), search: searchFor(" ") })).toEqual({ messageId: id, words: "" });
});

test.each(["", "#", "#message-", '#message-a"b', "#other-a"])("%j names no message", (hash) => {
  expect(messageIn({ hash, search: "" })).toBeNull();
});
