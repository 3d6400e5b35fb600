/* An account's archive over HTTP, with what people make: brought into an empty installation, and refused elsewhere. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChatThread } from "#core/chat/chat.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { branchedChat, chatgptExport, zipOf } from "#test/exports.ts";
import { importing, type Importing } from "#test/importing.ts";

let from: TestApp;
let to: TestApp;
let here: Importing;
beforeAll(async () => {
  [from, to] = [await startApp(), await startApp()];
  here = importing(to);
});
afterAll(async () => {
  await from?.close();
  await to?.close();
});

async function archiveOf(app: TestApp, as: TestPerson): Promise<Buffer> {
  const { url } = (await (await app.request("/api/account/export", { as, body: { password: as.password } })).json()) as {
    url: string;
  };
  return Buffer.from(await (await app.request(url, { as })).arrayBuffer());
}
const threadOf = async (app: TestApp, as: TestPerson, id: string) =>
  (await (await app.request(`/api/chats/${id}`, { as })).json()) as ChatThread;

test("chats with their versions, drafts and dates are as they were", async () => {
  const ada = await from.person();
  const there = importing(from);
  await there.imported(ada, chatgptExport([branchedChat(1), branchedChat(2)]));
  await there.imported(
    ada,
    zipOf({ "Notes/Lease.md": "The tenant pays **rent**.", "Notes/Home.md": "See [the lease](Lease.md)." }),
    "Notes.zip",
  );
  const archive = await archiveOf(from, ada);

  const eve = await to.person();
  const done = await here.imported(eve, archive, "stet.zip");
  expect(done).toMatchObject({ status: "done", problem: null, undo: { kept: 0 } });
  expect(done.result).toMatchObject({ things: { projects: 1, drafts: 2, chats: 2 }, known: 0, leftOut: { count: 0 } });
  const { rows } = await sql<{ id: string }>`select id from chats order by id`.execute(from.stet.database.db);
  for (const { id } of rows) {
    const [before, after] = [await threadOf(from, ada, id), await threadOf(to, eve, id)];
    expect(after.messages).toEqual(before.messages);
    expect(after.messages.map(({ versions }) => versions.length)).toEqual([2, 2]);
    expect({ ...after.chat }).toEqual({ ...before.chat });
  }
  const drafts = sql<object>`select id, project_id, name, document, content, words, version, created_at, updated_at from drafts order by id`;
  expect((await drafts.execute(to.stet.database.db)).rows).toEqual((await drafts.execute(from.stet.database.db)).rows);

  expect((await here.brought(eve, archive)).found).toMatchObject({ known: 5 });
  const undone = await to.request(`/api/imports/${done.id}/undo`, { as: eve, body: {} });
  expect(await undone.json()).toEqual({ deleted: 5 });
  const again = await here.imported(eve, archive);
  expect(again.result).toMatchObject({ things: { projects: 1, drafts: 2, chats: 2 }, leftOut: { count: 0 } });
});

test("what was changed since an import stays when it is undone", async () => {
  const ada = await from.person();
  await importing(from).imported(ada, chatgptExport([branchedChat(11), branchedChat(12)]));
  const eve = await to.person();
  const done = await here.imported(eve, await archiveOf(from, ada));
  await sql`update chats set title = 'Changed', updated_at = now() where owner_id = (select id from "user" where email = ${eve.email})
    and title = 'Chat 11'`.execute(to.stet.database.db);
  expect((await here.settled(eve, done.id)).undo).toEqual({ chats: 0, drafts: 0, things: 1, kept: 1 });
  await to.request(`/api/imports/${done.id}/undo`, { as: eve, body: {} });
  const { rows } = await sql`select title from chats where owner_id = (select id from "user" where email = ${eve.email})`.execute(
    to.stet.database.db,
  );
  expect(rows).toEqual([{ title: "Changed" }]);
});

test.each([
  ["an earlier version's", {}, /earlier version/],
  ["a newer version's", { "rows/about.json": '{"form":99}' }, /newer version/],
  ["a damaged one", { "rows/about.json": "nothing" }, /damaged/],
])("%s archive is refused with a sentence", async (_whose, more, sentence) => {
  const eve = await to.person();
  const found = await here.brought(eve, zipOf({ "README.md": "", "account.json": "{}", "left-out.json": "{}", ...more }));
  expect(found).toMatchObject({ status: "failed" });
  expect(found.problem).toMatch(sentence);
});
