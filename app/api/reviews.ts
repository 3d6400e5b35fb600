/* Reviews: tables of documents and questions, their runs, and people's word on their cells. */
import { Hono } from "hono";
import {
  candidatesQuerySchema,
  cellQuerySchema,
  cellsChangeSchema,
  columnChangeSchema,
  columnsRemovalSchema,
  documentsRemovalSchema,
  exportQuerySchema,
  findQuerySchema,
  lawCandidatesSchema,
  newColumnsSchema,
  newCommentSchema,
  newDocumentsSchema,
  newReviewSchema,
  operationSchema,
  orderQuerySchema,
  removalSchema,
  reviewChangeSchema,
  reviewListSchema,
  rowsQuerySchema,
  runScopeSchema,
  suggestionsSchema,
} from "#core/requests/reviews.ts";
import { readView } from "#core/requests/review-view.ts";
import { contentDisposition } from "#core/sources/content-disposition.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { addReviewComment, cellActivity, setCommentRemoved } from "#server/data/reviews/cell-activity.ts";
import { changeCells, undoOperation, verifyColumn } from "#server/data/reviews/cell-changes.ts";
import { findInReview, orderRows, summarizeReview } from "#server/data/reviews/review-order.ts";
import { reviewPeople } from "#server/data/reviews/review-people.ts";
import { listLawCandidates } from "#server/data/reviews/law-for-review.ts";
import { listRowCandidates } from "#server/data/reviews/row-candidates.ts";
import { listRows } from "#server/data/reviews/review-rows.ts";
import {
  addColumns,
  changeColumn,
  setColumnsRemoved,
  setDocumentRemoved,
  setDocumentsRemoved,
} from "#server/data/reviews/review-parts.ts";
import { changeReview, createReview, getReview, listReviews } from "#server/data/reviews/reviews.ts";
import { addRows } from "#server/reviews/add-rows.ts";
import { exportReview } from "#server/reviews/review-export.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf, queryOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function reviews(stet: Stet) {
  const { db } = stet;
  const changed = (me: Person, reviewId: string) => publish(stet, me, reviewId);
  return new Hono<ApiEnv>()
    .get("/api/reviews", async (c) => c.json(await listReviews(personOf(c), db, reviewListSchema.parse(c.req.query()))))
    .post("/api/reviews", async (c) => {
      const me = personOf(c);
      return c.json({ id: await createReview(me, db, await bodyOf(c, newReviewSchema)) }, 201);
    })
    .get("/api/reviews/:id", async (c) => c.json({ review: await getReview(personOf(c), db, idOf(c)) }))
    .patch("/api/reviews/:id", async (c) => {
      const [me, id, change] = [personOf(c), idOf(c), await bodyOf(c, reviewChangeSchema)];
      await changeReview(me, db, id, change);
      if (change.isRemoved !== true) await changed(me, id);
      return c.json({ success: true });
    })
    .post("/api/reviews/:id/estimate", async (c) => {
      return c.json(await stet.reviewRuns.estimate(personOf(c), idOf(c), await bodyOf(c, runScopeSchema)));
    })
    .post("/api/reviews/:id/runs", async (c) => {
      const [me, id, scope] = [personOf(c), idOf(c), await bodyOf(c, runScopeSchema)];
      const run = await stet.reviewRuns.start(me, id, scope);
      return c.json({ cells: run?.cells ?? 0 });
    })
    .get("/api/reviews/:id/export", async (c) => {
      const { format } = queryOf(c, exportQuerySchema);
      const { name, type, bytes } = await exportReview(personOf(c), db, idOf(c), format);
      return c.body(bytes, 200, {
        "content-type": type,
        "content-disposition": contentDisposition("attachment", name),
        "cache-control": "private, no-store",
      });
    });
}

/** Its rows: what can become one, and taking them in and out. */
export function reviewDocuments(stet: Stet) {
  const { db } = stet;
  const changed = (me: Person, reviewId: string) => publish(stet, me, reviewId);
  return new Hono<ApiEnv>()
    .get("/api/reviews/:id/candidates", async (c) => {
      const { words } = queryOf(c, candidatesQuerySchema);
      return c.json(await listRowCandidates(personOf(c), db, { reviewId: idOf(c), words }));
    })
    .get("/api/reviews/:id/law", async (c) => {
      const { act: actId, words } = queryOf(c, lawCandidatesSchema);
      return c.json(await listLawCandidates(personOf(c), db, { reviewId: idOf(c), actId, words }));
    })
    .post("/api/reviews/:id/documents", async (c) => {
      const [me, id, rows] = [personOf(c), idOf(c), await bodyOf(c, newDocumentsSchema)];
      const services = { db, store: stet.fileStore, extraction: stet.extraction };
      const day = new Date().toISOString().slice(0, 10);
      const { documentIds, ...left } = await addRows(me, services, { reviewId: id, day, ...rows });
      await changed(me, id);
      return c.json({ added: documentIds.length, documentIds, ...left });
    })
    .patch("/api/reviews/:id/documents", async (c) => {
      const [me, id, removal] = [personOf(c), idOf(c), await bodyOf(c, documentsRemovalSchema)];
      await setDocumentsRemoved(me, db, { reviewId: id, ...removal });
      await changed(me, id);
      return c.json({ success: true });
    })
    .patch("/api/reviews/:id/documents/:documentId", async (c) => {
      const [me, id, { isRemoved }] = [personOf(c), idOf(c), await bodyOf(c, removalSchema)];
      await setDocumentRemoved(me, db, { reviewId: id, id: idOf(c, "documentId"), isRemoved });
      await changed(me, id);
      return c.json({ success: true });
    });
}

/** Its questions, and which ones its documents suggest. */
export function reviewColumns(stet: Stet) {
  const { db } = stet;
  const changed = (me: Person, reviewId: string) => publish(stet, me, reviewId);
  return new Hono<ApiEnv>()
    .post("/api/reviews/:id/columns", async (c) => {
      const [me, id, { columns }] = [personOf(c), idOf(c), await bodyOf(c, newColumnsSchema)];
      const ids = await addColumns(me, db, id, columns);
      await changed(me, id);
      return c.json({ ids }, 201);
    })
    .patch("/api/reviews/:id/columns", async (c) => {
      const [me, id, removal] = [personOf(c), idOf(c), await bodyOf(c, columnsRemovalSchema)];
      await setColumnsRemoved(me, db, { reviewId: id, ...removal });
      await changed(me, id);
      return c.json({ success: true });
    })
    .post("/api/reviews/:id/suggestions", async (c) => {
      const [me, asked] = [personOf(c), { reviewId: idOf(c), ...(await bodyOf(c, suggestionsSchema)) }];
      const suggest = () => stet.reviewRuns.suggest(me, asked, c.req.raw.signal);
      return c.json(await stet.asking.during(me, suggest, { isPaced: true }));
    })
    .patch("/api/reviews/:id/columns/:columnId", async (c) => {
      const [me, id, to] = [personOf(c), idOf(c), await bodyOf(c, columnChangeSchema)];
      await changeColumn(me, db, { reviewId: id, columnId: idOf(c, "columnId"), to });
      await changed(me, id);
      return c.json({ success: true });
    });
}

/** How its table is looked at, and people's words on its cells. */
export function reviewTables(stet: Stet) {
  const { db } = stet;
  const changed = (me: Person, reviewId: string) => publish(stet, me, reviewId);
  return new Hono<ApiEnv>()
    .get("/api/reviews/:id/rows", async (c) => {
      const { at } = queryOf(c, rowsQuerySchema);
      return c.json({ rows: await listRows(personOf(c), db, { reviewId: idOf(c), at }) });
    })
    .get("/api/reviews/:id/order", async (c) => {
      const view = readView(queryOf(c, orderQuerySchema).view);
      if (view === null) throw problem("bad-request", "This view can’t be read.");
      return c.json(await orderRows(personOf(c), db, idOf(c), view));
    })
    .get("/api/reviews/:id/find", async (c) => {
      const { words } = queryOf(c, findQuerySchema);
      return c.json({ matches: await findInReview(personOf(c), db, idOf(c), words) });
    })
    .get("/api/reviews/:id/summary", async (c) => c.json({ columns: await summarizeReview(personOf(c), db, idOf(c)) }))
    .get("/api/reviews/:id/columns/:columnId/summary", async (c) => {
      const [summary] = await summarizeReview(personOf(c), db, idOf(c), idOf(c, "columnId"));
      if (summary === undefined) throw problem("not-found");
      return c.json({ summary });
    })
    .get("/api/reviews/:id/people", async (c) => {
      const me = personOf(c);
      const { projectId, mayWrite } = await getReview(me, db, idOf(c));
      if (!mayWrite) throw problem("not-allowed");
      return c.json({ people: await reviewPeople(me, db, projectId) });
    })
    .get("/api/reviews/:id/activity", async (c) => {
      const { document: documentId, column: columnId } = queryOf(c, cellQuerySchema);
      return c.json(await cellActivity(personOf(c), db, { reviewId: idOf(c), documentId, columnId }));
    })
    .post("/api/reviews/:id/comments", async (c) => {
      const [me, id, comment] = [personOf(c), idOf(c), await bodyOf(c, newCommentSchema)];
      await addReviewComment(me, db, id, comment);
      await changed(me, id);
      return c.json({ success: true }, 201);
    })
    .patch("/api/reviews/:id/comments/:commentId", async (c) => {
      const [me, id, { isRemoved }] = [personOf(c), idOf(c), await bodyOf(c, removalSchema)];
      await setCommentRemoved(me, db, { reviewId: id, id: idOf(c, "commentId"), isRemoved });
      await changed(me, id);
      return c.json({ success: true });
    })
    .put("/api/reviews/:id/cells", async (c) => {
      const [me, id, change] = [personOf(c), idOf(c), await bodyOf(c, cellsChangeSchema)];
      const count = await changeCells(me, db, id, change);
      if (count > 0) await changed(me, id);
      return c.json({ changed: count });
    })
    .post("/api/reviews/:id/columns/:columnId/verify", async (c) => {
      const [me, id, { operationId }] = [personOf(c), idOf(c), await bodyOf(c, operationSchema)];
      const count = await verifyColumn(me, db, { reviewId: id, columnId: idOf(c, "columnId"), operationId });
      if (count > 0) await changed(me, id);
      return c.json({ changed: count });
    })
    .post("/api/reviews/:id/operations/:operationId/undo", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      const undone = await undoOperation(me, db, { reviewId: id, operationId: idOf(c, "operationId") });
      await changed(me, id);
      return c.json({ undone });
    });
}

/** Other windows, and others in the project, read it again. */
async function publish({ db, updates }: Stet, me: Person, reviewId: string): Promise<void> {
  const { projectId } = await getReview(me, db, reviewId);
  updates.publish(me.userId, { kind: "review", reviewId, projectId });
}
