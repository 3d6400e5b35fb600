/* Why a change was not applied; `text` is the text it was searched in, null if there is none. */
import type { Passage } from "#core/sources/nearest-passage.ts";
import type { PatchOutcome } from "#core/changes/patch.ts";

export type Refusal = {
  outcome: Exclude<PatchOutcome, { kind: "located" }> | { kind: "changed-since"; nearest?: Passage } | { kind: "gone" };
  text: string | null;
};
