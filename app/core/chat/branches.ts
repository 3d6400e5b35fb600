/* Edited and regenerated messages are kept as versions, which the reader can switch between. */
import type { ThreadMessage } from "./message.ts";

export type VersionsOfPlace = {
  /** Counted from 1. */
  number: number;
  count: number;
  /** Ids of the adjacent versions; undefined at the ends. */
  previous: string | undefined;
  next: string | undefined;
};

/** Undefined if there is only one version. */
export function versionsOf({ id, versions }: Pick<ThreadMessage, "id" | "versions">): VersionsOfPlace | undefined {
  const at = versions.indexOf(id);
  if (at < 0 || versions.length < 2) return undefined;
  return { number: at + 1, count: versions.length, previous: versions[at - 1], next: versions[at + 1] };
}
