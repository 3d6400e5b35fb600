/* The current wording of a cited section of law. */
import { Hono } from "hono";
import { problem } from "#core/workspace/problem.ts";
import { getPresentSection } from "#server/data/law/law-amendments.ts";
import type { Stet } from "#server/stet.ts";
import { personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

export function law(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/law/section", async (c) => {
    const ref = c.req.query("ref") ?? "";
    if (ref === "" || ref.length > 300) throw problem("bad-request");
    return c.json(await getPresentSection(personOf(c), stet.db, ref));
  });
}
