/* What is shown of a summary that a model gets in place of a chat's oldest messages. */
import type { ProblemCode } from "../workspace/problem.ts";

export type ChatSummaryText = {
  /** The last message that it stands for. */
  throughId: string;
  /** How many messages it stands for. */
  messages: number;
} & ({ text: string } | { problem: ProblemCode });
