/* What each kind of version is called, on the timeline and on paper. */
import type { VersionKind } from "./draft.ts";

export const versionWords: Record<VersionKind, string> = {
  created: "Created",
  typed: "Typed",
  pasted: "Pasted",
  patch: "Change applied",
  write: "Written by the assistant",
  restore: "Restored",
  import: "Imported",
  merge: "Brought together with changes from elsewhere",
  agent: "Agent",
};
