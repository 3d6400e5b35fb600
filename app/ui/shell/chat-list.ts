/*
 * The list of recent chats: how updates change it, and how it is grouped by day.
 * Days are the reader's own, so the time zone is a parameter.
 */
import type { ChatSummary } from "#core/chat/chat.ts";
import type { Update } from "../updates.ts";

/** Newest first; temporary chats and other people's are not listed. Unknown updates leave the list unchanged. */
export function withUpdate(chats: readonly ChatSummary[], update: Update): readonly ChatSummary[] {
  if (update.type === "chat-removed") return chats.filter((chat) => chat.id !== update.id);
  if (update.type !== "chat" || update.chat.temporary || !update.chat.isOwner) return chats;
  const others = chats.filter((chat) => chat.id !== update.chat.id);
  return [...others, update.chat].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
}

export type ChatGroup = { label: string; chats: ChatSummary[] };

/** Today, Yesterday, the last 7 and 30 days, then months. Empty groups are omitted. */
export function groupChats(chats: readonly ChatSummary[], now: Date, timeZone: string, locale: string): ChatGroup[] {
  const groups = new Map<string, ChatSummary[]>();
  // Made once: it costs more than all the formatting.
  const days = new Intl.DateTimeFormat("en-CA", { timeZone });
  const today = dayNumber(now, days);
  for (const chat of chats) {
    const at = new Date(chat.updatedAt);
    const label = labelOf(today - dayNumber(at, days), at, timeZone, locale);
    groups.set(label, [...(groups.get(label) ?? []), chat]);
  }
  return [...groups].map(([label, chats]) => ({ label, chats }));
}

function labelOf(daysAgo: number, at: Date, timeZone: string, locale: string): string {
  if (daysAgo <= 0) return "Today";
  if (daysAgo === 1) return "Yesterday";
  if (daysAgo <= 7) return "Previous 7 days";
  if (daysAgo <= 30) return "Previous 30 days";
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone }).format(at);
}

/** Calendar days since 1970 in the time zone that `days` formats for. */
function dayNumber(at: Date, days: Intl.DateTimeFormat): number {
  const [year, month, day] = days.format(at).split("-").map(Number);
  return Date.UTC(year!, month! - 1, day) / 86_400_000;
}
