/* Which tests judge a mutant: those that enter its function, the most telling first, as many as the time allows. */
import type { Mutant } from "./mutants.ts";
import { roomOf, type Reach } from "./reach.ts";

/** What the tests of one mutant may take together without it. */
const mostMs: Record<string, number> = { "app/core": 20_000, "app/server/data": 40_000, "app/api": 60_000 };

export function testsFor(file: string, mutant: Mutant, reach: Reach): { groups: string[][]; ms: number } {
  const entering = testsEntering(reach, file, mutant.functionKey);
  const tests: string[] = [];
  let ms = 0;
  for (const test of entering) {
    if (tests.length > 0 && ms + reach[test]!.ms > mostMs[roomOf(file)]!) continue;
    tests.push(test);
    ms += reach[test]!.ms;
  }
  // The first notices most; of pure functions the rest are quickest together.
  const groups = roomOf(file) === "app/core" ? [tests.slice(0, 1), tests.slice(1)] : tests.map((test) => [test]);
  return { groups: groups.filter((group) => group.length > 0), ms };
}

/** The file's own test first, then those that enter most of its functions, the quicker first. */
function testsEntering(reach: Reach, file: string, functionKey: string | null): string[] {
  const own = file.replace(/\.tsx?$/, ".test");
  const rank = (test: string) =>
    (test.startsWith(own) ? 10_000 : 0) + reach[test]!.entered.filter((one) => one.startsWith(`${file}#`)).length;
  const knowing = (key: string) =>
    Object.keys(reach)
      .filter((test) => reach[test]!.isGreen && reach[test]!.entered.includes(`${file}#${key}`))
      .toSorted((a, b) => rank(b) - rank(a) || reach[a]!.ms - reach[b]!.ms);
  const entering = knowing(functionKey ?? "module");
  // A function that was changed since the tests were measured is known to none of them.
  return entering.length > 0 ? entering : knowing("module").slice(0, 4);
}
