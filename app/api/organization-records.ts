/* An organization's security log and its full archive, for its managers. */
import { Hono } from "hono";
import { z } from "zod";
import { gapsSentence } from "#core/losses/export-gaps.ts";
import { problem } from "#core/workspace/problem.ts";
import { listEvents } from "#server/data/accounts/security-events.ts";
import { organizationArchive, securityLogLines } from "#server/export/organization-archive.ts";
import { encoded, streamOf } from "#server/export/stream-of.ts";
import { zipStream } from "#server/export/zip.ts";
import { createLimiter } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import type { ApiEnv } from "./context.ts";
import { download } from "./download.ts";
import { consume } from "./email-limit.ts";
import { managerOf, placeOf } from "./organizations.ts";

const pageSchema = z.object({ before: z.uuid().optional(), limit: z.coerce.number().int().min(1).max(200).default(50) });

export function organizationRecords(stet: Stet) {
  const app = new Hono<ApiEnv>();
  const exports = createLimiter(stet.db, { name: "organization-export", points: 20, seconds: 3600 });

  app.get("/api/organization/log", async (c) => {
    const me = managerOf(c);
    const page = pageSchema.safeParse(c.req.query());
    if (!page.success) throw problem("bad-request");
    const { before, limit } = page.data;
    return c.json(await listEvents(me, stet.db, { limit, ...(before !== undefined && { before }) }));
  });

  app.get("/api/organization/log.csv", async (c) => {
    const me = managerOf(c);
    await consume(exports, me.userId);
    await audit(stet, c, { kind: "log-exported" });
    const lines = streamOf(encoded(securityLogLines(me, stet.db)));
    return c.body(lines, 200, download(`${placeOf(c).organization.slug}-security-log.csv`, "text/csv; charset=utf-8"));
  });

  app.get("/api/organization/export", async (c) => {
    const me = managerOf(c);
    await consume(exports, me.userId);
    await audit(stet, c, { kind: "organization-exported" });
    const onGaps = (files: number) => audit(stet, c, { kind: "organization-export-incomplete", subject: gapsSentence(files) });
    const archive = zipStream(organizationArchive(me, { db: stet.db, store: stet.fileStore, onGaps }, new Date()));
    return c.body(archive, 200, download(`${placeOf(c).organization.slug}-stet.zip`, "application/zip"));
  });
  return app;
}
