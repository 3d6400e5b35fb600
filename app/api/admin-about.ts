/* What runs here, for the installation's administrators. */
import { Hono } from "hono";
import { aboutInstallation } from "#server/process/about.ts";
import type { Stet } from "#server/stet.ts";
import { personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

export function aboutAdministration(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/admin/about", async (c) => c.json(await aboutInstallation(personOf(c), stet)));
}
