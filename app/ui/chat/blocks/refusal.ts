/* Why a change was not made; `text` is what it was looked for in, null when there is no such text. */
import type { Passage } from "#core/sources/nearest-passage.ts";
import type { PatchOutcome } from "#core/changes/patch.ts";

export type Refusal = {
  outcome: Exclude<PatchOutcome, { kind: "located" }> | { kind: "changed-since"; nearest?: Passage } | { kind: "gone" };
  text: string | null;
};
