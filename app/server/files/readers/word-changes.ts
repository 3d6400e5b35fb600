/* A document's tracked changes as patches: each quotes enough words to be located reliably, with author and date. */
import { z } from "zod";
import { describeFormatting, type FormattingChange } from "#core/changes/formatting-change.ts";
import { textOfRow, type RowsChange } from "#core/changes/inserted-rows.ts";
import { locatePatch, type Patch } from "#core/changes/patch.ts";
import type { ChangePiece } from "#core/changes/patch-json.ts";
import type { WordFormatting, WordRun } from "./word-types.ts";

/** In the text before the changes: [start, end) is deleted and `text` inserted. */
export type TextChange = {
  start: number;
  end: number;
  text: string;
  author: string;
  date: string;
  look?: FormattingChange;
  /** The range is what they are beside. */
  rows?: RowsChange;
  /** Of inserted rows, the numbers of the paragraphs of each text block. */
  paragraphs?: number[][];
  /** Several, if they have no words between them and can only be decided together. */
  parts?: TextChange[];
};
/** `date` is missing if the file has none that can be parsed. */
export type ImportedChange = Patch & { author: string; date?: string };
type Placed = { patch: ImportedChange; paragraphs: number[][] | null };

/** Adjacent runs with the same formatting change form one change. */
export function takeLook(
  changes: TextChange[],
  { text, marks: now }: WordRun,
  { marks: before, author, date }: WordFormatting,
  at: number,
): void {
  const look = { on: now.filter((mark) => !before.includes(mark)), off: before.filter((mark) => !now.includes(mark)) };
  const last = changes.at(-1);
  const isSame = last?.look && last.end === at && last.author === author && JSON.stringify(last.look) === JSON.stringify(look);
  if (isSame) last.end = at + text.length;
  else changes.push({ start: at, end: at + text.length, text: "", author, date, look });
}

/** Office programs omit the time zone; such dates are read as UTC. Empty if it isn't a date. */
export function zonedMoment(date: string): string {
  const zoned = /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(date) ? `${date.replace(/\.\d+$/, "")}Z` : date;
  return z.iso.datetime().safeParse(zoned).success ? zoned : "";
}

/**
 * Each is located where the file has it: `place` plus the words there, widened to whole words for readability. `idle`:
 * how many put back the very words that they take away.
 */
export function changesAsPatches(text: string, changes: readonly TextChange[]): { placed: Placed[]; idle: number } {
  const isAlone = quotationsWithin(text);
  const joined = withRoom(text, together(changes.filter(({ look, rows }) => look === undefined && rows === undefined)));
  let [floor, idle] = [0, 0];
  const patches = joined.flatMap((change, i) => {
    const end = Math.min(change.end, text.length);
    if (text.slice(change.start, end) === change.text) {
      idle += change.parts?.length ?? 1;
      return [];
    }
    // The words next to it must not belong to another change, which may be decided first.
    const wide = widened(text, { ...change, end }, { floor, ceiling: ceilingOf(text, change, joined[i + 1]) });
    floor = wide.end;
    const replacement = text.slice(wide.start, change.start) + change.text + text.slice(end, wide.end);
    const said = change.parts ? saidOfAll(text, wide, change.parts) : saidOf(change);
    return [placedPatch({ text, isAlone }, wide, { replacement, ...said })];
  });
  const others = changes.flatMap((change) => [
    ...lookAsPatch({ text, isAlone }, change).map((patch) => ({ patch, paragraphs: null })),
    ...rowsAsPatch({ text, isAlone }, change, joined),
  ]);
  return { placed: [...patches.map((patch) => ({ patch, paragraphs: null })), ...others], idle };
}

/** Beside the last words of a row or block that no other change touches; with none, beside its last. */
function rowsAsPatch(place: Placing, { rows, start, end, ...change }: TextChange, others: readonly TextChange[]): Placed[] {
  if (rows === undefined) return [];
  const { text } = place;
  const [words, isDeleted] = [text.slice(start, end), rows.at === "instead of the row"];
  if (words.trim() === "") return [];
  const whole = { start: start + words.length - words.trimStart().length, end: start + words.trimEnd().length };
  const said = change.parts ? saidOfAll(text, whole, change.parts) : saidOf(change);
  const done = !isDeleted ? "inserted" : rows.rows.length > 0 ? "replaced" : "deleted";
  const count = isDeleted || rows.rows.length === 1 ? "Row" : `${rows.rows.length} rows`;
  const summary = [`${count} ${done}`, said.summary].filter((part) => part !== "").join(", ");
  if (isDeleted) {
    const replacement = rows.rows.map(textOfRow).join("\n\n");
    return [{ patch: placedPatch(place, whole, { ...said, replacement, summary, rows }), paragraphs: change.paragraphs ?? null }];
  }
  const found = [...words.matchAll(/\S+(?:[^\S\n]+\S+){0,2}/gu)].map(({ 0: { length }, index }) => ({
    start: start + index,
    end: start + index + length,
  }));
  const isFree = (one: { start: number; end: number }) => !others.some((other) => other.start <= one.end && one.start <= other.end);
  const beside = found.findLast(isFree) ?? found.at(-1)!;
  const replacement = [text.slice(beside.start, beside.end), ...rows.rows.map(textOfRow)].join("\n\n");
  return [{ patch: placedPatch(place, beside, { ...said, replacement, summary, rows }), paragraphs: change.paragraphs ?? null }];
}

/** The words stay, so other changes to them don't interfere. */
function lookAsPatch(place: Placing, { start, end, look, author, date }: TextChange): ImportedChange[] {
  const words = place.text.slice(start, end);
  if (look === undefined || words.trim() === "") return [];
  const said = saidOf({ author, date });
  const summary = [describeFormatting(look), said.summary].filter((part) => part !== "").join(", ");
  return [placedPatch(place, { start, end }, { ...said, replacement: words, summary, look })];
}

const besideLength = 60;
/** Characters searched for the words of changes: a few seconds' work. */
const mostSearched = 50_000_000;

type Placing = { text: string; isAlone: (patch: Patch, place: { start: number; end: number }) => boolean };

/** Whether the words occur once in the text. With very many changes, later ones aren't searched and count as repeated. */
function quotationsWithin(text: string): Placing["isAlone"] {
  let left = Math.floor(mostSearched / Math.max(1, text.length));
  return (patch, { start, end }) => {
    if (left-- <= 0) return false;
    const alone = locatePatch(text, patch, { nearest: false });
    return alone.kind === "located" && alone.edit.start === start && alone.edit.end === end;
  };
}

/** Unique words are enough; otherwise the surrounding words are included. */
function placedPatch(
  { text, isAlone }: Placing,
  { start, end }: { start: number; end: number },
  rest: Omit<ImportedChange, "original" | "before" | "after" | "place">,
): ImportedChange {
  const patch = { original: text.slice(start, end), ...rest };
  const place = { start, end };
  if (isAlone(patch, place)) return { ...patch, place };
  const before = text.slice(Math.max(0, start - besideLength), start);
  return { ...patch, before, after: text.slice(end, end + besideLength), place };
}

/** Text deleted and inserted by one person in one place at one time is a single change. */
function together(changes: readonly TextChange[]): TextChange[] {
  const joined: TextChange[] = [];
  for (const change of [...changes].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    const isSame = last?.author === change.author && last.date === change.date && last.end === change.start;
    if (last === undefined || !isSame) {
      joined.push({ ...change });
      continue;
    }
    last.text += change.text;
    last.end = change.end;
  }
  return joined;
}

/**
 * A change without words of its own next to it, and with none left, is one with the adjacent change: with that one
 * decided, nothing would be left to say where it is.
 */
function withRoom(text: string, changes: readonly TextChange[]): TextChange[] {
  const kept: TextChange[] = [];
  const waiting: TextChange[] = [];
  let floor = 0;
  for (const [i, change] of changes.entries()) {
    const [last, next] = [kept.at(-1), changes[i + 1]];
    const room = { floor, ceiling: ceilingOf(text, change, next) };
    const own = asOne(text, [...waiting.splice(0), change]);
    const wide = widened(text, { ...own, end: Math.min(own.end, text.length) }, room);
    floor = wide.end;
    if (wide.end > wide.start || !(last ?? next)) kept.push(own);
    else if (next?.start === change.end && last?.end !== change.start) waiting.push(own);
    else if (last) kept[kept.length - 1] = asOne(text, [last, own]);
    else kept.push(own);
  }
  return kept;
}

function asOne(text: string, changes: readonly TextChange[]): TextChange {
  const parts = changes.flatMap((one) => one.parts ?? [one]);
  const [first, ...rest] = parts;
  if (rest.length === 0) return { ...first! };
  const joined = { ...first!, parts };
  for (const { start, end, text: words } of rest)
    [joined.text, joined.end] = [joined.text + text.slice(joined.end, start) + words, Math.max(end, joined.end)];
  return joined;
}

type Room = { floor: number; ceiling: number };

/** An inserted paragraph is beside the words before it, so those are left to it. */
function ceilingOf(text: string, { end, start }: TextChange, next: TextChange | undefined): number {
  if (next === undefined) return text.length;
  const needsWords = next.start === next.end && next.text.startsWith("\n\n") && next.start > end && end > start;
  return needsWords ? end : next.start;
}

/** Widens to whole words; a change without words includes a few next to it, so that there is something to show. */
function widened(text: string, { start, end, text: written }: TextChange, room: Room): { start: number; end: number } {
  const changed = start === end ? written : text.slice(start, end);
  const whole = { start: wordStart(text, start, changed, room.floor), end: wordEnd(text, end, changed, room.ceiling) };
  const quoted = text.slice(whole.start, whole.end);
  const isBreak = `${quoted}${written}`.includes("\n\n");
  if (quoted.trim() !== "" && !isBreak) return whole;
  const before = /(?<!\S)\S+(?:[^\S\n]+\S+){0,2}[^\S\n]*$/u.exec(text.slice(Math.max(room.floor, whole.start - 120), whole.start));
  const after = /^[^\S\n]*\S+(?:[^\S\n]+\S+){0,2}/u.exec(text.slice(whole.end, Math.min(room.ceiling, whole.end + 120)));
  // An inserted or deleted break has words on both sides.
  const needsBefore = /^\s*\n\n/.test(quoted) || written.startsWith("\n\n");
  const needsAfter = quoted.slice(quoted.trimEnd().length).includes("\n\n") || written.endsWith("\n\n");
  if (isBreak && (needsBefore || needsAfter))
    return {
      start: whole.start - (needsBefore ? (before?.[0].length ?? 0) : 0),
      end: whole.end + (needsAfter ? (after?.[0].length ?? 0) : 0),
    };
  if (before !== null) return { start: whole.start - before[0].length, end: whole.end };
  if (after !== null) return { start: whole.start, end: whole.end + after[0].length };
  // White space is better than nothing.
  let from = whole.start;
  while (from > room.floor && /[^\S\n]/.test(text[from - 1]!)) from--;
  return { start: from, end: whole.end };
}

const letter = /[\p{L}\p{M}\p{N}]/u;

/** Punctuation inside a number belongs to it. */
function isInWord(text: string, at: number): boolean {
  if (letter.test(text[at] ?? "")) return true;
  return /[.,'’]/.test(text[at] ?? "") && /\p{N}/u.test(text[at - 1] ?? "") && /\p{N}/u.test(text[at + 1] ?? "");
}

function wordStart(text: string, start: number, changed: string, floor: number): number {
  let at = start;
  if (letter.test(changed[0] ?? "")) while (at > floor && isInWord(text, at - 1)) at--;
  return at;
}

function wordEnd(text: string, end: number, changed: string, ceiling: number): number {
  let at = end;
  if (letter.test(changed.at(-1) ?? "")) while (at < ceiling && isInWord(text, at)) at++;
  return at;
}

function saidOf({
  author,
  date,
}: {
  author: string;
  date: string;
}): Pick<ImportedChange, "author" | "date" | "summary" | "isTyped"> {
  const moment = zonedMoment(date);
  return {
    author,
    isTyped: true,
    ...(moment && { date: moment }),
    summary: [author, date.slice(0, 10)].filter((part) => part !== "").join(", "),
  };
}

/** Of a change by several people: whose each part is. Undecided, each goes back as it came. */
function saidOfAll(
  text: string,
  { start, end }: { start: number; end: number },
  parts: readonly TextChange[],
): ReturnType<typeof saidOf> & Pick<Patch, "pieces"> {
  const pieces: ChangePiece[] = [];
  let at = start;
  for (const part of parts) {
    const { author, date } = saidOf(part);
    const by = { author, ...(date !== undefined && { date }) };
    if (part.start > at) pieces.push({ kind: "same", text: text.slice(at, part.start) });
    if (part.end > part.start) pieces.push({ kind: "removed", text: text.slice(part.start, part.end), ...by });
    if (part.text !== "") pieces.push({ kind: "added", text: part.text, ...by });
    at = part.end;
  }
  if (end > at) pieces.push({ kind: "same", text: text.slice(at, end) });
  const all = parts.map(saidOf);
  const each = (name: "author" | "summary") => [...new Set(all.map((one) => one[name]))].filter((one) => one !== "");
  return { ...all[0]!, author: each("author").join(", "), summary: each("summary").join("; "), pieces };
}
