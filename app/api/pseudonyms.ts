/* The pseudonyms of a project and of an organization. */
import { Hono } from "hono";
import { listChangeSchema } from "#core/pseudonyms/list-change.ts";
import { changePseudonyms, getPseudonyms } from "#server/data/pseudonyms/own-lists.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { managerOf } from "./organizations.ts";
import { idOf } from "./runs.ts";

export function pseudonyms(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .get("/api/projects/:id/pseudonyms", async (c) => c.json(await getPseudonyms(personOf(c), db, { projectId: idOf(c) })))
    .post("/api/projects/:id/pseudonyms", async (c) => {
      const me = personOf(c);
      return c.json(await changePseudonyms(me, db, { projectId: idOf(c) }, await bodyOf(c, listChangeSchema)));
    })
    .get("/api/organization/pseudonyms", async (c) => c.json(await getPseudonyms(managerOf(c), db, null)))
    .post("/api/organization/pseudonyms", async (c) => {
      const me = managerOf(c);
      return c.json(await changePseudonyms(me, db, null, await bodyOf(c, listChangeSchema)));
    });
}
