/* Proposes in the draft what a check has found to change. What has no certain place there keeps the reason. */
import { suggestionReasonMax } from "#core/changes/imported-change.ts";
import { positionWords, type RuleChange } from "#core/playbooks/playbook.ts";
import { storable } from "#core/text/storable.ts";
import type { Person } from "#core/workspace/policy.ts";
import {
  listFindings,
  listMadeSuggestions,
  storeProposed,
  type CheckFacts,
  type FindingRow,
} from "../data/playbooks/playbook-checks.ts";
import type { Db } from "../db/database.ts";
import { proposeInDraft, stableId } from "./propose-in-draft.ts";

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
  const changes = groups.map(({ id, change, reason }) => ({ id, ...change, reason }));
  const proposed = await proposeInDraft(db, me, { draftId, program: name, changes });
  for (const [at, { places }] of groups.entries()) await storeProposed(me, db, { checkId, places, proposed: proposed[at]! });
}

const isNew = ({ change }: Group) => clauseIn(change) !== null;

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
    } else
      groups.push({ id: stableId(`${checkId} ${place}`), places: [place], titles: [rule.title], change, reason: storable(reason) });
  }
  return groups;
}

/** With the break before it; null if words are replaced. */
function clauseIn({ original, replacement }: RuleChange): string | null {
  return replacement.startsWith(`${original}\n\n`) ? replacement.slice(original.length) : null;
}
