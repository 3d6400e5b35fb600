/*
 * Word diff of two texts of 100,000 characters: lightly edited (3 % of the words), heavily (35 %), and unrelated;
 * against jsdiff's diffWordsWithSpace in the same run, with a timeout of four seconds.
 */
import { diffWordsWithSpace } from "diff";
import { wordDiff } from "../app/core/changes/word-diff.ts";

const length = 100_000;
const capMs = 4000;
const barMs = 150;

let seed = 11;
const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
/** Words with a natural distribution: few are very frequent, most are rare. */
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
const cases: [name: string, after: string, bar: number | undefined][] = [
  ["3 % of the words changed", edit(before, 3), undefined],
  ["35 % of the words changed", edit(before, 35), 0.05],
  ["another text", text(), 0.05],
];
for (const [name, after, bar] of cases) {
  const ms = median(() => wordDiff(before, after));
  const start = performance.now();
  const theirs = diffWordsWithSpace(before, after, { timeout: capMs });
  const took = Math.round(performance.now() - start);
  const { segments, added, removed } = wordDiff(before, after);
  const value = Math.round((ms / took) * 1000) / 1000;
  const line = {
    bench: "word-diff",
    what: `100,000 characters, ${name}: time over jsdiff's${theirs ? "" : ", which gave up"}`,
    value,
    unit: "×",
    ...(bar === undefined ? {} : { bar, ok: value <= bar }),
    ms,
    jsdiffMs: took,
    segments: segments.length,
    added,
    removed,
  };
  console.log(JSON.stringify(line));
  if (bar === undefined) continue;
  const rewritten = {
    what: `word diff of two texts of 100,000 characters, ${name}`,
    value: ms,
    unit: "ms",
    bar: barMs,
    ok: ms <= barMs,
  };
  console.log(JSON.stringify({ bench: "word-diff", ...rewritten, jsdiffMs: took, ...(!theirs && { jsdiffGaveUp: true }) }));
}
