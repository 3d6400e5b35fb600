/* Liveness, readiness and metrics. */
import { Hono } from "hono";
import { problem, problemOf } from "#core/workspace/problem.ts";
import type { Stet } from "#server/stet.ts";
import { clientAddress } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";

/** HAProxy's `option httpchk` uses OPTIONS unless it is given a method. */
const asked = ["GET", "OPTIONS"];

export function health(stet: Stet) {
  return new Hono<ApiEnv>()
    .on(asked, "/health/live", (c) => c.json({ status: "live" }))
    .on(asked, "/health/ready", async (c) => {
      try {
        await stet.database.ping();
        const { isLow, freeBytes } = stet.diskSpace;
        // Still 200: a read-only process must keep its readers.
        const status = isLow ? "read-only" : "ready";
        const reason = isLow && { ...problemOf("disk-full"), status, freeMb: Math.floor(freeBytes / 1e6) };
        const { backups } = stet;
        const backup = backups.isScheduled && { lastBackup: (await backups.lastAt())?.toISOString() ?? "never" };
        return c.json({ status, database: stet.database.engine, ...backup, ...reason });
      } catch (error) {
        stet.log.error({ err: error }, "database does not answer");
        return c.json(problemOf("database-unavailable", "The database does not answer."), 503);
      }
    })
    .get("/metrics", async (c) => {
      if (!mayReadMetrics(c, stet.env)) throw problem("not-found");
      return c.text(await stet.metrics.registry.metrics(), 200, { "content-type": stet.metrics.registry.contentType });
    });
}

/** With the token; without one, only when there is no proxy between this machine and the client. */
function mayReadMetrics(c: ApiContext, { METRICS_TOKEN: token, TRUSTED_PROXIES, url }: Stet["env"]): boolean {
  if (token !== undefined) return c.req.header("authorization") === `Bearer ${token}`;
  // A local proxy acts for other clients and may not say so: a public address implies one.
  const isPublic = !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname);
  const isForwarded = ["x-forwarded-for", "forwarded", "via", "x-real-ip"].some((name) => c.req.header(name) !== undefined);
  return !isPublic && !isForwarded && TRUSTED_PROXIES === 0 && local.has(clientAddress(c, 0));
}

const local = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1", "in-process"]);
