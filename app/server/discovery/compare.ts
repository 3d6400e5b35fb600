/* Finds what belongs together in a collection: exact duplicates, threads and near duplicates. */
import { setImmediate as turn } from "node:timers/promises";
import { nearGroups } from "#core/discovery/near-duplicates.ts";
import { threadsOf, type ThreadEmail } from "#core/discovery/threads.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import {
  emailsToThread,
  markDuplicates,
  measureDocuments,
  signaturesToCompare,
  storeNear,
  storeThreads,
} from "../data/discovery/compared-documents.ts";
import type { Db } from "../db/database.ts";

export async function compareDocuments(me: Person, db: Db, collectionId: string, signal: AbortSignal): Promise<void> {
  await markDuplicates(me, db, collectionId);
  signal.throwIfAborted();
  await markThreads(me, db, collectionId);
  signal.throwIfAborted();
  await markNear(me, db, collectionId, signal);
  await measureDocuments(theServer, db);
}

async function markThreads(me: Person, db: Db, collectionId: string): Promise<void> {
  const emails: (ThreadEmail & { id: string })[] = [];
  for await (const email of emailsToThread(me, db, collectionId)) emails.push(email);
  const roots = threadsOf(emails);
  const sizes = new Map<number, number>();
  for (const root of roots) sizes.set(root, (sizes.get(root) ?? 0) + 1);
  const threads = emails.flatMap(({ id }, at) => {
    const root = roots[at]!;
    return (sizes.get(root) ?? 0) > 1 ? [[id, emails[root]!.id] as const] : [];
  });
  await storeThreads(me, db, collectionId, threads);
}

async function markNear(me: Person, db: Db, collectionId: string, signal: AbortSignal): Promise<void> {
  const { ids, signatures } = await signaturesToCompare(me, db, collectionId);
  const steps = nearGroups(signatures);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    await turn();
    signal.throwIfAborted();
  }
  const near = step.value.flatMap((group, at) =>
    group === null ? [] : [{ id: ids[at]!, near: ids[group.pivot]!, score: group.score }],
  );
  await storeNear(me, db, collectionId, near);
}
