/*
 * A counterpart's tracked changes as patches: each says which words it changes,
 * surely enough to be found again, and who made it when.
 */
import { z } from "zod";
import { lookWords, type Look } from "#core/look.ts";
import { locatePatch, type Patch } from "#core/patch.ts";

/** In the text before the changes: [start, end) is struck, `text` is written in there. */
export type TextChange = { start: number; end: number; text: string; author: string; date: string; look?: Look };
/** `date` is missing where the file has none that can be read. */
export type ImportedChange = Patch & { author: string; date?: string };

/** Office programs leave the zone away; what they say then is read as UTC. Empty for what is no moment. */
export function zonedMoment(date: string): string {
  const zoned = /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(date) ? `${date.replace(/\.\d+$/, "")}Z` : date;
  return z.iso.datetime().safeParse(zoned).success ? zoned : "";
}

export function changesAsPatches(text: string, changes: readonly TextChange[]): ImportedChange[] {
  const joined = together(
    text,
    changes.filter(({ look }) => look === undefined),
  );
  const patches = joined.flatMap((change, i) => {
    const struck = text.slice(change.start, change.end);
    if (struck === change.text || (struck === "" && change.text.trim() === "")) return [];
    // The words beside it are not those of another change: that one may be decided first.
    const floor = joined[i - 1]?.end ?? 0;
    const wide = widened(text, change, { floor, ceiling: joined[i + 1]?.start ?? text.length });
    const original = text.slice(wide.start, wide.end);
    const replacement = text.slice(wide.start, change.start) + change.text + text.slice(change.end, wide.end);
    const date = zonedMoment(change.date);
    const patch: ImportedChange = {
      original,
      replacement,
      summary: summaryOf(change),
      author: change.author,
      ...(date && { date }),
    };
    return [surelyPlaced(text, patch, wide)];
  });
  return [...patches, ...changes.flatMap((change) => lookAsPatch(text, change))];
}

/** The words stay, so what is changed in them besides does not touch it. */
function lookAsPatch(text: string, { start, end, look, author, date }: TextChange): ImportedChange[] {
  const words = text.slice(start, end);
  if (look === undefined || words.trim() === "") return [];
  const moment = zonedMoment(date);
  const summary = [lookWords(look), author, date.slice(0, 10)].filter((part) => part !== "").join(", ");
  const patch = { original: words, replacement: words, summary, author, ...(moment && { date: moment }), look };
  return [surelyPlaced(text, patch, { start, end })];
}

function surelyPlaced(text: string, patch: ImportedChange, wide: { start: number; end: number }): ImportedChange {
  const outcome = locatePatch(text, patch);
  if (outcome.kind !== "several") return patch;
  // Which of several is meant is known by what stands beside it: their count changes as others are decided.
  const beside = {
    before: text.slice(Math.max(0, wide.start - besideLength), wide.start),
    after: text.slice(wide.end, wide.end + besideLength),
  };
  const known = locatePatch(text, { ...patch, ...beside });
  if (known.kind === "located" && known.edit.start >= wide.start && known.edit.end <= wide.end) return { ...patch, ...beside };
  const place = outcome.places.find((one) => one.start === wide.start);
  return place === undefined ? patch : { ...patch, occurrence: place.occurrence };
}

const besideLength = 60;

/** What one person changed without a word left in between is one change. */
function together(text: string, changes: readonly TextChange[]): TextChange[] {
  const joined: TextChange[] = [];
  for (const change of [...changes].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    const between = last === undefined ? "" : text.slice(last.end, change.start);
    if (last === undefined || last.author !== change.author || change.start < last.end || /[\p{L}\p{N}]|\n\n/u.test(between)) {
      joined.push({ ...change });
      continue;
    }
    last.text += between + change.text;
    last.end = change.end;
  }
  return joined;
}

type Room = { floor: number; ceiling: number };

/** What is only written in is quoted with a few words beside it: a patch needs words to stand on. */
function widened(text: string, { start, end }: TextChange, { floor, ceiling }: Room): { start: number; end: number } {
  if (end > start && text.slice(start, end).trim() !== "") return { start, end };
  const before = /\S+(?:[^\S\n]+\S+){0,2}[^\S\n]*$/u.exec(text.slice(Math.max(floor, start - 120), start));
  if (before !== null) return { start: start - before[0].length, end };
  const after = /^[^\S\n]*\S+(?:[^\S\n]+\S+){0,2}/u.exec(text.slice(end, Math.min(ceiling, end + 120)));
  return { start, end: end + (after?.[0].length ?? 0) };
}

function summaryOf({ author, date }: TextChange): string {
  return [author, date.slice(0, 10)].filter((part) => part !== "").join(", ");
}
