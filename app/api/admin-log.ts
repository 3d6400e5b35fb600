/* What administrators and the server did, as pages and as a table. */
import { Hono } from "hono";
import { z } from "zod";
import { logPerPage, type LogFilter } from "#core/installation/administration-log.ts";
import { isInstallationEvent } from "#core/account/security-event.ts";
import { provenAdministrator } from "#server/data/installation/administrators.ts";
import { listAdministrationLog } from "#server/data/installation/administration-log.ts";
import { createLimiter } from "#server/db/limiter.ts";
import { administrationLogLines } from "#server/export/administration-log.ts";
import { encoded, streamOf } from "#server/export/stream-of.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { download } from "./download.ts";
import { personOf, queryOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { consume } from "./email-limit.ts";

const filterSchema = z.object({
  person: z.string().max(200).default(""),
  kind: z.string().max(100).default(""),
  before: z.uuid().optional(),
});

export function administrationLog(stet: Stet) {
  const { db } = stet;
  const exports = createLimiter(db, { name: "administration-log", points: 20, seconds: 3600 });
  return new Hono<ApiEnv>()
    .get("/api/admin/log", async (c) => c.json(await listAdministrationLog(personOf(c), db, { ...filterOf(c), limit: logPerPage })))
    .get("/api/admin/log.csv", async (c) => {
      const me = await provenAdministrator(personOf(c), db);
      const filter = filterOf(c);
      await consume(exports, me.userId);
      await audit(stet, c, { kind: "administration-log-exported" });
      const lines = streamOf(encoded(administrationLogLines(me, db, filter)));
      return c.body(lines, 200, download("stet-audit-log.csv", "text/csv; charset=utf-8"));
    });
}

function filterOf(c: ApiContext): LogFilter & { before: string | null } {
  const { person, kind, before = null } = queryOf(c, filterSchema);
  return { person, kind: isInstallationEvent(kind) ? kind : null, before };
}
