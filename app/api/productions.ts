/* Redacting words of collected documents, and producing the documents. */
import { Hono } from "hono";
import {
  newProductionSchema,
  privilegeLogSchema,
  productionChangeSchema,
  productionPreviewSchema,
  redactionChangeSchema,
  redactionSchema,
} from "#core/requests/discovery.ts";
import type { Person } from "#core/workspace/policy.ts";
import { getCollection } from "#server/data/discovery/collections.ts";
import { finishedProduction, listProductions, previewProduction } from "#server/data/discovery/productions.ts";
import { changeRedactions, redactWords } from "#server/data/discovery/redactions.ts";
import { privilegeLog } from "#server/discovery/privilege-log.ts";
import { productionEntries } from "#server/discovery/production-files.ts";
import { fileName, zipStream } from "#server/export/zip.ts";
import type { Stet } from "#server/stet.ts";
import type { ApiEnv } from "./context.ts";
import { download } from "./download.ts";
import { bodyOf, personOf, queryOf } from "./edge.ts";
import { idOf } from "./runs.ts";

export function productions(stet: Stet) {
  const { db, producing } = stet;
  const changed = async (me: Person, collectionId: string) => {
    const { projectId } = await getCollection(me, db, collectionId);
    stet.updates.publish(me.userId, { kind: "collection", collectionId, projectId });
  };
  return new Hono<ApiEnv>()
    .post("/api/discovery/:id/redactions", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      const redacted = await redactWords(me, db, id, await bodyOf(c, redactionSchema));
      if (redacted.redactions > 0) await changed(me, id);
      return c.json(redacted);
    })
    .patch("/api/discovery/:id/redactions", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      const redactions = await changeRedactions(me, db, id, await bodyOf(c, redactionChangeSchema));
      await changed(me, id);
      return c.json({ redactions });
    })
    .get("/api/discovery/:id/productions", async (c) => c.json({ productions: await listProductions(personOf(c), db, idOf(c)) }))
    .post("/api/discovery/:id/productions", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      return c.json({ id: await producing.start(me, id, await bodyOf(c, newProductionSchema)) }, 201);
    })
    .get("/api/discovery/:id/productions/preview", async (c) => {
      const { query } = queryOf(c, productionPreviewSchema);
      return c.json({ preview: await previewProduction(personOf(c), db, { collectionId: idOf(c), query }) });
    })
    .patch("/api/discovery/:id/productions/:productionId", async (c) => {
      const ids = { collectionId: idOf(c), id: idOf(c, "productionId") };
      await producing.change(personOf(c), ids, await bodyOf(c, productionChangeSchema));
      return c.json({ success: true });
    })
    .get("/api/discovery/:id/productions/:productionId/privilege-log", async (c) => {
      const me = personOf(c);
      const { format } = queryOf(c, privilegeLogSchema);
      const production = await finishedProduction(me, db, { collectionId: idOf(c), id: idOf(c, "productionId") });
      const { type, bytes } = await privilegeLog(me, db, production, format);
      return c.body(bytes, 200, download(`${plainName(production.name)} privilege log.${format}`, type));
    })
    .get("/api/discovery/:id/productions/:productionId/file", async (c) => {
      const me = personOf(c);
      const production = await finishedProduction(me, db, { collectionId: idOf(c), id: idOf(c, "productionId") });
      const packed = zipStream(productionEntries(me, db, production));
      return c.body(packed, 200, download(`${plainName(production.name)}.zip`, "application/zip"));
    });
}

function plainName(name: string): string {
  return fileName(name).replaceAll(/[^\w .()-]/g, "_");
}
