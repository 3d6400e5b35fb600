/* The chat list: ownership, search, and what is not kept. */
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  canChangeChat,
  canSeeChat,
  theServer,
  type Membership,
  type Owned,
  type Person,
  type SharedProject,
} from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import {
  deleteChat,
  getChatSummary,
  listChats,
  listQuery,
  markChatSeen,
  renameChat,
  sweepTemporaryChats,
  titleChats,
} from "./chats.ts";
import { searchChats } from "./search-chats.ts";

type Given = {
  title?: string;
  text?: string;
  organizationId?: string | null;
  projectId?: string | null;
  temporary?: boolean;
  removed?: boolean;
  at?: string;
};

async function newChat(db: BoundDb, me: Person, given: Given = {}): Promise<string> {
  const id = uuidv7();
  const {
    title = "A chat",
    text = "Some words",
    organizationId = null,
    projectId = null,
    temporary = false,
    at = new Date().toISOString(),
  } = given;
  await db
    .insertInto("chats")
    .values({
      id,
      owner_id: me.userId,
      organization_id: organizationId,
      project_id: projectId,
      title,
      title_by: "first-words",
      temporary,
      updated_at: at,
    })
    .execute();
  const operation = given.removed === true ? uuidv7() : null;
  if (operation !== null) await db.insertInto("operations").values({ id: operation, chat_id: id, kind: "restore" }).execute();
  await db
    .insertInto("messages")
    .values({ id: uuidv7(), chat_id: id, seq: 1, role: "user", content: text, parts: "[]", removed_by: operation })
    .execute();
  return id;
}

const found = async (me: Person, db: BoundDb, query: string) => (await searchChats(me, db, query, { limit: 20 })).sessions;

eachDatabase((open) => {
  test("what a person is shown is what the policy says, in any world", async () => {
    const { db } = await open();
    const organizations: Membership[] = [await newOrganization(db), await newOrganization(db)];
    const memberships = [[], [organizations[0]!], [organizations[1]!], organizations];
    const people = await Promise.all(memberships.map((own) => newPerson(db, { memberships: own })));
    const places = [null, ...organizations.map((one) => one.organizationId)];
    const chats: (Owned & { id: string; project: (SharedProject & { sharedWith: string }) | null })[] = [];
    for (const owner of people) {
      for (const organizationId of places) {
        const given = { ownerId: owner.userId, organizationId };
        chats.push({ id: await newChat(db, owner, { organizationId }), ...given, project: null });
        for (const isRemoved of [false, true]) {
          const reader = people[(people.indexOf(owner) + 1) % people.length]!;
          const projectId = await newProject(db, owner, { organizationId, isRemoved, sharedWith: reader });
          const project = { ...given, isRemoved, sharedAs: null, sharedWith: reader.userId };
          chats.push({ id: await newChat(db, owner, { organizationId, projectId }), ...given, project });
        }
      }
    }
    for (const me of people) {
      const canSee = (chat: (typeof chats)[number]) =>
        canSeeChat(
          me,
          chat.project === null
            ? chat
            : {
                ...chat,
                project: { ...chat.project, sharedAs: chat.project.sharedWith === me.userId ? ("viewer" as const) : null },
              },
        );
      for (const organizationId of places) {
        const { sessions } = await listChats({ ...me, organizationId }, db, { limit: 100 });
        const listed = chats.filter(
          (chat) => chat.organizationId === organizationId && canChangeChat(me, chat) && chat.project?.isRemoved !== true,
        );
        expect(sessions.map((chat) => chat.id).sort()).toEqual(listed.map((chat) => chat.id).sort());
      }
      for (const chat of chats) {
        const asked = getChatSummary(me, db, chat.id).then(
          () => true,
          () => false,
        );
        expect(await asked).toBe(canSee(chat));
      }
    }
    await expect(listChats({ kind: "visitor" }, db, { limit: 1 })).rejects.toMatchObject({ status: 401 });
  });

  test("a share by address is theirs who have proven the address", async () => {
    const { db } = await open();
    const owner = await newPerson(db);
    const reader = await newPerson(db);
    const projectId = await newProject(db, owner, { sharedWithAddress: reader.email.toUpperCase() });
    const chatId = await newChat(db, owner, { projectId });
    await expect(getChatSummary({ ...reader, isVerified: false }, db, chatId)).rejects.toMatchObject({ status: 404 });
    expect(await getChatSummary(reader, db, chatId)).toMatchObject({ id: chatId });
    await expect(renameChat(reader, db, chatId, "Mine now")).rejects.toMatchObject({ status: 403 });
    await expect(deleteChat(reader, db, chatId)).rejects.toMatchObject({ status: 403 });
  });

  describe("search", () => {
    test.each([
      ["every word, in any case", "LEASE notice", ["The lease ends; notice is three months."]],
      ["letters beyond ASCII in either case", "ÄRGER", ["Viel ärger mit dem Mieter"]],
      ["signs that patterns use, as themselves", "100% (a.b)", ["It is 100% (a.b) sure"]],
      ["part of a word", "terminat", ["On termination of the contract"]],
    ])("finds %s", async (_what, query, texts) => {
      const { db } = await open();
      const me = await newPerson(db);
      for (const text of [...texts, "Nothing of the kind", "100x a-b ARGER"]) await newChat(db, me, { text });
      expect((await found(me, db, query)).map((chat) => chat.excerpt)).toEqual(texts);
    });

    test("looks into titles, and shows the passage that was found", async () => {
      const { db } = await open();
      const me = await newPerson(db);
      const id = await newChat(db, me, { title: "Rent in Malmö", text: `${"before ".repeat(40)}needle${" after".repeat(60)}` });
      expect(await found(me, db, "malmö")).toMatchObject([{ id, title: "Rent in Malmö" }]);
      const excerpt = (await found(me, db, "needle"))[0]?.excerpt ?? "";
      expect(excerpt).toMatch(/^….*before needle after.*…$/);
      expect(excerpt.length).toBeLessThan(250);
    });

    test("passes over what was removed, temporary chats, and other people's", async () => {
      const { db } = await open();
      const me = await newPerson(db);
      await newChat(db, me, { text: "needle", removed: true });
      await newChat(db, me, { text: "needle", temporary: true });
      await newChat(db, await newPerson(db), { text: "needle" });
      expect(await found(me, db, "needle")).toEqual([]);
    });
  });

  test.each(["one's own place", "an organization"])("a page of many chats of %s is read off an index", async (where) => {
    const { db } = await open();
    const membership = where === "an organization" ? await newOrganization(db) : null;
    const person = await newPerson(db, { memberships: membership === null ? [] : [membership] });
    const me = { ...person, organizationId: membership?.organizationId ?? null };
    await sql`insert into chats (id, owner_id, organization_id, title, updated_at)
      select gen_random_uuid(), ${me.userId}, ${me.organizationId}, 'x', now() - n * interval '1 hour'
      from generate_series(1, 3000) as n`.execute(db);
    await sql`analyze chats`.execute(db);
    for (const page of [{ limit: 30 }, { limit: 30, before: new Date(Date.now() - 1e9).toISOString() }]) {
      const compiled = listQuery(me, db, page).compile();
      const { rows } = await db.executeQuery<{ "QUERY PLAN": string }>({ ...compiled, sql: `explain ${compiled.sql}` });
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain(membership === null ? "chats_listed_own" : "Index Scan using chats_listed on");
      expect(plan).not.toContain("Sort");
      expect((await listChats(me, db, page)).sessions).toHaveLength(30);
    }
  });

  test("pages by time join without a gap, newest first", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.unshift(await newChat(db, me, { at: `2026-01-0${i + 1}T00:00:00.000Z` }));
    const seen: string[] = [];
    for (let before: string | undefined; ;) {
      const page = await listChats(me, db, { limit: 3, ...(before === undefined ? {} : { before }) });
      seen.push(...page.sessions.map((chat) => chat.id));
      if (!page.hasOlder) break;
      before = page.sessions.at(-1)!.updatedAt;
    }
    expect(seen).toEqual(ids);
  });

  test("a person's name for a chat stays", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newChat(db, me);
    expect(await titleChats(theServer, db, [{ chatId: id, title: "By a model" }])).toEqual([true]);
    await renameChat(me, db, id, "By me");
    expect(await titleChats(theServer, db, [{ chatId: id, title: "By a model again" }])).toEqual([false]);
    expect((await getChatSummary(me, db, id)).title).toBe("By me");
  });

  test("unread until it has been seen", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newChat(db, me);
    expect((await getChatSummary(me, db, id)).unread).toBe(false);
    await db
      .updateTable("chats")
      .set({ answered_at: sql`now()` })
      .where("id", "=", id)
      .execute();
    expect((await getChatSummary(me, db, id)).unread).toBe(true);
    await markChatSeen(me, db, id);
    expect((await getChatSummary(me, db, id)).unread).toBe(false);
  });

  test("temporary chats are not listed, and go a day after their last use", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const fresh = await newChat(db, me, { temporary: true });
    const old = await newChat(db, me, { temporary: true, at: "2026-01-01T00:00:00Z" });
    const kept = await newChat(db, me, { at: "2026-01-01T00:00:00Z" });
    expect((await listChats(me, db, { limit: 10 })).sessions.map((chat) => chat.id)).toEqual([kept]);
    expect(await sweepTemporaryChats(theServer, db)).toContainEqual({ id: old, ownerId: me.userId });
    await expect(getChatSummary(me, db, old)).rejects.toMatchObject({ status: 404 });
    expect((await getChatSummary(me, db, fresh)).temporary).toBe(true);
  });

  test("a temporary chat stays while its answer is being written", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newChat(db, me, { temporary: true, at: "2026-01-01T00:00:00Z" });
    const { id: messageId } = await db.selectFrom("messages").select("id").where("chat_id", "=", id).executeTakeFirstOrThrow();
    const run = { id: uuidv7(), chat_id: id, message_id: messageId, model: "m", process_id: "p" };
    await db
      .insertInto("runs")
      .values({ ...run, status: "running" })
      .execute();
    expect(await sweepTemporaryChats(theServer, db)).not.toContainEqual({ id, ownerId: me.userId });
    await db.updateTable("runs").set({ status: "done" }).where("id", "=", run.id).execute();
    expect(await sweepTemporaryChats(theServer, db)).toContainEqual({ id, ownerId: me.userId });
  });

  test("a deleted chat is gone with everything in it", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newChat(db, me, { removed: true });
    await deleteChat(me, db, id);
    await expect(getChatSummary(me, db, id)).rejects.toMatchObject({ status: 404 });
    expect(await db.selectFrom("messages").select("id").where("chat_id", "=", id).execute()).toEqual([]);
  });
});
