/*
 * Decisions and edited texts that earlier versions stored only in the browser. They
 * are sent to the server when their chat is opened, then removed here.
 */
import type { AppliedPatch } from "#core/changes/patch.ts";
import type { ChatChanges } from "#core/requests/changes.ts";
import { placeOfName } from "./change-rows.ts";

type Note = ChatChanges["notes"][number];
const prefixes = { notes: "stet.patches.", drafts: "stet.draft-edit.", texts: "stet.changed-text." };

export function broughtFromDevice(messageIds: ReadonlySet<string>): { notes: Note[]; texts: { name: string; text: string }[] } {
  const notes: Note[] = [];
  const texts: { name: string; text: string }[] = [];
  try {
    for (const key of Object.keys(localStorage)) {
      const prefix = Object.values(prefixes).find((one) => key.startsWith(one));
      if (prefix === undefined) continue;
      const name = key.slice(prefix.length);
      const { messageId } = placeOfName(name);
      if (!messageIds.has(messageId)) continue;
      const value = localStorage.getItem(key) ?? "";
      localStorage.removeItem(key);
      if (prefix === prefixes.notes) notes.push(...notesIn(name, value));
      else texts.push({ name, text: value });
    }
  } catch {
    // Storage is forbidden, so there is nothing to import.
  }
  return { notes, texts };
}

function notesIn(name: string, json: string): Note[] {
  try {
    const kept = JSON.parse(json) as Record<string, { applied?: AppliedPatch; rejected?: true }>;
    return Object.entries(kept).flatMap(([place, { applied, rejected }]): Note[] => {
      const at = { ...placeOfName(name), place: Number(place) };
      if (rejected) return [{ ...at, state: "rejected" }];
      return applied ? [{ ...at, state: "applied", applied }] : [];
    });
  } catch {
    return [];
  }
}
