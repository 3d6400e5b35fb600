/*
 * Data export and account deletion. Both ask for confirmation. A download cannot carry a password, so the request
 * returns a ticket: same person, single use, valid for a few minutes.
 */
import { Hono } from "hono";
import { z } from "zod";
import { deletionObstacle } from "#core/account/account-deletion.ts";
import { gapsSentence } from "#core/losses/export-gaps.ts";
import { theServer } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { accountMail } from "#server/accounts/account-notices.ts";
import { requestDeletion, whatGoes } from "#server/data/accounts/account-deletion.ts";
import { keepOnce, takeOnce } from "#server/data/accounts/one-time-values.ts";
import { ownArchive } from "#server/export/own-archive.ts";
import { zipStream } from "#server/export/zip.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import type { Confirmed } from "./confirmation.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

const proof = z.object({ password: z.unknown().optional() });
const ticketSeconds = 300;

export function leaving(stet: Stet, confirmed: Confirmed) {
  const app = new Hono<ApiEnv>();
  app.post("/export", async (c) => {
    const me = await confirmed(c, await bodyOf(c, proof));
    const ticket = await keepOnce(theServer, stet.db, "export", me.userId, ticketSeconds);
    return c.json({ url: `/api/account/export/${ticket}` });
  });

  app.get("/export/:ticket", async (c) => {
    const me = personOf(c);
    if ((await takeOnce(theServer, stet.db, "export", c.req.param("ticket"))) !== me.userId) throw problem("not-found");
    await audit(stet, c, { kind: "data-exported" });
    const onGaps = (files: number) => audit(stet, c, { kind: "data-export-incomplete", subject: gapsSentence(files) });
    const archive = zipStream(ownArchive(me, { db: stet.db, store: stet.fileStore, onGaps }, new Date()));
    return c.body(archive, 200, {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="stet-${new Date().toISOString().slice(0, 10)}.zip"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
  });

  app.get("/deletion", async (c) => {
    const goes = await whatGoes(personOf(c), stet.db);
    return c.json({ ...goes, obstacle: deletionObstacle(goes) });
  });

  app.post("/deletion", async (c) => {
    const me = await confirmed(c, await bodyOf(c, proof));
    const obstacle = deletionObstacle(await whatGoes(me, stet.db));
    if (obstacle !== null) throw problem("cannot-delete-account", obstacle);
    const at = await requestDeletion(me, stet.db, (trx, when) =>
      accountMail(stet.env, stet.mail.within(trx)).deletionRequested(me.email, when),
    );
    stet.mail.wake();
    await audit(stet, c, { kind: "deletion-requested" });
    return c.json({ at: at.toISOString() });
  });
  return app;
}
