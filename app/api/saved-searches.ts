/* Searches of a collection that are kept under a name. */
import { Hono } from "hono";
import { newSavedSearchSchema, savedSearchChangeSchema } from "#core/requests/discovery.ts";
import type { Person } from "#core/workspace/policy.ts";
import { getCollection } from "#server/data/discovery/collections.ts";
import { changeSearch, saveSearch } from "#server/data/discovery/saved-searches.ts";
import type { Stet } from "#server/stet.ts";
import type { ApiEnv } from "./context.ts";
import { bodyOf, personOf } from "./edge.ts";
import { idOf } from "./runs.ts";

export function savedSearches(stet: Stet) {
  const { db } = stet;
  const changed = async (me: Person, collectionId: string) => {
    const { projectId } = await getCollection(me, db, collectionId);
    stet.updates.publish(me.userId, { kind: "collection", collectionId, projectId });
  };
  return new Hono<ApiEnv>()
    .post("/api/discovery/:id/searches", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      const searchId = await saveSearch(me, db, id, await bodyOf(c, newSavedSearchSchema));
      await changed(me, id);
      return c.json({ id: searchId }, 201);
    })
    .patch("/api/discovery/:id/searches/:searchId", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      await changeSearch(me, db, { collectionId: id, id: idOf(c, "searchId") }, await bodyOf(c, savedSearchChangeSchema));
      await changed(me, id);
      return c.json({ success: true });
    });
}
