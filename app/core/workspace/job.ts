/* A person's long work, as they see it under "At work". */
import { z } from "zod";

export type JobState = "queued" | "running" | "paused" | "failed";

export type JobAtWork = {
  id: string;
  kind: string;
  /** What is being done. */
  title: string;
  /** What it is about, such as a file's name. */
  name: string | null;
  state: JobState;
  /** How far it is, where that is said in other words than a percentage. */
  step: string | null;
  /** From 0 to 1; null while it is unknown. */
  share: number | null;
  /** What is done, and of how much, in the units of its kind: pages, bytes. */
  done: number;
  total: number | null;
  /** At the speed so far; null while that is unknown. */
  secondsLeft: number | null;
  /** Why it failed. */
  problem: string | null;
};

export const jobActions = ["pause", "resume", "cancel", "retry"] as const;
export type JobAction = (typeof jobActions)[number];
export const jobChange = z.strictObject({ action: z.enum(jobActions) });

/** What may be done with it in each state. Cancelling one that has failed removes it from the list. */
export const actionsIn: Record<JobState, readonly JobAction[]> = {
  queued: ["pause", "cancel"],
  running: ["pause", "cancel"],
  paused: ["resume", "cancel"],
  failed: ["retry", "cancel"],
};

type Progress = { done: number; before: number; total: number | null; seconds: number };

/** `before`: what was done when this attempt began, `seconds` ago. */
export function secondsLeft({ done, before, total, seconds }: Progress): number | null {
  if (total === null || done <= before || seconds < 2) return null;
  return Math.max(0, Math.round(((total - done) * seconds) / (done - before)));
}

/** "about 2 minutes left" */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return "less than a minute left";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes === 1 ? "about a minute left" : `about ${minutes} minutes left`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? "about an hour left" : `about ${hours} hours left`;
}
