/*
 * An edited or regenerated message stays as a version of its place. A reader
 * can look at the one before or after and come back.
 */
import type { ThreadMessage } from "./message.ts";

export type VersionsOfPlace = {
  /** From 1. */
  number: number;
  count: number;
  /** Ids of the neighbours; undefined at the ends. */
  previous: string | undefined;
  next: string | undefined;
};

/** Undefined where there is nothing to choose. */
export function versionsOf({ id, versions }: Pick<ThreadMessage, "id" | "versions">): VersionsOfPlace | undefined {
  const at = versions.indexOf(id);
  if (at < 0 || versions.length < 2) return undefined;
  return { number: at + 1, count: versions.length, previous: versions[at - 1], next: versions[at + 1] };
}
