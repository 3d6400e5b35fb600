/* Reads from the words of stored law which sections cite which: all that is new, in a job, or some acts at once. */
import { actNames, findActs, namesOf, type NamedAct } from "#core/law/act-mentions.ts";
import { citationsWithin } from "#core/law/law-citation.ts";
import { theServer } from "#core/workspace/policy.ts";
import {
  actsToRead,
  keepCitations,
  readAgain,
  sectionsOfAct,
  type ActToRead,
  type CitedNumbers,
} from "../data/law/law-citations.ts";
import { lawActs } from "../data/law/law.ts";
import type { Db } from "../db/database.ts";

const actsAtOnce = 20;
/** Of one section: a list of everything cites nothing in particular. */
const mostOfSection = 200;

/** Shorter names stand in many words. */
const shortestName = 4;

export async function readLawCitations(
  db: Db,
  { signal, only }: { signal?: AbortSignal; only?: readonly string[] },
): Promise<void> {
  let names: ReturnType<typeof actNames> | null = null;
  const added: ActToRead[] = [];
  const read: string[] = [];
  for (;;) {
    const acts = await actsToRead(theServer, db, actsAtOnce, only);
    if (acts.length === 0) {
      if (added.length === 0) return;
      // What names the new acts is read again, once.
      const words = added.splice(0).flatMap((act) => namesOf(act).filter((name) => name.length >= shortestName));
      await readAgain(theServer, db, [...new Set(words)], read);
      continue;
    }
    names ??= actNames(await lawActs(theServer, db));
    for (const act of acts) {
      signal?.throwIfAborted();
      await readAct(db, act, names);
      read.push(act.id);
      if (act.isNew) added.push(act);
      // Others get their turn between two acts.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

async function readAct(db: Db, act: ActToRead, names: ReturnType<typeof actNames>): Promise<void> {
  const own: NamedAct = { id: act.id, title: act.title, shortNames: act.shortNames, jurisdiction: act.jurisdiction };
  const citations: CitedNumbers[] = [];
  for (const { ref, text } of await sectionsOfAct(theServer, db, act.id)) {
    const mentions = findActs(text, names).filter(({ acts }) => acts.some(({ jurisdiction }) => isNear(act, jurisdiction)));
    for (const { numbers, acts } of citationsWithin(text, mentions, own).slice(0, mostOfSection)) {
      const meant = acts.filter(({ jurisdiction }) => isNear(act, jurisdiction));
      citations.push({ from: ref, to: numbers.flatMap((number) => meant.map(({ id: actId }) => ({ actId, number }))) });
    }
  }
  await keepCitations(theServer, db, act, citations);
}

/** Law of other countries has abbreviations in common. */
const isNear = (act: ActToRead, jurisdiction: string) => jurisdiction === act.jurisdiction || jurisdiction === "EU";
