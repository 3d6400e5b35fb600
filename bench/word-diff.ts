/*
 * Word diff of two texts of 100,000 characters: lightly edited (3 % of the
 * words), heavily (35 %), and unrelated; against jsdiff's diffWordsWithSpace,
 * which is given four seconds. Prints one JSON line.
 */
import { diffWordsWithSpace } from "diff";
import { wordDiff } from "../app/core/word-diff.ts";

const length = 100_000;
const capMs = 4000;

let seed = 11;
const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
/** Words as in a language: few of them very often, most of them seldom. */
const word = () => `${"abcdefghijklmnop"[random(16)]}${Math.floor(random(60_000) ** 2 / 60_000 / 12).toString(36)}`;

function text(): string {
  let out = "";
  while (out.length < length) out += word() + (random(14) === 0 ? (random(6) === 0 ? ".\n\n" : ", ") : " ");
  return out;
}

function edit(text: string, percent: number): string {
  return text.replace(/\S+/g, (old) => {
    if (random(100) >= percent) return old;
    const kind = random(3);
    return kind === 0 ? word() : kind === 1 ? `${old} ${word()}` : "";
  });
}

function median(run: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.round(times.sort((a, b) => a - b)[3]! * 10) / 10;
}

const before = text();
const cases = { light: edit(before, 3), heavy: edit(before, 35), rewrite: text() };
const result: Record<string, unknown> = { bench: "word-diff", characters: length };
for (const [name, after] of Object.entries(cases)) {
  const ours = median(() => wordDiff(before, after));
  const start = performance.now();
  const theirs = diffWordsWithSpace(before, after, { timeout: capMs });
  const took = Math.round(performance.now() - start);
  const { segments, added, removed } = wordDiff(before, after);
  result[name] = { ms: ours, segments: segments.length, added, removed, jsdiffMs: theirs ? took : `gave up at ${took}` };
}
console.log(JSON.stringify(result));
