/* GET /api/usage and /api/usage.csv: the organization's API usage, for its managers. */
import { Hono } from "hono";
import { z } from "zod";
import { usageCsv, usageRanges } from "#core/account/api-usage.ts";
import { membershipOf } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listApiKeys } from "#server/data/accounts/api-keys.ts";
import { countUsage, countUsageByMonth } from "#server/data/accounts/api-usage.ts";
import type { Stet } from "#server/stet.ts";
import { personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";

const daysSchema = z.coerce.number().pipe(z.literal(usageRanges));

export function apiUsage(stet: Stet) {
  async function read(c: ApiContext) {
    const me = personOf(c);
    const days = daysSchema.safeParse(c.req.query("days") ?? 30);
    if (!days.success) throw problem("bad-request", `days: ${usageRanges.join(", ")}.`);
    const [counts, keys] = await Promise.all([countUsage(me, stet.db, days.data), listApiKeys(me, stet.db)]);
    return { me, counts, names: new Map(keys.map(({ id, name }) => [id, name])) };
  }
  return new Hono<ApiEnv>()
    .get("/api/usage", async (c) => {
      const { me, counts } = await read(c);
      return c.json({ counts, months: await countUsageByMonth(me, stet.db) });
    })
    .get("/api/usage.csv", async (c) => {
      const { me, counts, names } = await read(c);
      const name = `api-usage-${membershipOf(me, me.organizationId)?.slug}-${new Date().toISOString().slice(0, 10)}.csv`;
      return c.body(usageCsv(counts, names), 200, {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
      });
    });
}
