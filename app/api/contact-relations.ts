/* What contacts of the current workspace are to each other. */
import { Hono } from "hono";
import { newRelationSchema, relationChangeSchema, relationImportSchema } from "#core/requests/contacts.ts";
import { addRelation, importRelations, setRelationRemoved } from "#server/data/contacts/contact-relations.ts";
import type { Stet } from "#server/stet.ts";
import type { ApiEnv } from "./context.ts";
import { bodyOf, personOf } from "./edge.ts";
import { idOf } from "./runs.ts";

export function contactRelations({ db }: Stet) {
  return new Hono<ApiEnv>()
    .post("/api/contacts/import/relations", async (c) =>
      c.json(await importRelations(personOf(c), db, await bodyOf(c, relationImportSchema)), 201),
    )
    .post("/api/contacts/:id/relations", async (c) =>
      c.json({ id: await addRelation(personOf(c), db, { id: idOf(c), ...(await bodyOf(c, newRelationSchema)) }) }, 201),
    )
    .patch("/api/contacts/:id/relations/:relationId", async (c) => {
      const { isRemoved } = await bodyOf(c, relationChangeSchema);
      await setRelationRemoved(personOf(c), db, { id: idOf(c), relationId: idOf(c, "relationId"), isRemoved });
      return c.json({ success: true });
    });
}
