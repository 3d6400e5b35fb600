/*
 * POST /api/csp-reports: browsers' reports of CSP violations. All are counted but few are logged per minute, because
 * anyone can send them.
 */
import { Hono } from "hono";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { cspReportsIn } from "#core/account/csp-report.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Stet } from "#server/stet.ts";
import type { ApiEnv } from "./context.ts";

const loggedPerMinute = 60;

export function cspReports({ log, metrics }: Stet) {
  const lines = new RateLimiterMemory({ points: loggedPerMinute, duration: 60 });
  return new Hono<ApiEnv>().post("/api/csp-reports", async (c) => {
    for (const report of cspReportsIn(parsed(await c.req.text()))) {
      metrics.cspReports.inc({ directive: report.directive, disposition: report.disposition });
      const isLogged = await lines.consume("").then(
        () => true,
        () => false,
      );
      if (isLogged) log.warn({ report }, "a page did what its content security policy forbids");
    }
    return c.body(null, 204);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw problem("bad-request", "The body is not JSON.");
  }
}
