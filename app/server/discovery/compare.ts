/* Finds what belongs together in a collection: exact duplicates, threads and near duplicates. */
import { setImmediate as turn } from "node:timers/promises";
import { nearGroups } from "#core/discovery/near-duplicates.ts";
import { threadsOf, type ThreadEmail } from "#core/discovery/threads.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { getCollection } from "../data/discovery/collections.ts";
import {
  duplicatesIn,
  emailsToThread,
  measureDocuments,
  signaturesToCompare,
  storeMarks,
  type Marks,
} from "../data/discovery/compared-documents.ts";
import type { Db } from "../db/database.ts";

const none: Marks = { duplicate: null, thread: null, near: null, score: null };

export async function compareDocuments(me: Person, db: Db, collectionId: string, signal: AbortSignal): Promise<void> {
  const { documents: last } = await getCollection(me, db, collectionId);
  const marks = new Map<string, Marks>();
  const mark = (id: string, more: Partial<Marks>) => marks.set(id, { ...(marks.get(id) ?? none), ...more });
  for await (const [id, duplicate] of duplicatesIn(me, db, collectionId, last)) mark(id, { duplicate });
  signal.throwIfAborted();
  for (const [id, thread] of await threadsIn(me, db, collectionId)) mark(id, { thread });
  signal.throwIfAborted();
  for (const [id, near, score] of await nearIn(me, db, collectionId, signal)) mark(id, { near, score });
  await storeMarks(me, db, collectionId, { last, of: (id) => marks.get(id) ?? none });
  await measureDocuments(theServer, db);
}

/** Emails with the first of their thread, if there are others in it. */
async function threadsIn(me: Person, db: Db, collectionId: string): Promise<[string, string][]> {
  const emails: (ThreadEmail & { id: string })[] = [];
  for await (const email of emailsToThread(me, db, collectionId)) emails.push(email);
  const roots = threadsOf(emails);
  const sizes = new Map<number, number>();
  for (const root of roots) sizes.set(root, (sizes.get(root) ?? 0) + 1);
  return emails.flatMap(({ id }, at): [string, string][] => {
    const root = roots[at]!;
    return (sizes.get(root) ?? 0) > 1 ? [[id, emails[root]!.id]] : [];
  });
}

/** Documents with the one that they resemble, and how much. */
async function nearIn(me: Person, db: Db, collectionId: string, signal: AbortSignal): Promise<[string, string, number][]> {
  const { ids, signatures } = await signaturesToCompare(me, db, collectionId);
  const steps = nearGroups(signatures);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    await turn();
    signal.throwIfAborted();
  }
  return step.value.flatMap((group, at): [string, string, number][] =>
    group === null ? [] : [[ids[at]!, ids[group.pivot]!, group.score]],
  );
}
