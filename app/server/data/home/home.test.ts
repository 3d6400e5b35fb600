/* What waits for a person on their home: theirs alone, in this workspace alone, and page by page. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { homeItemsPerPage, readCursor, type HomeCursor, type HomePage } from "#core/workspace/home.ts";
import type { Membership, Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/acting.ts";
import { changeComment, writeComment } from "../drafts/comments.ts";
import { createDraft } from "../drafts/drafts.ts";
import { changeSuggestions } from "../drafts/imported-changes.ts";
import { keepProposed } from "../drafts/proposed-changes.ts";
import { shareProject } from "../organizations/project-shares.ts";
import { listWaitingChanges, listWaitingComments } from "./home.ts";

async function newMember(db: BoundDb, membership: Membership): Promise<Person> {
  const { organizationId } = membership;
  const person = await newPerson(db, { memberships: [{ ...membership, role: "member" }], organizationId });
  await joinOrganization(db, person.userId, organizationId, "member");
  return person;
}

const text = "The rent is due monthly, and the deposit is three months.";
const newDraft = (me: Person, db: BoundDb, projectId: string, name = "Lease") =>
  createDraft(me, db, { projectId, name, document: markdownToDocument(text) });
const onWords = (quote: string) => ({ quote, before: "", after: "", start: text.indexOf(quote) });

async function say(me: Person, db: BoundDb, draftId: string, words: string, threadId?: string): Promise<string> {
  const id = uuidv7();
  const comment = threadId === undefined ? { id, text: words, anchor: onWords("rent") } : { id, text: words, threadId };
  await writeComment(me, db, { draftId, comment });
  return id;
}

async function everyPage<T>(read: (cursor: HomeCursor | null) => Promise<HomePage<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let page = await read(null); ; page = await read(readCursor(page.next))) {
    expect(page.items.length).toBeLessThanOrEqual(homeItemsPerPage);
    items.push(...page.items);
    if (page.next === null) return items;
  }
}

eachDatabase((open) => {
  test("comments wait in one's drafts, threads and mentions, until one answers or they are resolved", async () => {
    const { db } = await open();
    const firm = await newOrganization(db);
    const [owner, reader, other] = [await newMember(db, firm), await newMember(db, firm), await newMember(db, firm)];
    const { organizationId } = firm;
    const projectId = await newProject(db, owner, { organizationId, sharedWith: reader });
    await shareProject(owner, db, { projectId, emails: [other.email], removeUsers: [] });
    const draftId = await newDraft(owner, db, projectId);
    const waiting = async (me: Person) => (await listWaitingComments(me, db, null)).items.map((one) => [one.text, one.isMention]);
    const thread = await say(reader, db, draftId, "Why monthly?");
    expect(await waiting(owner)).toEqual([["Why monthly?", false]]);
    expect([await waiting(reader), await waiting(other)]).toEqual([[], []]);
    await say(owner, db, draftId, `Ask @${other.name}.`, thread);
    expect([await waiting(owner), await waiting(reader), await waiting(other)]).toEqual([
      [],
      [[`Ask @${other.name}.`, false]],
      [[`Ask @${other.name}.`, true]],
    ]);
    // Not in another workspace, and not without access.
    expect(await waiting({ ...reader, organizationId: null })).toEqual([]);
    await shareProject(owner, db, { projectId, emails: [], removeUsers: [other.userId] });
    expect(await waiting(other)).toEqual([]);
    await changeComment(owner, db, { draftId, commentId: thread, change: { isResolved: true } });
    expect(await waiting(reader)).toEqual([]);
  });

  test("what waits is read page by page, each once, also what came in the same moment", async () => {
    const { db } = await open();
    const firm = await newOrganization(db);
    const [owner, reader] = [await newMember(db, firm), await newMember(db, firm)];
    const projectId = await newProject(db, owner, { organizationId: firm.organizationId });
    await shareProject(owner, db, { projectId, emails: [reader.email], removeUsers: [], role: "commenter" });
    const comments: string[] = [];
    const drafts: string[] = [];
    for (let nth = 0; nth < 2 * homeItemsPerPage + 3; nth++) {
      const draftId = await newDraft(owner, db, projectId, `Lease ${nth}`);
      drafts.push(draftId);
      comments.push(await say(reader, db, draftId, `Question ${nth}`));
      const suggestion = { id: uuidv7(), anchor: onWords("three months"), replacement: "two months", reason: "" };
      await changeSuggestions(reader, db, { draftId, made: { replaces: [], suggestions: [suggestion] } });
    }
    // Microseconds that a cursor does not have.
    await sql`update comments set created_at = '2026-11-01T10:00:00.0001Z'::timestamptz + make_interval(secs => mod(length(text), 2) * 0.0000002)
      where draft_id in (${sql.join(drafts)})`.execute(db);
    await sql`update proposed_changes set created_at = '2026-11-01T10:00:00.0007Z' where draft_id in (${sql.join(drafts)})`.execute(
      db,
    );
    const seen = await everyPage((cursor) => listWaitingComments(owner, db, cursor));
    expect(seen.map(({ id }) => id).toSorted()).toEqual(comments.toSorted());
    const changes = await everyPage((cursor) => listWaitingChanges(owner, db, cursor));
    expect(changes.map(({ draftId }) => draftId).toSorted()).toEqual(drafts.toSorted());
    expect(changes[0]).toMatchObject({ count: 1, byPeople: 1 });
    // What another editor's assistant proposes waits for that editor alone.
    const answer = { messageId: uuidv7(), block: "0-patch-0", place: 0, state: "proposed" as const, reason: null, textName: null };
    const patch = { original: "three", replacement: "four", summary: "" };
    await keepProposed(owner, db, { draft_id: drafts[0]! }, [{ ...answer, patch, baseVersion: 1 }]);
    const again = await everyPage((cursor) => listWaitingChanges(owner, db, cursor));
    expect(again.every(({ count }) => count === 1)).toBe(true);
    // Those who cannot decide have nothing to decide.
    expect(await everyPage((cursor) => listWaitingChanges(reader, db, cursor))).toEqual([]);
  });
});
