/* What scripts/test.ts prints at the end of a run: skipped tests, failed tests, tests that needed a retry, and the
   total, which is the last line. */
import type { Outcome } from "./outcomes.ts";
import { reasonToSkip } from "./skips.ts";

/** `faults`: what went wrong outside of the tests. */
export function summaryOf(
  outcomes: readonly Outcome[],
  faults: readonly string[] = [],
  reasonOf: (skipped: Outcome) => string | undefined = reasonToSkip,
) {
  const inState = (state: Outcome["state"]) => outcomes.filter((one) => one.state === state);
  const reasons = new Map<string, number>();
  const unexplained: Outcome[] = [];
  for (const one of [...inState("skipped"), ...inState("pending")]) {
    const reason = one.state === "skipped" ? reasonOf(one) : undefined;
    if (reason === undefined) unexplained.push(one);
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const failed = inState("failed").length + unexplained.length + faults.length;
  const passed = inState("passed").length;
  const lines = [
    ...[...reasons].map(([reason, count]) => `skipped: ${count} tests, because ${reason}`),
    ...unexplained.map((one) => `NOT RUN, for no reason that test/skips.ts lists and this machine gives: ${nameOf(one)}`),
    ...inState("failed").map((one) => `FAILED: ${nameOf(one)}${whyOf(one)}`),
    ...faults.map((fault) => `FAILED outside of a test: ${fault}`),
    ...outcomes.filter(({ isSecondTry }) => isSecondTry).map((one) => `PASSED ONLY AT THE SECOND TRY: ${nameOf(one)}${whyOf(one)}`),
    `${passed} passed, ${failed} failed`,
  ];
  return { lines, isGreen: failed === 0 && passed > 0 };
}

const whyOf = ({ error }: Outcome) => (error ? `: ${error}` : "");
const nameOf = ({ file, name }: Outcome) => `${file} > ${name}`;
