/*
 * Changes to a text in the chat: applied to the current text, several together in
 * one step, and reverted byte for byte. Each step is one request carrying the
 * decisions and the text.
 */
import { markdownWords } from "#core/text/markdown-words.ts";
import { locateInMarkdown } from "#core/changes/markdown-patch.ts";
import { movePatches, placedAt } from "#core/changes/moved-patches.ts";
import {
  applyEdits,
  findApplied,
  locatePatch,
  patchAt,
  type AppliedPatch,
  type Edit,
  type Patch,
  type PatchOutcome,
} from "#core/changes/patch.ts";
import type { ChangeSummary } from "#core/changes/proposed-change.ts";
import type { ChatChanges as Sent, LocatedAgain } from "#core/requests/changes.ts";
import { choosePatchTarget, type PatchTarget } from "#core/changes/patch-target.ts";
import { isDraftText } from "#core/chat/text-names.ts";
import { textsOfChat, type ChatMessage } from "#core/chat/chat-texts.ts";
import type { ChatStore } from "../chat-store.ts";
import type { ChatChanges, MoveRows } from "../chat-changes.ts";
import { keyOfChange, placeOfName } from "../change-rows.ts";
import { emit } from "../../events.ts";
import { suggestedName } from "../../drafts/suggested-name.ts";
import type { PatchResult } from "../open-document.ts";
import { entriesOf, type Entry } from "../sections.ts";
import type { PatchItem } from "./patch-items.ts";
import type { Refusal } from "./refusal.ts";

export class ChatTextChanges {
  #store: ChatStore;
  #changes: ChatChanges;
  #messageId: string;

  constructor(store: ChatStore, changes: ChatChanges, messageId: string) {
    this.#store = store;
    this.#changes = changes;
    this.#messageId = messageId;
  }

  /** The text these changes apply to; null if it is not on the page. */
  target(items: readonly PatchItem[]): PatchTarget | null {
    const entries = entriesOf(this.#store.read().sections);
    const at = entries.findIndex((entry) => entry.message.id === this.#messageId);
    const targets = textsOfChat(entries.slice(0, at + 1).map(messageOf)).map((one) => Object.assign(one, { now: this.read(one) }));
    return choosePatchTarget(
      targets,
      items.map(({ patch }) => patch),
    );
  }

  /** What the text is called to which the server has found these changes to belong; null while that is not known. */
  subject(items: readonly PatchItem[]): string | null {
    const name = items[0]?.note.textName;
    if (name === undefined || items.some(({ note }) => note.textName !== name)) return null;
    const entry = entriesOf(this.#store.read().sections).find(({ message }) => name.startsWith(`${message.id}.`));
    const target = entry && textsOfChat([messageOf(entry)]).find((one) => one.name === name);
    if (target === undefined) return null;
    if (target.kind === "message") return "your text";
    if (target.kind === "draft") return suggestedName(this.read(target)) || "the draft";
    return entry?.message.experimental_attachments?.[Number(name.slice(name.lastIndexOf("-") + 1))]?.name ?? null;
  }

  read(target: PatchTarget): string {
    return this.#changes.text(target.name) ?? target.text;
  }

  /** The text to quote from: for a draft, its words without Markdown. */
  readWords(target: PatchTarget | null): string | null {
    return target && wordsOf(target, this.read(target));
  }

  apply(target: PatchTarget | null, items: readonly PatchItem[]): Map<PatchItem, PatchResult> {
    return this.#make(
      target,
      items.map((item) => ({ item, patch: item.patch })),
    );
  }

  applyOne(target: PatchTarget | null, item: PatchItem, occurrence?: number): Map<PatchItem, PatchResult> {
    const patch = occurrence === undefined ? item.patch : patchAt(item.patch, occurrence);
    return this.#make(target, [{ item, patch }]);
  }

  #make(target: PatchTarget | null, asked: readonly { item: PatchItem; patch: Patch }[]): Map<PatchItem, PatchResult> {
    const results = new Map<PatchItem, PatchResult>();
    for (const { patch } of asked) emit("applyPatch", { patch, messageId: this.#messageId });
    if (target === null) {
      for (const { item } of asked) results.set(item, { refusal: { outcome: { kind: "not-found" }, text: null } });
      return results;
    }
    const text = this.read(target);
    const located: { item: PatchItem; edit: Edit }[] = [];
    for (const { item, patch } of asked) {
      const { outcome, shown } = locateIn(target, text, patch);
      const isTaken = outcome.kind === "located" && located.some(({ edit }) => touches(edit, outcome.edit));
      if (outcome.kind === "located" && !isTaken) located.push({ item, edit: outcome.edit });
      else results.set(item, { refusal: { outcome: refusedAs(outcome), text: shown } });
    }
    if (located.length === 0) return results;
    const ordered = located.toSorted((a, b) => a.edit.start - b.edit.start);
    const [changed, applied] = applyEdits(
      text,
      ordered.map(({ edit }) => edit),
    );
    for (const [i, { item }] of ordered.entries()) results.set(item, { applied: applied[i]! });
    this.#changes.change(
      ordered.map(({ item }, i) => noteOf(item, "applied", { applied: applied[i]! })),
      changeOf(target, text, changed),
    );
    return results;
  }

  /** Works from the end so that earlier offsets stay valid. Returns a refusal for each change edited since. */
  revert(target: PatchTarget | null, items: readonly PatchItem[]): Map<PatchItem, Refusal> {
    const refused = new Map<PatchItem, Refusal>();
    if (target === null) return refused;
    const before = this.read(target);
    let text = before;
    const back: { item: PatchItem; start: number; applied: AppliedPatch }[] = [];
    for (const { item, applied } of inOrder(items).toReversed()) {
      const start = findApplied(text, applied);
      if (start === undefined) {
        refused.set(item, { outcome: { kind: "changed-since" }, text });
        continue;
      }
      text = text.slice(0, start) + applied.original + text.slice(start + applied.replacement.length);
      const by = applied.original.length - applied.replacement.length;
      for (const other of back) if (other.start >= start) other.start += by;
      back.push({ item, start, applied });
    }
    if (back.length === 0) return refused;
    const notes = back.map(({ item, start, applied }) =>
      noteOf(item, null, { located: locatedAt(target, text, item.patch, start, applied.original.length) }),
    );
    this.#changes.change(notes, changeOf(target, before, text));
    return refused;
  }

  decide(item: PatchItem, state: "rejected" | null, rejectReason?: string): void {
    this.#changes.change([{ ...noteOf(item, state), ...(rejectReason && { rejectReason }) }]);
  }
}

function inOrder(items: readonly PatchItem[]): { item: PatchItem; applied: AppliedPatch }[] {
  const all = items.flatMap((item) => (item.note.applied ? [{ item, applied: item.note.applied }] : []));
  return all.toSorted((a, b) => a.applied.start - b.applied.start);
}

/** In rendered text, the form in which the server stores it. */
function locatedAt(target: PatchTarget, text: string, patch: Patch, start: number, length: number): LocatedAgain {
  let [words, from, to] = [text, start, start + length];
  if (target.kind === "draft") {
    const shown = markdownWords(text);
    const indexOf = (place: number) => {
      const at = shown.places.findIndex((one) => one >= place);
      return at < 0 ? shown.text.length : at;
    };
    [words, from, to] = [shown.text, indexOf(start), indexOf(start + length)];
  }
  const { before = "", after = "" } = placedAt(words, patch, { start: from, end: to });
  return { place: { start: from, end: to }, before, after };
}

type Decided = { applied?: AppliedPatch; located?: LocatedAgain };

export function noteOf({ block, index }: PatchItem, state: "applied" | "rejected" | null, decided: Decided = {}) {
  return { ...placeOfName(block), place: index, state, ...decided };
}

/** Keeps the open changes of a text with their words when it becomes another. */
export function movesWith(target: Pick<PatchTarget, "kind" | "name">, from: string, to: string): MoveRows {
  return (rows, decided) => movedRows(target, { from, to }, openIn(target, rows, decided));
}

function changeOf(target: PatchTarget, from: string, to: string) {
  const move = movesWith(target, from, to);
  const { name, text: original } = target;
  return to === original ? { name, from, to: null, original, move } : { name, from, to, move };
}

function openIn({ name }: Pick<PatchTarget, "name">, rows: Parameters<MoveRows>[0], decided: Parameters<MoveRows>[1]) {
  const keys = new Set(decided.map(keyOfChange));
  const open = rows.filter(({ state }) => state === "proposed" || state === "gone");
  return open.filter((row) => row.textName === name && row.patch?.place !== undefined && !keys.has(keyOfChange(row)));
}

/** Mirrors how the server moves them. */
function movedRows(target: Pick<PatchTarget, "kind">, { from, to }: { from: string; to: string }, rows: ReturnType<MoveRows>) {
  const shown = (text: string) => wordsOf(target, text);
  const patches = rows.map(({ patch }) => patch!);
  const moved: ChangeSummary[] = [];
  for (const [i, patch] of movePatches(shown(from), shown(to), patches).entries())
    moved.push({ ...rows[i]!, patch, state: patch.place === null ? "gone" : "proposed" });
  return moved;
}

export function wordsOf({ kind }: Pick<PatchTarget, "kind">, text: string): string {
  return kind === "draft" ? markdownWords(text).text : text;
}

/** A draft is Markdown and is quoted by its rendered words; any other text is quoted verbatim. */
function locateIn(target: PatchTarget, text: string, patch: Patch): { outcome: PatchOutcome; shown: string } {
  return target.kind === "draft" ? locateInMarkdown(text, patch) : { outcome: locatePatch(text, patch), shown: text };
}

function touches(one: Edit, other: Edit): boolean {
  return one.start < other.end && other.start < one.end;
}

function refusedAs(outcome: PatchOutcome): Refusal["outcome"] {
  return outcome.kind === "located" ? { kind: "overlaps", edit: outcome.edit, other: 0 } : outcome;
}

function messageOf({ message, answer }: Entry): ChatMessage {
  const { id, content, experimental_attachments: attachments = [] } = message;
  if (answer === null) return { id, role: "user", content, attachments };
  const drafts = answer.view.blocks.flatMap((block) => (block.kind === "draft" ? [{ key: block.key, text: block.text.text }] : []));
  return { id, role: "assistant", drafts };
}

type Notes = Sent["notes"];

/** Decisions say where in the text they were made: in another version of it, they are made elsewhere. */
export function movedNotes(notes: Notes, { name, from, to }: { name: string; from: string; to: string }): Notes {
  const shown = (text: string) => (isDraftText(name) ? markdownWords(text).text : text);
  const [before, after] = [shown(from), shown(to)];
  return notes.map(({ applied, located, ...note }) => {
    const moved = located && movedPlace(before, after, located);
    return {
      ...note,
      ...(applied && { applied: { ...applied, start: findApplied(to, applied) ?? applied.start } }),
      ...(moved && { located: moved }),
    };
  });
}

function movedPlace(before: string, after: string, { place }: LocatedAgain): LocatedAgain | null {
  const patch = { original: before.slice(place.start, place.end), replacement: "", summary: "", place };
  const [moved] = movePatches(before, after, [patch]);
  const { place: now, before: left = "", after: right = "" } = moved!;
  return now ? { place: now, before: left, after: right } : null;
}
