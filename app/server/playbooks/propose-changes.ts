/* Proposes in the draft what a check has found to change. What has no certain place there keeps the reason. */
import { createHash } from "node:crypto";
import { suggestionReasonMax } from "#core/changes/imported-change.ts";
import { positionWords, type RuleChange } from "#core/playbooks/playbook.ts";
import { storable } from "#core/text/storable.ts";
import type { AnchorGiven } from "#core/requests/comments.ts";
import type { Person } from "#core/workspace/policy.ts";
import { getDraftAsText } from "../data/drafts/drafts.ts";
import { changeSuggestions } from "../data/drafts/imported-changes.ts";
import { listPending } from "../data/drafts/proposed-changes.ts";
import {
  listFindings,
  listMadeSuggestions,
  storeProposed,
  type CheckFacts,
  type FindingRow,
} from "../data/playbooks/playbook-checks.ts";
import type { Db } from "../db/database.ts";
import { longWork } from "../long-work/long-work.ts";

/** Of answers, agents and people: none of them belongs to this check. */
const noWork = "00000000-0000-0000-0000-000000000000";

type Group = { id: string; places: number[]; titles: string[]; change: RuleChange; reason: string };

export async function proposeChanges({ db }: { db: Db }, me: Person, facts: CheckFacts & { checkId: string }): Promise<void> {
  const { checkId, draftId, name } = facts;
  const waiting = (await listFindings(me, db, checkId)).filter(({ finding, proposed }) => finding?.change && proposed === null);
  const all = groupsOf(checkId, waiting);
  const ids = all.map(({ id }) => id);
  const made = await listMadeSuggestions(me, db, draftId, ids);
  for (const { id, places } of all.filter((one) => made.has(one.id)))
    await storeProposed(me, db, { checkId, places, proposed: { suggestionId: id } });
  // New clauses come last: they may be left out for a while, words that are not acceptable should not.
  const groups = all.filter(({ id }) => !made.has(id)).toSorted((one, other) => Number(isNew(one)) - Number(isNew(other)));
  if (groups.length === 0) return;
  const draft = await getDraftAsText(me, db, draftId);
  const pending = await listPending(me, db, { draftId, work: noWork });
  const changes = groups.map(({ change, reason }) => ({ ...change, reason }));
  const located = await longWork(me, "locateChanges", { document: draft.document, pending, changes });
  const taken: { start: number; end: number }[] = [];
  for (const [at, { id, places, reason }] of groups.entries()) {
    const one = located[at]!;
    const refused = "refused" in one ? one.refused : overlapOf(one.anchor, taken);
    if ("refused" in one || refused !== null) {
      await storeProposed(me, db, { checkId, places, proposed: { refused: refused ?? "" } });
      continue;
    }
    taken.push(rangeOf(one.anchor));
    await changeSuggestions(me, db, { draftId, made: { replaces: [], suggestions: [{ id, ...one, reason }] }, program: name });
    await storeProposed(me, db, { checkId, places, proposed: { suggestionId: id } });
  }
}

const isNew = ({ change }: Group) => clauseIn(change) !== null;

const rangeOf = ({ start, quote }: AnchorGiven) => ({ start, end: start + quote.length });

/** Two open changes of the same words could be neither shown nor exported together. */
function overlapOf(anchor: AnchorGiven, taken: readonly { start: number; end: number }[]): string | null {
  const { start, end } = rangeOf(anchor);
  const isTaken = taken.some((one) => one.start < end && start < one.end);
  return isTaken ? "It belongs beside words that another change replaces. Decide on that one, then check again." : null;
}

/** New clauses that belong behind the same words are one change: two could not be decided apart. */
function groupsOf(checkId: string, findings: readonly FindingRow[]): Group[] {
  const groups: Group[] = [];
  for (const { place, rule, finding } of findings) {
    const change = { original: storable(finding!.change!.original), replacement: storable(finding!.change!.replacement) };
    const reason = `${rule.title}: ${positionWords(finding!)}. ${finding!.note}`.trim().slice(0, suggestionReasonMax);
    const clause = clauseIn(change);
    const same = clause && groups.find((one) => one.change.original === change.original && clauseIn(one.change) !== null);
    if (same) {
      same.places.push(place);
      same.change.replacement += clause;
      same.titles.push(rule.title);
      same.reason = storable(`Absent: ${same.titles.join(", ")}`).slice(0, suggestionReasonMax);
    } else groups.push({ id: idOf(checkId, place), places: [place], titles: [rule.title], change, reason: storable(reason) });
  }
  return groups;
}

/** With the break before it; null if words are replaced. */
function clauseIn({ original, replacement }: RuleChange): string | null {
  return replacement.startsWith(`${original}\n\n`) ? replacement.slice(original.length) : null;
}

/** The same in every attempt, so that what was proposed before a kill is not proposed again. */
function idOf(checkId: string, place: number): string {
  const hash = createHash("sha256").update(`${checkId} ${place}`).digest("hex");
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}
