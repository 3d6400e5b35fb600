/*
 * Productions: documents drawn as they are handed over. It is a job (server/jobs): some documents are drawn in a thread
 * and stored together with how far the production is, so a pause or a kill loses only what was being drawn.
 */
import type { Treatment } from "#core/discovery/production.ts";
import type { NewProduction, ProductionChange } from "#core/requests/discovery.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person, Plan } from "#core/workspace/policy.ts";
import { findPersonAt } from "../accounts/actor.ts";
import type { Updates } from "../chat/updates.ts";
import { getCollection } from "../data/discovery/collections.ts";
import {
  nextUndrawn,
  productionToDraw,
  storeDrawn,
  type ProductionToDraw,
  type ToStore,
  type UndrawnDocument,
} from "../data/discovery/produced-documents.ts";
import { changeProduction, createProduction } from "../data/discovery/productions.ts";
import type { Db, Trx } from "../db/database.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { Jobs, Work } from "../jobs/jobs.ts";
import { longWork } from "../long-work/long-work.ts";

type Services = {
  db: Db;
  jobs: Pick<Jobs, "queue" | "look">;
  updates: Pick<Updates, "publish">;
  /** The plan of organizations that have none set. */
  newPlan: Plan;
};

export type Producing = ReturnType<typeof createProducing>;

/** To draw at once: few enough that a kill loses little, and that a thread is done in time. */
const atOnce = { most: 25, characters: 200_000 };

export function createProducing({ db, jobs, updates, newPlan }: Services) {
  async function publish(me: Person, collectionId: string): Promise<void> {
    const { projectId } = await getCollection(me, db, collectionId);
    updates.publish(me.userId, { kind: "collection", collectionId, projectId });
  }
  const queueFor = (me: Person, fileName: string) => async (trx: Trx, productionId: string) => {
    // One that is brought back is queued once more.
    const key = `${productionId}:${uuidv7()}`;
    await jobs.queue(trx, "produce-documents", { key, owner: me, data: { productionId, fileName } });
  };
  return {
    /** Returns the id of the production. */
    async start(me: Person, collectionId: string, asked: NewProduction): Promise<string> {
      const id = await createProduction(me, db, { ...asked, collectionId }, queueFor(me, asked.name));
      jobs.look();
      await publish(me, collectionId);
      return id;
    },

    async change(me: Person, ids: { collectionId: string; id: string }, to: ProductionChange): Promise<void> {
      const { name } = await getCollection(me, db, ids.collectionId);
      await changeProduction(me, db, { ...ids, ...to }, queueFor(me, name));
      jobs.look();
      await publish(me, ids.collectionId);
    },

    async work(work: Work<"produce-documents">): Promise<void> {
      const { data, ownerId, organizationId, signal, progress } = work;
      const me = ownerId === null ? null : await findPersonAt(db, newPlan, { userId: ownerId, organizationId });
      if (me === null) throw new JobRefused("You no longer have access to this workspace.");
      for (;;) {
        signal.throwIfAborted();
        const production = await productionToDraw(me, db, data.productionId);
        // Deleted, or no longer theirs to change: the page of productions says that it ended.
        if (production === null) return;
        const { id, collectionId, projectId, documents, done } = production;
        if (done >= documents) return;
        const next = await nextUndrawn(me, db, production, atOnce);
        if (next.length === 0) throw new Error(`The production ${id} has no document at ${done + 1}`);
        await storeDrawn(me, db, production, await drawn(production, next, work));
        updates.publish(me.userId, { kind: "collection", collectionId, projectId });
        await progress(done + next.length, documents);
      }
    },
  };
}

type Draw = (some: readonly UndrawnDocument[], from: number) => Promise<ToStore[]>;

/**
 * If some can't be drawn together, each is drawn by itself, and a sheet is put in place of one that takes too long; also
 * of one that can't be drawn at all, when no attempt follows.
 */
async function drawn(
  { prefix, width, first }: ProductionToDraw,
  documents: readonly UndrawnDocument[],
  { signal, isLast }: Pick<Work, "signal" | "isLast">,
): Promise<ToStore[]> {
  const draw: Draw = (some, from) =>
    longWork(null, "drawProduced", { documents: [...some], numbering: { prefix, width, first: from } }, signal);
  const isFinal = (error: unknown) => !signal.aborted && (error instanceof Response || isLast);
  try {
    return await draw(documents, first);
  } catch (error) {
    if (!isFinal(error)) throw error;
  }
  const all: ToStore[] = [];
  let from = first;
  for (const document of documents) {
    const one = await draw([document], from).catch((error: unknown) => {
      if (!isFinal(error)) throw error;
      return sheetFor(document, { draw, from, treatment: error instanceof Response ? "too-long" : "not-drawn" });
    });
    all.push(...one);
    from += one[0]!.pages;
  }
  return all;
}

type Sheet = { draw: Draw; from: number; treatment: Treatment };

async function sheetFor(document: UndrawnDocument, { draw, from, treatment }: Sheet): Promise<ToStore[]> {
  const sheets = await draw([{ ...document, treatment }], from);
  return sheets.map((sheet) => Object.assign(sheet, { treatment }));
}
