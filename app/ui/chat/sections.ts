/*
 * A long chat is a list of sections. The browser may skip a whole section while it
 * is off screen, so messages never move between sections: that would rebuild their
 * part of the page. Stored messages come in sections of 25; each turn made on this
 * page is its own section.
 */
import type { ThreadMessage } from "#core/chat/message.ts";
import { Answer } from "./answer.ts";

export type Entry = { message: ThreadMessage; answer: Answer | null };
export type Section = { key: string; entries: readonly Entry[] };

export const sectionSize = 25;

export function entryOf(message: ThreadMessage): Entry {
  return { message, answer: message.role === "assistant" ? Answer.of(message) : null };
}

export function entriesOf(sections: readonly Section[]): Entry[] {
  return sections.flatMap((section) => section.entries);
}

export function lastEntry(sections: readonly Section[]): Entry | undefined {
  return sections.at(-1)?.entries.at(-1);
}

/** The seq up to which every message is as the server has it and can no longer grow; null if that is none. */
export function lastSettledSeq(sections: readonly Section[]): number | null {
  let last: number | null = null;
  for (const { message } of entriesOf(sections)) {
    if (message.seq === Number.MAX_SAFE_INTEGER || message.run?.status === "running") break;
    last = message.seq;
  }
  return last;
}

/** Cut from the end, so that older pages loaded later fill whole sections. */
export function sectionsOf(entries: readonly Entry[]): Section[] {
  const sections: Section[] = [];
  for (let end = entries.length; end > 0; end -= sectionSize) {
    const members = entries.slice(Math.max(0, end - sectionSize), end);
    sections.unshift({ key: members[0]!.message.id, entries: members });
  }
  return sections;
}

/** What remains after a message and everything after it is removed. */
export function sectionsBefore(sections: readonly Section[], messageId: string): Section[] {
  const at = sections.findIndex((section) => section.entries.some((entry) => entry.message.id === messageId));
  if (at < 0) return [...sections];
  const section = sections[at]!;
  const entries = section.entries.slice(
    0,
    section.entries.findIndex((entry) => entry.message.id === messageId),
  );
  return [...sections.slice(0, at), ...(entries.length > 0 ? [{ ...section, entries }] : [])];
}

/**
 * Reconciles the page with the newest messages from the server. What is already
 * shown keeps its entry and section, as do older sections beyond the response.
 * `kept` says whether there are any.
 */
export function mergeThread(
  sections: readonly Section[],
  messages: readonly ThreadMessage[],
): { sections: Section[]; kept: boolean } {
  const shown = entriesOf(sections);
  const first = messages[0];
  const meet = first ? shown.findIndex((entry) => entry.message.id === first.id) : -1;
  const older = meet < 0 ? [] : shown.slice(0, meet);
  const known = new Map(shown.map((entry) => [entry.message.id, entry]));
  const home = new Map(sections.flatMap((section) => section.entries.map((entry) => [entry.message.id, section.key])));

  const merged = messages.map((message) => refreshed(known.get(message.id), message));
  const result: { key: string; entries: Entry[] }[] = [];
  let fresh: Entry[] = [];
  function flush() {
    result.push(...sectionsOf(fresh).map((section) => ({ key: section.key, entries: [...section.entries] })));
    fresh = [];
  }
  for (const entry of [...older, ...merged]) {
    const key = home.get(entry.message.id);
    if (key === undefined) {
      fresh.push(entry);
      continue;
    }
    flush();
    const last = result.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else result.push({ key, entries: [entry] });
  }
  flush();
  return { sections: result, kept: older.length > 0 };
}

function refreshed(known: Entry | undefined, message: ThreadMessage): Entry {
  // A message not being read here continues from where it was stored.
  if (!known || message.run?.status === "running") return entryOf(message);
  const { answer } = known;
  const status = message.run?.status ?? "done";
  const isSettled = known.message.run !== undefined && known.message.content === message.content && answer?.view.status === status;
  if (answer && !isSettled) answer.settle(message);
  return { message, answer };
}
