/* Labels for the kinds of versions, on the timeline and in print. */
import type { VersionKind } from "./draft.ts";

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
