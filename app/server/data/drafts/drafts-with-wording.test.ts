/* Drafts that have the words of a clause: the reader's, in this workspace, and not deleted. */
import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { createDraft, setDraftRemoved } from "./drafts.ts";
import { listDraftsWithWording } from "./drafts-with-wording.ts";

const sentences = ["first", "second", "third", "fourth"].map((one) => `The ${one} party gives the other a notice in writing`);
const wordings = [
  { name: "Long", runs: sentences },
  { name: "Short", runs: ["Notices are given by email to the address in the head of this agreement"] },
];

async function newDraft(db: BoundDb, me: Person, name: string, content: string): Promise<string> {
  return createDraft(me, db, { projectId: await newProject(db, me), name, document: markdownToDocument(content) });
}

eachDatabase((open) => {
  test("a draft is found by the variant it has, as it is or changed, last changed first", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    await newDraft(db, me, "Lease", "Nothing of the kind.");
    const whole = await newDraft(db, me, "Loan", `# Notices\n\n${sentences.join(". ")}.`);
    const changed = await newDraft(db, me, "NDA", `${sentences.slice(1).join(". ")}.`);
    const short = await newDraft(db, me, "Sale", `${wordings[1]!.runs[0]}, or by post.`);
    const { drafts, isLimited } = await listDraftsWithWording(me, db, wordings);
    expect(isLimited).toBe(false);
    expect(drafts.map(({ id, variant, isChanged }) => [id, variant, isChanged])).toEqual([
      [short, "Short", false],
      [changed, "Long", true],
      [whole, "Long", false],
    ]);
    expect(await listDraftsWithWording(me, db, [])).toEqual({ drafts: [], isLimited: false });
    await setDraftRemoved(me, db, whole, true);
    expect((await listDraftsWithWording(me, db, wordings)).drafts.map(({ id }) => id)).toEqual([short, changed]);
  });

  test("a changed long variant is that one, though a short one is a part of it", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    await newDraft(db, me, "NDA", `${sentences.slice(0, 3).join(". ")}.`);
    const both = [{ name: "Short", runs: sentences.slice(0, 1) }, wordings[0]!];
    expect(await listDraftsWithWording(me, db, both)).toMatchObject({ drafts: [{ variant: "Long", isChanged: true }] });
  });

  test("where more drafts have the words than are listed, that is said", async () => {
    const { db } = await open();
    const me = await newPerson(db, { plan: "professional" });
    const projectId = await newProject(db, me);
    const document = markdownToDocument(`${sentences.join(". ")}.`);
    for (let i = 0; i < 101; i++) await createDraft(me, db, { projectId, name: `Draft ${i}`, document });
    const { drafts, isLimited } = await listDraftsWithWording(me, db, wordings);
    expect([drafts.length, isLimited]).toEqual([100, true]);
  });

  test("another person's draft is not, and none beyond the batch is missed", async () => {
    const { db } = await open();
    const [me, other] = [await newPerson(db, { plan: "professional" }), await newPerson(db)];
    await newDraft(db, other, "Theirs", `${sentences.join(". ")}.`);
    const projectId = await newProject(db, me);
    const first = await createDraft(me, db, { projectId, name: "First", document: markdownToDocument(`${sentences.join(". ")}.`) });
    const later = markdownToDocument("No.");
    for (let i = 0; i < 55; i++) await createDraft(me, db, { projectId, name: `Later ${i}`, document: later });
    expect((await listDraftsWithWording(me, db, wordings)).drafts.map(({ id }) => id)).toEqual([first]);
  });
});
