/* Labels for the kinds of versions, on the timeline and in print. */
import { dayAndTime } from "../text/day-and-time.ts";
import type { DraftVersion, VersionKind } from "./draft.ts";

export const versionWords: Record<VersionKind, string> = {
  created: "Created",
  typed: "Typed",
  pasted: "Pasted",
  patch: "Change applied",
  write: "Written by the assistant",
  restore: "Restored",
  import: "Imported",
  merge: "Merged with changes from elsewhere",
  agent: "Agent",
};

export function titleOf(version: DraftVersion): string {
  return `${version.name ?? (version.summary || versionWords[version.kind])}, ${dayAndTime(version.updatedAt)}`;
}
