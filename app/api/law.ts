/* Stored law: the current wording of a cited section, and acts that are asked for by their numbers. */
import { Hono } from "hono";
import { lawAskedSchema, lawRefreshSchema } from "#core/requests/law.ts";
import { problem } from "#core/workspace/problem.ts";
import { getPresentSection } from "#server/data/law/law-amendments.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

export function law(stet: Stet) {
  return new Hono<ApiEnv>()
    .get("/api/law/section", async (c) => {
      const ref = c.req.query("ref") ?? "";
      if (ref === "" || ref.length > 300) throw problem("bad-request");
      return c.json(await getPresentSection(personOf(c), stet.db, ref));
    })
    .post("/api/law/acts", async (c) => {
      const { citation } = await bodyOf(c, lawAskedSchema);
      return c.json(await stet.lawRequests.add(personOf(c), citation));
    })
    .post("/api/law/acts/refresh", async (c) => {
      const { id } = await bodyOf(c, lawRefreshSchema);
      await stet.lawRequests.refresh(personOf(c), id);
      return c.json({ success: true });
    });
}
