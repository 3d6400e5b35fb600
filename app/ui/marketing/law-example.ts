/* The answer shown in the section on law of the front page. Its test has it checked as answers are. */
import type { Verdict } from "#core/claims/verdicts.ts";

export type ExampleClaim = {
  text: string;
  /** Of its source, or of what it names. */
  name: string;
  verdict: Extract<Verdict, "verified" | "differs" | "unknown-authority">;
  /** What the check found; the words between * are marked. */
  finding: string;
};

export const exampleQuestion = "May the processor wait five working days?";
export const exampleOpening = "No.";
export const exampleClaims: readonly ExampleClaim[] = [
  {
    text: "It has to notify “without undue delay after becoming aware of a personal data breach”.",
    name: "GDPR, Article 33(2)",
    verdict: "verified",
    finding: "Word for word.",
  },
  {
    text: "The controller then has 96 hours to notify the supervisory authority.",
    name: "GDPR, Article 33(1)",
    verdict: "differs",
    finding: "“not later than *72 hours* after having become aware of it”",
  },
  {
    text: "A written record is required by Article 133 GDPR.",
    name: "GDPR, Article 133",
    verdict: "unknown-authority",
    finding: "The stored act has no such provision.",
  },
];
