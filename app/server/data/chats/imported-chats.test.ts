/* Imported chats: each exists once per workspace, even when imported twice concurrently. */
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { knownChats, writeImportedChats, type ChatToImport } from "./imported-chats.ts";
import { createImport, deleteImportedChats, listImports } from "./imports.ts";
import { deleteChat, listChats } from "./chats.ts";

function chatOf(key: string): ChatToImport {
  const message = (role: "user" | "assistant", parent: number | null, branch: number) => ({
    role,
    parts: [{ type: "text" as const, text: `${role} ${branch} of ${key}` }],
    createdAt: null,
    parent,
    branch,
    attachments: [],
  });
  return {
    source: "chatgpt",
    key,
    title: `Chat ${key}`,
    createdAt: 1_600_000_000_000,
    updatedAt: 1_600_000_100_000,
    leftOut: {},
    fileIds: [],
    messages: [message("user", null, 0), message("assistant", 0, 1), message("assistant", 0, 0)],
  };
}

eachDatabase((open) => {
  async function newImport(me: Parameters<typeof createImport>[0]): Promise<string> {
    const id = uuidv7();
    await createImport(me, (await open()).db, { id, fileName: "export.zip", size: 1 }, async () => {});
    return id;
  }

  test("two imports of the same chats at once bring each of them once", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const chats = Array.from({ length: 40 }, (_, at) => chatOf(`${at}`));
    const imports = await Promise.all([newImport(me), newImport(me), newImport(me)]);
    const written = await Promise.all(
      imports.map((id, at) => writeImportedChats(me, db, id, at === 1 ? chats.toReversed() : chats)),
    );
    expect(written.reduce((sum, { size }) => sum + size, 0)).toBe(40);
    expect((await listChats(me, db, { limit: 100 })).sessions).toHaveLength(40);
    expect(await writeImportedChats(me, db, imports[0]!, [chatOf("0"), chatOf("new"), chatOf("new")])).toMatchObject({ size: 1 });
  });

  test("a chat that was deleted may come again, and each place has its own", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newImport(me);
    await writeImportedChats(me, db, id, [chatOf("a")]);
    const { sessions } = await listChats(me, db, { limit: 10 });
    await deleteChat(me, db, sessions[0]!.id);
    expect(await knownChats(me, db, "chatgpt", ["a"])).toEqual(new Map());
    expect((await writeImportedChats(me, db, id, [chatOf("a")])).size).toBe(1);
    const membership = await newOrganization(db);
    await joinOrganization(db, me.userId, membership.organizationId);
    const there = { ...me, organizationId: membership.organizationId, memberships: [membership] };
    expect((await writeImportedChats(there, db, await newImport(there), [chatOf("a")])).size).toBe(1);
    expect((await listImports(there, db)).map(({ undo }) => undo)).toEqual([{ chats: 1, drafts: 0, things: 0, kept: 0 }]);
  });

  describe("who may", () => {
    test("a person removed from the organization writes nothing more there", async () => {
      const { db } = await open();
      const me = await newPerson(db);
      const membership = await newOrganization(db);
      const there = { ...me, organizationId: membership.organizationId, memberships: [membership] };
      const id = await newImport(there);
      await expect(writeImportedChats(there, db, id, [chatOf("a")])).rejects.toMatchObject({ status: 403 });
      const { rows } = await sql`select 1 from imported_chats where import_id = ${id}`.execute(db);
      expect(rows).toEqual([]);
    });

    test("another person's import cannot be undone", async () => {
      const { db } = await open();
      const me = await newPerson(db);
      const id = await newImport(me);
      await writeImportedChats(me, db, id, [chatOf("a")]);
      await expect(deleteImportedChats(await newPerson(db), db, id)).rejects.toMatchObject({ status: 404 });
      expect(await deleteImportedChats(me, db, id)).toHaveLength(1);
      expect((await listChats(me, db, { limit: 10 })).sessions).toEqual([]);
    });
  });
});
