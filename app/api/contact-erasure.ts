/* Access to everything that is held about a contact, and its erasure. */
import { Hono } from "hono";
import { contactErasureSchema } from "#core/requests/contacts.ts";
import { eraseContact, previewErasure, reportContact } from "#server/data/contacts/contact-report.ts";
import { contactAccess } from "#server/export/contact-access.ts";
import { zipStream } from "#server/export/zip.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import type { ApiEnv } from "./context.ts";
import { download } from "./download.ts";
import { bodyOf, personOf } from "./edge.ts";
import { idOf } from "./runs.ts";

export function contactErasure(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .get("/api/contacts/:id/access", async (c) => {
      const report = await reportContact(personOf(c), db, idOf(c));
      return c.body(zipStream(contactAccess(report, new Date())), 200, download("contact.zip", "application/zip"));
    })
    .get("/api/contacts/:id/erasure", async (c) => c.json(await previewErasure(personOf(c), db, idOf(c))))
    .post("/api/contacts/:id/erase", async (c) => {
      const id = idOf(c);
      await eraseContact(personOf(c), db, { id, ...(await bodyOf(c, contactErasureSchema)) });
      // Its id alone: the log is kept, and the name must not be.
      await audit(stet, c, { kind: "contact-erased", subject: id });
      return c.json({ success: true });
    });
}
