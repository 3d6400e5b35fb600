/* Comments on a draft: read, written, answered, resolved and removed by those who can see it. */
import { Hono } from "hono";
import { z } from "zod";
import { commentChangeSchema, newCommentSchema } from "#core/requests/comments.ts";
import { problem } from "#core/workspace/problem.ts";
import { changeComment, listComments, writeComment, type Commented } from "#server/data/drafts/comments.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function comments(stet: Stet) {
  const { db } = stet;
  function told(draftId: string, { thread, ownerId }: Commented) {
    stet.updates.publish(ownerId, { kind: "comments", draftId });
    return { thread };
  }
  return new Hono<ApiEnv>()
    .get("/api/drafts/:id/comments", async (c) => c.json({ threads: await listComments(personOf(c), db, idOf(c)) }))
    .post("/api/drafts/:id/comments", async (c) => {
      const me = personOf(c);
      const comment = await bodyOf(c, newCommentSchema);
      const written = await writeComment(me, db, { draftId: idOf(c), comment });
      stet.jobs.wake("send-comment-emails");
      return c.json(told(idOf(c), written));
    })
    .patch("/api/drafts/:id/comments/:commentId", async (c) => {
      const me = personOf(c);
      const commentId = z.uuid().safeParse(c.req.param("commentId"));
      if (!commentId.success) throw problem("not-found");
      const change = await bodyOf(c, commentChangeSchema);
      return c.json(told(idOf(c), await changeComment(me, db, { draftId: idOf(c), commentId: commentId.data, change })));
    });
}
