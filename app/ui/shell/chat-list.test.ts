import { expect, test } from "vitest";
import type { ChatSummary } from "#core/chat/chat.ts";
import { groupChats, withUpdate } from "./chat-list.ts";

function chat(id: string, updatedAt: string, more: Partial<ChatSummary> = {}): ChatSummary {
  const common = { running: false, unread: false, temporary: false, organizationId: null, projectId: null, isOwner: true };
  return { id, title: id, updatedAt, createdAt: updatedAt, ...common, ...more };
}
const a = chat("a", "2026-11-20T10:00:00.000Z");
const b = chat("b", "2026-11-20T09:00:00.000Z");
const ids = (chats: readonly ChatSummary[]) => chats.map(({ id }) => id).join("");

test("news puts a chat where it belongs, once", () => {
  expect(ids(withUpdate([a, b], { type: "chat", chat: { ...b, updatedAt: "2026-11-20T11:00:00.000Z" } }))).toBe("ba");
  expect(ids(withUpdate([a, b], { type: "chat", chat: chat("c", "2026-11-20T09:30:00.000Z") }))).toBe("acb");
  expect(withUpdate([a, b], { type: "chat", chat: { ...b, running: true } })[1]!.running).toBe(true);
});

test("a removed chat leaves, a temporary one never comes, other news changes nothing", () => {
  const list = [a, b];
  expect(ids(withUpdate(list, { type: "chat-removed", id: "a" }))).toBe("b");
  expect(withUpdate(list, { type: "chat", chat: chat("t", "2026-11-20T12:00:00.000Z", { temporary: true }) })).toBe(list);
  expect(withUpdate(list, { type: "chat", chat: chat("v", "2026-11-20T12:00:00.000Z", { isOwner: false }) })).toBe(list);
  expect(withUpdate(list, { type: "thread", chatId: "a", version: 2 })).toBe(list);
  expect(withUpdate(list, { type: "reconnected" })).toBe(list);
});

const now = new Date("2026-11-20T00:30:00.000Z");
test.each([
  ["2026-11-20T00:10:00.000Z", "UTC", "Today"],
  ["2026-11-19T23:50:00.000Z", "UTC", "Yesterday"],
  ["2026-11-19T23:50:00.000Z", "Europe/Stockholm", "Today"],
  ["2026-11-20T00:10:00.000Z", "America/New_York", "Today"],
  ["2026-11-19T04:00:00.000Z", "America/New_York", "Yesterday"],
  ["2026-11-13T12:00:00.000Z", "UTC", "Previous 7 days"],
  ["2026-11-12T12:00:00.000Z", "UTC", "Previous 30 days"],
  ["2026-10-21T12:00:00.000Z", "UTC", "Previous 30 days"],
  ["2026-10-20T12:00:00.000Z", "UTC", "October 2026"],
  ["2025-10-20T12:00:00.000Z", "UTC", "October 2025"],
  // A clock that is behind the server's.
  ["2026-11-20T09:00:00.000Z", "UTC", "Today"],
])("%s in %s is %s", (at, zone, label) => {
  expect(groupChats([chat("x", at)], now, zone, "en-GB")[0]!.label).toBe(label);
});

test("groups keep the order of the list", () => {
  const groups = groupChats([a, b, chat("c", "2026-11-18T09:00:00.000Z")], new Date("2026-11-20T12:00:00Z"), "UTC", "en");
  expect(groups.map((group) => [group.label, ids(group.chats)])).toEqual([
    ["Today", "ab"],
    ["Previous 7 days", "c"],
  ]);
});
