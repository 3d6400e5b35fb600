/* GET /api/models: the catalog as this person sees it. */
import { Hono } from "hono";
import type { Stet } from "#server/stet.ts";
import { personOf, type ApiEnv } from "./edge.ts";

export function models(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/models", async (c) => {
    const { plan } = personOf(c);
    const [choices, defaultModel] = await Promise.all([stet.models.choices(plan), stet.models.defaultModel(plan)]);
    return c.json({ models: choices, defaultModel });
  });
}
