/* Contacts of the current workspace, files of them, and conflict checks. */
import { Hono } from "hono";
import { contactHeadings, contactLine } from "#core/contacts/contact-table.ts";
import { writeVcard } from "#core/contacts/vcard.ts";
import {
  checkedProjectSchema,
  checkListSchema,
  conflictCheckSchema,
  contactExportSchema,
  contactFieldsSchema,
  contactImportSchema,
  contactNamesSchema,
  contactQuerySchema,
  contactSaveSchema,
  otherContactSchema,
} from "#core/requests/contacts.ts";
import type { Person } from "#core/workspace/policy.ts";
import { checkConflicts, listConflictChecks, nameCheckedProject } from "#server/data/contacts/conflict-checks.ts";
import {
  findSameNames,
  importContacts,
  mergeContacts,
  separateContacts,
  undoImport,
} from "#server/data/contacts/contact-merges.ts";
import { listContactPlaces } from "#server/data/contacts/contact-places.ts";
import {
  createContact,
  eachContact,
  getContact,
  listContacts,
  saveContact,
  setContactRemoved,
} from "#server/data/contacts/contacts.ts";
import type { Db } from "#server/db/database.ts";
import { encoded, streamOf } from "#server/export/stream-of.ts";
import type { Stet } from "#server/stet.ts";
import { download } from "./download.ts";
import type { ApiEnv } from "./context.ts";
import { bodyOf, personOf, queryOf } from "./edge.ts";
import { idOf } from "./runs.ts";

export function contacts(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .get("/api/contacts", async (c) => c.json(await listContacts(personOf(c), db, queryOf(c, contactQuerySchema))))
    .post("/api/contacts", async (c) =>
      c.json({ id: await createContact(personOf(c), db, await bodyOf(c, contactFieldsSchema)) }, 201),
    )
    .get("/api/contacts/export", (c) => {
      const { format } = queryOf(c, contactExportSchema);
      const type = format === "csv" ? "text/csv; charset=utf-8" : "text/vcard; charset=utf-8";
      return c.body(streamOf(encoded(fileOf(personOf(c), db, format))), 200, download(`contacts.${format}`, type));
    })
    .post("/api/contacts/matches", async (c) =>
      c.json({ matches: await findSameNames(personOf(c), db, await bodyOf(c, contactNamesSchema)) }),
    )
    .post("/api/contacts/import", async (c) =>
      c.json(await importContacts(personOf(c), db, await bodyOf(c, contactImportSchema)), 201),
    )
    .delete("/api/contacts/imports/:id", async (c) => c.json(await undoImport(personOf(c), db, idOf(c))))
    .get("/api/contacts/:id", async (c) => c.json(await getContact(personOf(c), db, idOf(c))))
    .get("/api/contacts/:id/places", async (c) => c.json(await listContactPlaces(personOf(c), db, idOf(c))))
    .put("/api/contacts/:id", async (c) =>
      c.json({ version: await saveContact(personOf(c), db, { id: idOf(c), ...(await bodyOf(c, contactSaveSchema)) }) }),
    )
    .delete("/api/contacts/:id", async (c) => {
      await setContactRemoved(personOf(c), db, idOf(c), true);
      return c.json({ success: true });
    })
    .post("/api/contacts/:id/bring-back", async (c) => {
      await setContactRemoved(personOf(c), db, idOf(c), false);
      return c.json({ success: true });
    })
    .post("/api/contacts/:id/merge", async (c) => {
      await mergeContacts(personOf(c), db, { id: idOf(c), ...(await bodyOf(c, otherContactSchema)) });
      return c.json({ success: true });
    })
    .post("/api/contacts/:id/separate", async (c) => {
      await separateContacts(personOf(c), db, { id: idOf(c), ...(await bodyOf(c, otherContactSchema)) });
      return c.json({ success: true });
    })
    .get("/api/conflict-checks", async (c) => c.json(await listConflictChecks(personOf(c), db, queryOf(c, checkListSchema).before)))
    .post("/api/conflict-checks", async (c) =>
      c.json(await checkConflicts(personOf(c), db, await bodyOf(c, conflictCheckSchema)), 201),
    )
    .patch("/api/conflict-checks/:id", async (c) => {
      await nameCheckedProject(personOf(c), db, { id: idOf(c), ...(await bodyOf(c, checkedProjectSchema)) });
      return c.json({ success: true });
    });
}

async function* fileOf(me: Person, db: Db, format: "csv" | "vcf"): AsyncGenerator<string> {
  // Excel takes a file without it for one in the system's own encoding.
  if (format === "csv") yield `\ufeff${contactHeadings()}`;
  for await (const contact of eachContact(me, db))
    yield format === "csv" ? contactLine(contact, contact.relations) : writeVcard(contact);
}
