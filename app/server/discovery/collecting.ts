/*
 * Reading files into a collection. It is a job (server/jobs): some families of a file are read in a child process and
 * stored together with how far it is, so a pause or a kill loses only what was being read. When all are stored, they are
 * compared.
 */
import type { NewSources } from "#core/requests/discovery.ts";
import type { Person, Plan } from "#core/workspace/policy.ts";
import { findPersonAt } from "../accounts/actor.ts";
import type { Updates } from "../chat/updates.ts";
import { batchFacts, nextSource } from "../data/discovery/collected-documents.ts";
import { addSources, getCollection } from "../data/discovery/collections.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { Jobs, Work } from "../jobs/jobs.ts";
import { compareDocuments } from "./compare.ts";
import { readSource, type ReadingServices } from "./read-source.ts";

type Services = ReadingServices & {
  jobs: Pick<Jobs, "queue" | "look">;
  updates: Pick<Updates, "publish">;
  /** The plan of organizations that have none set. */
  newPlan: Plan;
};

export type Collecting = ReturnType<typeof createCollecting>;

export function createCollecting(services: Services) {
  const { db, jobs, updates, newPlan } = services;
  return {
    /** Returns how many files are read. */
    async start(me: Person, id: string, given: NewSources): Promise<number> {
      const { name, projectId } = await getCollection(me, db, id);
      const added = await addSources(me, db, { ...given, id }, async (trx, batchId) => {
        await jobs.queue(trx, "collect-documents", { key: batchId, owner: me, data: { batchId, fileName: name } });
      });
      if (added === null) return 0;
      jobs.look();
      updates.publish(me.userId, { kind: "collection", collectionId: id, projectId });
      return added.files;
    },

    async work(work: Work<"collect-documents">): Promise<void> {
      const { data, ownerId, organizationId, signal } = work;
      const { batchId } = data;
      const me = ownerId === null ? null : await findPersonAt(db, newPlan, { userId: ownerId, organizationId });
      if (me === null) throw new JobRefused("You no longer have access to this workspace.");
      const { collectionId, projectId } = await batchFacts(me, db, batchId);
      if (collectionId === null || projectId === null) throw new JobRefused("You can no longer change this collection.");
      const publish = () => updates.publish(me.userId, { kind: "collection", collectionId, projectId });
      const onStored = async () => {
        const { done, of } = await batchFacts(me, db, batchId);
        publish();
        await work.progress(done, of);
      };
      for (let source = await nextSource(me, db, batchId); source !== null; source = await nextSource(me, db, batchId)) {
        signal.throwIfAborted();
        await readSource(services, me, source, { signal, onStored });
      }
      await compareDocuments(me, db, collectionId, signal);
      publish();
    },
  };
}
