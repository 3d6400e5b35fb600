/*
 * Law that has changed since a clause of the library was saved, approved or last read beside it. What a clause rests on are
 * the sections that its words cite.
 */
import { actNames, findActs, type NamedAct } from "#core/law/act-mentions.ts";
import type { ChangedLaw } from "#core/law/changed-law.ts";
import { resolveCitations } from "#core/law/law-citation.ts";
import { isSameText } from "#core/text/same-text.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actsChangedSince, clausesToHold, sectionsChanged, type CitedBy, type ClauseToHold } from "../data/library/clause-law.ts";
import { lawActs } from "../data/law/law.ts";
import type { Db } from "../db/database.ts";

/** Of one clause, or of all that are here; at most `limit`. */
export async function listChangedClauses(me: Person, db: Db, of: { id?: string; limit: number }): Promise<ChangedLaw[]> {
  const clauses = await clausesToHold(me, db, of);
  if (clauses.length === 0) return [];
  const oldest = clauses.reduce((first, { since }) => (since < first ? since : first), clauses[0]!.since);
  const changed = new Set(await actsChangedSince(me, db, oldest));
  if (changed.size === 0) return [];
  const acts = await lawActs(me, db);
  const cited = citedBy(clauses, acts, changed);
  if (cited.length === 0) return [];
  const byId = new Map(clauses.map((clause) => [clause.id, clause]));
  const once = new Map<string, ChangedLaw>();
  for (const { clauseId, ref, label, title, was, wasVersion, now, version, url } of await sectionsChanged(me, db, cited)) {
    const key = `${clauseId} ${ref}`;
    if (once.has(key) || (now !== null && isSameText(was, now))) continue;
    once.set(key, {
      clause: { id: clauseId, name: byId.get(clauseId)!.name },
      ref,
      name: `${label} ${title}`,
      isRepealed: now === null,
      cited: { text: was, version: wasVersion },
      present: { text: now ?? "", version, url },
    });
    if (once.size === of.limit) break;
  }
  return [...once.values()];
}

/** Most clauses name none of the acts that have changed: only those that do are read with the names of all. */
function citedBy(clauses: readonly ClauseToHold[], acts: readonly NamedAct[], changed: ReadonlySet<string>): CitedBy[] {
  const few = actNames(acts.filter(({ id }) => changed.has(id)));
  let all: ReturnType<typeof actNames> | null = null;
  return clauses.flatMap(({ id: clauseId, source, jurisdiction, since }) => {
    if (findActs(source, few).length === 0) return [];
    all ??= actNames(acts);
    const isNear = (act: NamedAct) => jurisdiction === "any" || act.jurisdiction === jurisdiction || act.jurisdiction === "EU";
    const mentions = findActs(source, all).filter((mention) => mention.acts.some(isNear));
    // A name that several acts have may mean each of them.
    return resolveCitations(source, mentions).flatMap(({ numbers, acts: meant }) =>
      meant.filter(isNear).map(({ id }) => ({ clauseId, since, refs: numbers.map((number) => `${id}:${number}`) })),
    );
  });
}
