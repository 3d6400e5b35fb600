/* The state of an answer's changes: stored with the draft, visible to all its readers, changed only by its owner. */
import { expect, test } from "vitest";
import type { AppliedChangeRow } from "#core/requests/changes.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import { createDraft } from "./drafts.ts";
import { getDraftChange, keepDraftChange, keepProposed, listDraftChanges } from "./proposed-changes.ts";

const applied = { start: 4, original: "tenant", replacement: "lessee", before: "The ", after: " pays." };
const nobody = { origins: [], runs: [] };
const change: AppliedChangeRow = {
  applied,
  lead: 0,
  before: { content: [{ type: "text", text: "tenant" }] },
  after: { content: [{ type: "text", text: "lessee" }] },
  owners: { before: nobody, after: nobody },
  added: 3,
  deleted: 1,
};

eachDatabase((open) => {
  test("an answer may propose more changes than a statement takes values", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const projectId = await newProject(db, me);
    const draftId = await createDraft(me, db, { projectId, name: "A draft", document: markdownToDocument("Words.") });
    const messageId = uuidv7();
    const one = { messageId, block: "0-patch-0.0", state: "proposed" as const, reason: null, baseVersion: 1, textName: null };
    const patch = { original: "a", replacement: "b", summary: "" };
    const changes = Array.from({ length: 7_000 }, (_, place) => ({ ...one, place, patch }));
    await keepProposed(me, db, { draft_id: draftId }, changes);
    expect((await listDraftChanges(me, db, draftId)).length).toBe(7_000);
  });

  test("a change is kept with its piece, decided again, and open again", async () => {
    const { db } = await open();
    const [me, reader, stranger] = [await newPerson(db), await newPerson(db), await newPerson(db)];
    const projectId = await newProject(db, me, { sharedWith: reader });
    const draftId = await createDraft(me, db, { projectId, name: "A draft", document: markdownToDocument("Words.") });
    const messageId = uuidv7();
    const at = { messageId, block: "patch-0", place: 1 };
    await keepDraftChange(me, db, draftId, { ...at, state: "applied", change });
    await keepDraftChange(me, db, draftId, { ...at, place: 0, state: "rejected" });
    await keepDraftChange(me, db, draftId, { ...at, block: "write", place: 0, state: "applied", change });
    const plain = { patch: null, reason: null, rejectReason: null, textName: null, isOwn: false };
    expect(await listDraftChanges(reader, db, draftId)).toEqual([
      { ...at, ...plain, state: "applied", applied, added: 3, deleted: 1 },
      { ...at, ...plain, place: 0, state: "rejected", applied: null, added: 0, deleted: 0 },
      { ...at, ...plain, block: "write", place: 0, state: "applied", applied: null, added: 3, deleted: 1 },
    ]);
    // Reverted: the piece is kept, so that it can be applied again.
    await keepDraftChange(me, db, draftId, { ...at, block: "write", place: 0, state: "reverted" });
    expect((await listDraftChanges(me, db, draftId)).at(-1)).toMatchObject({ state: "reverted", added: 3 });
    expect(await getDraftChange(reader, db, { ...at, block: "write", place: 0, draftId })).toEqual(change);
    await keepDraftChange(me, db, draftId, { ...at, state: null });
    await expect(getDraftChange(me, db, { ...at, draftId })).rejects.toMatchObject({ status: 404 });
    expect(await listDraftChanges(stranger, db, draftId)).toEqual([]);
    const mine = { ...at, state: "rejected" as const };
    await expect(keepDraftChange(reader, db, draftId, mine)).rejects.toMatchObject({ status: 403 });
    await expect(keepDraftChange(stranger, db, draftId, mine)).rejects.toMatchObject({ status: 404 });
  });
});
