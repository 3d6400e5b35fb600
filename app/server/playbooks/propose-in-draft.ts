/* Proposes changes in a draft, where people decide on each. What has no certain place there is refused with the reason. */
import { createHash } from "node:crypto";
import type { ChangeProposed, RuleChange } from "#core/playbooks/playbook.ts";
import type { AnchorGiven } from "#core/requests/comments.ts";
import type { Person } from "#core/workspace/policy.ts";
import { getDraftAsText } from "../data/drafts/drafts.ts";
import { changeSuggestions } from "../data/drafts/imported-changes.ts";
import { listPending } from "../data/drafts/proposed-changes.ts";
import type { Db } from "../db/database.ts";
import { longWork } from "../long-work/long-work.ts";

/** Of answers, agents and people: none of them belongs to this work. */
const noWork = "00000000-0000-0000-0000-000000000000";

type Proposing = {
  draftId: string;
  /** What proposes them, as the draft names it. */
  program: string;
  changes: readonly (RuleChange & { id: string; reason: string })[];
};

/** In the order of the changes, what became of each. */
export async function proposeInDraft(db: Db, me: Person, { draftId, program, changes }: Proposing): Promise<ChangeProposed[]> {
  const draft = await getDraftAsText(me, db, draftId);
  const pending = await listPending(me, db, { draftId, work: noWork });
  const given = changes.map(({ original, replacement, reason }) => ({ original, replacement, reason }));
  const located = await longWork(me, "locateChanges", { document: draft.document, pending, changes: given });
  const taken: { start: number; end: number }[] = [];
  const proposed: ChangeProposed[] = [];
  for (const [at, { id, reason }] of changes.entries()) {
    const one = located[at]!;
    const refused = "refused" in one ? one.refused : overlapOf(one.anchor, taken);
    if ("refused" in one || refused !== null) {
      proposed.push({ refused: refused ?? "" });
      continue;
    }
    taken.push(rangeOf(one.anchor));
    await changeSuggestions(me, db, { draftId, made: { replaces: [], suggestions: [{ id, ...one, reason }] }, program });
    proposed.push({ suggestionId: id });
  }
  return proposed;
}

const rangeOf = ({ start, quote }: AnchorGiven) => ({ start, end: start + quote.length });

/** Two open changes of the same words could be neither shown nor exported together. */
function overlapOf(anchor: AnchorGiven, taken: readonly { start: number; end: number }[]): string | null {
  const { start, end } = rangeOf(anchor);
  const isTaken = taken.some((one) => one.start < end && start < one.end);
  return isTaken ? "It belongs beside words that another change replaces. Decide on that one, then check again." : null;
}

/** The same in every attempt, so that what was made before a kill is not made again. */
export function stableId(of: string): string {
  const hash = createHash("sha256").update(of).digest("hex");
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}
