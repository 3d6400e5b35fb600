/* Several changes decided at once, of answers and of people: each time as one undo step. */
import type { AppliedPatch, Patch } from "#core/changes/patch.ts";
import { readAnswerFacts } from "../../chat/answer-facts.ts";
import { authorshipOfAnswer } from "../authorship/answer-authorship.ts";
import type { DocumentPatches } from "./document-patches.ts";
import type { Proposal } from "./proposals.ts";

/** `applied`, if it was accepted. */
export type DecidedTogether = { proposal: Proposal; applied?: AppliedPatch };

/** Returns what was decided: not those that can't be applied. */
export async function decideTogether(
  patches: DocumentPatches,
  all: readonly Proposal[],
  isAccepted: boolean,
): Promise<readonly DecidedTogether[]> {
  if (!isAccepted) {
    patches.reject(all);
    return all.map((proposal) => ({ proposal }));
  }
  await Promise.all([...new Set(all.map(({ messageId }) => messageId))].map(async (id) => readAnswerFacts(id)));
  const results = patches.agents.applyProposals(all, authorsOf(patches));
  return all.flatMap((proposal) => {
    const result = results.get(proposal);
    if (!result || !("applied" in result)) return [];
    const { applied } = result;
    if (proposal.messageId === "") patches.decided(proposal, true);
    else patches.note(proposal.block, proposal.index, { applied });
    return [{ proposal, applied }];
  });
}

/** Those with the same author share an origin. */
function authorsOf(patches: DocumentPatches) {
  const known = new Map<string, ReturnType<typeof authorshipOfAnswer>>();
  return ({ block, messageId, patch }: Proposal) => {
    const by = patches.proposer(block);
    const { author }: Patch & { author?: string } = patch;
    const name = JSON.stringify([messageId, author, by]);
    const origin = known.get(name) ?? authorshipOfAnswer({ messageId, via: "change", by, patch });
    known.set(name, origin);
    return origin;
  };
}

/** Returns how many are open again: not those that were edited since. */
export async function reopenTogether(patches: DocumentPatches, decided: readonly DecidedTogether[]): Promise<number> {
  const items = decided.flatMap(({ proposal, applied }) => (applied ? [{ ...proposal, applied }] : []));
  const refused = items.length > 0 ? [...(await patches.revert(items)).keys()] : [];
  const left = new Set(refused.map(({ block, index }) => `${block} ${index}`));
  const open = decided.filter(({ proposal: { block, index } }) => !left.has(`${block} ${index}`));
  patches.reopen(open.flatMap(({ proposal, applied }) => (applied ? [] : [proposal])));
  for (const { proposal, applied } of open) {
    if (!applied) continue;
    if (proposal.messageId === "") patches.decided(proposal, null);
    else patches.note(proposal.block, proposal.index, null);
  }
  return open.length;
}
