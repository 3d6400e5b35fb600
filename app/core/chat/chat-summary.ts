/* Metadata of the summary that replaces a chat's oldest messages for the model. */
import type { ProblemCode } from "../workspace/problem.ts";

export type ChatSummaryText = {
  /** The last message it covers. */
  throughId: string;
  /** How many messages it covers. */
  messages: number;
} & ({ text: string } | { problem: ProblemCode });
