/* GET /api/models: the catalog as this person sees it, and whether they can connect more. */
import { Hono } from "hono";
import { isModelConnected, modelAccess } from "#core/models/model-access.ts";
import { mayAdminister } from "#core/workspace/policy.ts";
import type { Stet } from "#server/stet.ts";
import { personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

export function models(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/models", async (c) => {
    const me = personOf(c);
    const access = modelAccess(me);
    const [choices, defaultModel] = await Promise.all([stet.models.choices(access), stet.models.defaultModel(access)]);
    const connect = !mayAdminister(me) ? null : isModelConnected(choices) ? "possible" : "needed";
    return c.json({ models: choices, defaultModel, connect });
  });
}
