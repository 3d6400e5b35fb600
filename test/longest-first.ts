/*
 * The order of test files. A file has one worker to itself, so a long one that starts last is waited for alone; without
 * the results of an earlier run, vitest would start them by their size.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take minutes. */
const longest = ["test/matrix-embedded.test.ts", "test/matrix-postgres.test.ts"];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return longest.some((name) => moduleId.endsWith(`/${name}`));
}
