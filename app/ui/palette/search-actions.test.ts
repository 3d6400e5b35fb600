import { expect, test } from "vitest";
import { searchActions } from "./search-actions.ts";

const items = [
  { title: "New chat", group: "Chat" },
  { title: "New temporary chat", group: "Chat" },
  { title: "Search chats", group: "Chat", keywords: "history find" },
  { title: "Use the dark theme", group: "Appearance", keywords: "night" },
  { title: "Överklagan", group: "Chats" },
];

test.each([
  ["", ["New chat", "New temporary chat", "Search chats", "Use the dark theme", "Överklagan"]],
  ["new", ["New chat", "New temporary chat"]],
  ["chat new", ["New chat", "New temporary chat"]],
  ["new te", ["New temporary chat"]],
  ["night", ["Use the dark theme"]],
  ["overk", ["Överklagan"]],
  ["HIST", ["Search chats"]],
  ["ew", []],
  ["new nothing", []],
  ["  new   chat ", ["New chat", "New temporary chat"]],
])("%o finds %o", (query, titles) => {
  expect(searchActions(items, query).map((item) => item.title)).toEqual(titles);
});
