/* Which characters of the file are which of the exported document. */
import type { SourceUnit } from "./source-units.ts";
import type { TargetUnit } from "./target-units.ts";

/** In the order in which they are written; one side is null for what is new or gone. */
export type Aligned = { source: SourceUnit | null; target: TargetUnit | null };

/** Comparisons of one paragraph. Beyond this, what is between its unchanged ends is replaced. */
const comparisonsMax = 9_000_000;
const same = 3;

export function alignUnits(source: readonly SourceUnit[], given: readonly TargetUnit[]): Aligned[] {
  const target = inOrderOf(source, given);
  let start = 0;
  while (start < Math.min(source.length, target.length) && likeness(source[start]!, target[start]!) === same) start++;
  let end = 0;
  const most = Math.min(source.length, target.length) - start;
  while (end < most && likeness(source[source.length - 1 - end]!, target[target.length - 1 - end]!) === same) end++;
  const both = (i: number, j: number): Aligned => ({ source: source[i]!, target: target[j]! });
  const ends = Array.from({ length: end }, (_, i) => both(source.length - end + i, target.length - end + i));
  const middle = between(source.slice(start, source.length - end), target.slice(start, target.length - end));
  return [...Array.from({ length: start }, (_, i) => both(i, i)), ...middle, ...ends];
}

/** Where words are replaced, the file may have the new ones first: those stay so. */
function inOrderOf(source: readonly SourceUnit[], target: readonly TargetUnit[]): TargetUnit[] {
  type Kind = "ins" | "del" | null;
  const kindOf = ({ state }: SourceUnit): Kind => (state === "ins" || state === "del" ? state : null);
  const saidBy = <U extends { key: string }>(units: readonly U[], kind: (unit: U) => Kind) =>
    JSON.stringify(["ins", "del"].map((one) => units.filter((unit) => kind(unit) === one).map(({ key }) => key)));
  const came = new Map<string, Kind[]>();
  for (const units of stretches(source, kindOf)) came.set(saidBy(units, kindOf), units.map(kindOf));
  const kind = ({ revision }: TargetUnit): Kind => revision?.kind ?? null;
  return stretches(target, kind).flatMap((units) => {
    const order = kind(units[0]!) && came.get(saidBy(units, kind));
    if (!order || units.some(({ before, after }) => before !== "" || after !== "")) return units;
    const left = {
      ins: units.filter((unit) => kind(unit) === "ins"),
      del: units.filter((unit) => kind(unit) === "del"),
    };
    return order.flatMap((one) => (one === null ? [] : left[one].splice(0, 1)));
  });
}

/** Of tracked units, and of others. */
function stretches<U>(units: readonly U[], kind: (unit: U) => unknown): U[][] {
  const found: U[][] = [];
  for (const [i, unit] of units.entries())
    if (i > 0 && (kind(unit) === null) === (kind(units[i - 1]!) === null)) found.at(-1)!.push(unit);
    else found.push([unit]);
  return found;
}

function between(source: readonly SourceUnit[], target: readonly TargetUnit[]): Aligned[] {
  const [n, m] = [source.length, target.length];
  const all = [...source.map((one) => ({ source: one, target: null })), ...target.map((one) => ({ source: null, target: one }))];
  if (n === 0 || m === 0 || n * m > comparisonsMax) return all;
  const width = m + 1;
  const best = new Int32Array((n + 1) * width);
  for (let i = n - 1; i >= 0; i--)
    for (let j = m - 1; j >= 0; j--) {
      const worth = likeness(source[i]!, target[j]!);
      const both = worth > 0 ? worth + best[(i + 1) * width + j + 1]! : 0;
      best[i * width + j] = Math.max(both, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  const found: Aligned[] = [];
  let [i, j] = [0, 0];
  while (i < n || j < m) {
    const here = i < n && j < m ? best[i * width + j]! : -1;
    const worth = i < n && j < m ? likeness(source[i]!, target[j]!) : 0;
    if (worth > 0 && here === worth + best[(i + 1) * width + j + 1]!) found.push({ source: source[i++]!, target: target[j++]! });
    else if (j === m || (i < n && here === best[(i + 1) * width + j]!)) found.push({ source: source[i++]!, target: null });
    else found.push({ source: null, target: target[j++]! });
  }
  return found;
}

/** 0 if the one isn't the other. What is tracked in both is preferred to what was decided on. */
function likeness(source: SourceUnit, target: TargetUnit): number {
  if (source.key !== target.key || (source.marks !== null && source.link !== target.link)) return 0;
  const worth = likenessOfStates(source, target.revision?.kind ?? "normal");
  // Of several notes, the one that says the same.
  const isOther = source.note && target.note && !source.note.content.eq(target.note.node.content);
  return isOther ? Math.min(1, worth) : worth;
}

function likenessOfStates({ state }: SourceUnit, to: "ins" | "del" | "normal"): number {
  switch (state) {
    case "ins":
      return to === "ins" ? same : to === "normal" ? 2 : 1;
    case "del":
      return to === "del" ? same : to === "normal" ? 2 : 0;
    default:
      return to === "ins" ? 0 : same;
  }
}
