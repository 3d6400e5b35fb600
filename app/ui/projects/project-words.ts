/* Texts about projects that are used more than once. */
import type { ProjectCounts } from "#core/workspace/project.ts";

/** Not the reader's time zone, so that server and browser render the same. */
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

export function dayOf(iso: string): string {
  return days.format(new Date(iso));
}

/** "3 chats, 1 draft, 2 files"; zero counts are omitted. */
export function contentsOf({ chats, drafts, files }: ProjectCounts): string {
  const parts = [counted(chats, "chat"), counted(drafts, "draft"), counted(files, "file")].filter((part) => part !== null);
  return parts.length === 0 ? "Nothing in it yet" : parts.join(", ");
}

function counted(count: number, word: string): string | null {
  return count === 0 ? null : `${count} ${word}${count === 1 ? "" : "s"}`;
}
