/* Where a contact is in the work: everything that has it, and nothing that the reader may not see. */
import { expect, test } from "vitest";
import { noContact } from "#core/contacts/contact.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { answerAll, law, model } from "#test/stored-reviews.ts";
import type { BoundDb } from "../../db/database.ts";
import { createDraft } from "../drafts/drafts.ts";
import { createFile } from "../files/files.ts";
import { createProject } from "../organizations/projects.ts";
import { addColumns, addDocuments } from "../reviews/review-parts.ts";
import { startRun } from "../reviews/review-runs.ts";
import { createReview } from "../reviews/reviews.ts";
import { createRun } from "../workflows/workflow-runs.ts";
import { mergeContacts } from "./contact-merges.ts";
import { listContactPlaces } from "./contact-places.ts";
import { createContact } from "./contacts.ts";

/** A matter against Kanalbolaget AB with a draft, a file, a review whose answer names it, and a run that was given it. */
async function workOf(me: Person, db: BoundDb, contactId: string): Promise<string> {
  const matter = { client: "Holding AB", counterparty: "Kanal-Bolaget", jurisdiction: "" };
  const { id: projectId } = await createProject(me, db, { name: "Terminal", instructions: "", matter });
  const document = markdownToDocument("The buyer is Kanalbolaget AB of Malmö.");
  await createDraft(me, db, { projectId, name: "Purchase", document });
  await createDraft(me, db, { projectId, name: "Other", document: markdownToDocument("The kanalbolaget of a town.") });
  const key = uuidv7();
  const stored = { kind: "text", contentType: "text/plain", size: 1, status: "ready", problem: null, modifiedAt: null } as const;
  const text = { text: "KANALBOLAGET AB pays.", blocks: [] };
  await createFile(me, db, { key, originalName: "Invoice.txt", sha256: key, projectId, document: text, ...stored });
  const reviewId = await createReview(me, db, { projectId, name: "Parties" });
  await addDocuments(me, db, reviewId, undefined);
  await addColumns(me, db, reviewId, [law]);
  const run = await startRun(me, db, { reviewId, scope: { all: true }, model: model.id }, () => Promise.resolve());
  await answerAll(me, db, run!.id, "Kanalbolaget and others");
  const contact = { name: "Kanalbolaget AB", address: "", country: "", identifiers: [], signatory: "" };
  const inputs = { buyer: { type: "contact", contactId, contact } } as const;
  const given = { projectId, workflowId: "nda", name: "Agreement", version: 0, source: "", model: "stet-builtin", isTest: false };
  await createRun(me, db, { ...given, inputs }, () => Promise.resolve());
  return projectId;
}

const shownTo = async (me: Person, db: BoundDb, id: string) =>
  (await listContactPlaces(me, db, id)).places.map(({ kind, name, sides, words, cells }) =>
    [kind, name, sides?.join(), cells, words].filter((one) => one !== undefined).join(" | "),
  );

eachDatabase((open) => {
  test("matters, drafts, files, reviews and runs that concern a contact, also by the name of one merged into it", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await createContact(me, db, { ...noContact, name: "Kanalen" });
    const other = await createContact(me, db, { ...noContact, name: "Kanalbolaget AB" });
    await workOf(me, db, other);
    expect(await shownTo(me, db, id)).toEqual([]);
    const all = [
      "project | Terminal | counterparty",
      "draft | Purchase | The buyer is Kanalbolaget AB of Malmö.",
      "file | Invoice.txt | KANALBOLAGET AB pays.",
      "review | Parties | 1 | Kanalbolaget and others",
      "run | Agreement",
    ];
    expect(await shownTo(me, db, other)).toEqual(all);
    await mergeContacts(me, db, { id, otherId: other });
    expect(await shownTo(me, db, id)).toEqual(all);
  });

  test("of a colleague's matter only what is shared is there, and of another workspace nothing", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const member = async () => {
      const me = await newPerson(db, {
        memberships: [{ ...organization, role: "member" }],
        organizationId: organization.organizationId,
      });
      await joinOrganization(db, me.userId, organization.organizationId, "member");
      return me;
    };
    const [me, colleague] = [await member(), await member()];
    const id = await createContact(me, db, { ...noContact, name: "Kanalbolaget AB" });
    const projectId = await workOf(me, db, id);
    expect(await shownTo(me, db, id)).toHaveLength(5);
    expect(await shownTo(colleague, db, id)).toEqual([]);
    const share = { project_id: projectId, user_id: colleague.userId, email: colleague.email, role: "viewer" } as const;
    await db
      .insertInto("project_shares")
      .values({ id: uuidv7(), ...share })
      .execute();
    expect(await shownTo(colleague, db, id)).toHaveLength(5);
    // The same person in their own workspace has no such contact, and a contact of theirs has nothing of the organization.
    const alone = { ...me, organizationId: null };
    const own = await createContact(alone, db, { ...noContact, name: "Kanalbolaget AB" });
    expect(await shownTo(alone, db, own)).toEqual([]);
    await expect(listContactPlaces(alone, db, id)).rejects.toThrow();
  });

  test("the newest of many are listed, however many texts have the word and not the name", async () => {
    const { db } = await open();
    const me = await newPerson(db, { plan: "professional" });
    const id = await createContact(me, db, { ...noContact, name: "Kanal & Partner" });
    const { id: projectId } = await createProject(me, db, { name: "P", instructions: "" });
    for (let at = 0; at < 85; at++) {
      const text = at < 25 ? "Kanal & Partner" : "The Partner of a Kanal";
      await createDraft(me, db, { projectId, name: `D${at}`, document: markdownToDocument(text) });
    }
    const { places, more } = await listContactPlaces(me, db, id);
    expect(places.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, at) => `D${24 - at}`));
    expect(more).toEqual(["draft"]);
  });
});
