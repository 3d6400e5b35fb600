/*
 * Chat search returns the same results before and after a text is indexed, and in a database that had chats before the
 * index existed.
 */
import * as fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase, eachEngine } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { openDatabase, openEngine, type BoundDb } from "../../db/database.ts";
import { silent } from "../../db/log.ts";
import { migrate, readMigrations } from "../../db/migrate.ts";
import { forgetWords, indexChatTexts, seedOf, type WordPlace } from "../upkeep/chat-search-index.ts";
import { gramsWanted, numberOf } from "../../db/searched-words.ts";
import { actAs } from "../../db/acting.ts";
import { patternsOf, searchChats } from "./search-chats.ts";

type Given = { title?: string; at?: Date };

async function newChat(db: BoundDb, me: Person, texts: readonly string[], { title = "A chat", at = new Date() }: Given = {}) {
  const id = uuidv7();
  await db.insertInto("chats").values({ id, owner_id: me.userId, title, updated_at: at }).execute();
  for (const [i, content] of texts.entries()) await newMessage(db, id, content, i + 1);
  return id;
}

async function newMessage(db: BoundDb, chatId: string, content: string, seq: number): Promise<string> {
  const id = uuidv7();
  await db.insertInto("messages").values({ id, chat_id: chatId, seq, role: "user", content, parts: "[]" }).execute();
  return id;
}

async function indexAll(db: BoundDb): Promise<void> {
  while ((await indexChatTexts(theServer, db, { texts: 50, characters: 100_000 })) > 0);
}

const found = async (me: Person, db: BoundDb, query: string) =>
  (await searchChats(me, db, query, { limit: 20 })).sessions.map(({ id }) => id);
const isIndexed = async (db: BoundDb, chatId: string) => {
  const rows = await db.selectFrom("chat_search").select("words").where("chat_id", "=", chatId).execute();
  return rows.every(({ words }) => words !== null);
};

/** Newer ones, so that a search does not reach the others just by reading the newest. */
async function addNewer(db: BoundDb, me: Person): Promise<void> {
  await sql`insert into chats (id, owner_id, title, updated_at)
    select gen_random_uuid(), ${me.userId}, 'Newer ' || n, now() + n * interval '1 hour' from generate_series(1, 120) as n`.execute(
    db,
  );
}

eachDatabase((open) => {
  test.each([
    ["the beginning of a word", "termin", "On termination of the contract"],
    ["the middle of a word", "ertrags", "Ein Kaufvertragsentwurf"],
    ["the end of a word", "ENTWURF", "Ein Kaufvertragsentwurf"],
    ["every word in one message, whatever the order", "notice lease", "The Lease ends; three months' NOTICE."],
    ["capital letters beyond ASCII", "ÄRGER ČESKÁ ΝΌΜΟΥ", "Viel ärger: česká νόμου"],
    ["a script without spaces", "年底终", "租赁合同于年底终止。"],
    ["two signs", "年底", "租赁合同于年底终止。"],
    ["one sign beside a word", "§ lease", "The lease, § 3"],
    ["signs around words", "(a.b) 100%", "It is 100% (a.b) sure"],
    ["very long words", `${"x".repeat(60)}y`, `${"x".repeat(60)}yz`],
    ["quotes and backslashes", `o'brien \\path {1,2}`, `O'Brien wrote \\path {1,2}`],
  ])("finds %s, indexed or not", async (_what, query, text) => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newChat(db, me, ["Nothing of the kind", text]);
    await newChat(db, await newPerson(db), [text]);
    await addNewer(db, me);
    expect(await found(me, db, query)).toEqual([id]);
    await indexAll(db);
    expect(await isIndexed(db, id)).toBe(true);
    expect(await found(me, db, query)).toEqual([id]);
  });

  test("words in different messages are not found together", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    await newChat(db, me, ["lease", "notice"], { title: "lease" });
    await addNewer(db, me);
    await indexAll(db);
    expect(await found(me, db, "lease notice")).toEqual([]);
  });

  test("what has changed is found by its new words immediately, and not by the old ones", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newChat(db, me, ["oldword"], { title: "oldtitle" });
    await addNewer(db, me);
    await indexAll(db);
    await db.updateTable("messages").set({ content: "newword" }).where("chat_id", "=", id).execute();
    await db.updateTable("chats").set({ title: "newtitle" }).where("id", "=", id).execute();
    for (let round = 0; round < 2; round++) {
      const all = await Promise.all(["oldword", "oldtitle", "newword", "newtitle"].map((word) => found(me, db, word)));
      expect(all).toEqual([[], [], [id], [id]]);
      await indexAll(db);
    }
  });

  test("a text that changes while it is indexed is found by what it became", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newChat(db, me, ["before"]);
    await addNewer(db, me);
    const change = db.updateTable("messages").set({ content: "after" }).where("chat_id", "=", id).execute();
    await Promise.all([indexAll(db), indexAll(db), change]);
    await indexAll(db);
    expect([await found(me, db, "after"), await found(me, db, "before")]).toEqual([[id], []]);
  });

  test("an heir finds the chats that became theirs", async () => {
    const { db } = await open();
    const [me, heir] = [await newPerson(db), await newPerson(db)];
    const id = await newChat(db, me, ["inherited"]);
    await addNewer(db, heir);
    await indexAll(db);
    await db.updateTable("chats").set({ owner_id: heir.userId }).where("id", "=", id).execute();
    for (let round = 0; round < 2; round++) {
      expect([await found(me, db, "inherited"), await found(heir, db, "inherited")]).toEqual([[], [id]]);
      await indexAll(db);
    }
  });

  test("a text of too many words is found without the index", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const odd = Array.from({ length: 10_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
    const ids = [await newChat(db, me, [`${odd}needle`]), await newChat(db, me, [`${"hay ".repeat(30_000)}needle`])];
    await addNewer(db, me);
    await indexAll(db);
    expect((await found(me, db, "needle")).toSorted()).toEqual(ids.toSorted());
  });

  test("an answer is indexed when it has been written", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newChat(db, me, ["asked"]);
    const messageId = await newMessage(db, id, "being written", 2);
    const run = { id: uuidv7(), message_id: messageId, chat_id: id, model: "m", status: "running", process_id: "p" } as const;
    await db.insertInto("runs").values(run).execute();
    await addNewer(db, me);
    await indexAll(db);
    expect([await isIndexed(db, id), await found(me, db, "being written")]).toEqual([false, [id]]);
    await db.updateTable("runs").set({ status: "done" }).where("id", "=", run.id).execute();
    await indexAll(db);
    expect([await isIndexed(db, id), await found(me, db, "being written")]).toEqual([true, [id]]);
  });

  test("what is deleted leaves nothing in the index", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newChat(db, me, ["first", "second"]);
    await indexAll(db);
    const rows = () => db.selectFrom("chat_search").select("id").where("chat_id", "=", id).execute();
    expect(await rows()).toHaveLength(3);
    await db.deleteFrom("messages").where("chat_id", "=", id).where("seq", "=", 2).execute();
    expect(await rows()).toHaveLength(2);
    await db.deleteFrom("chats").where("id", "=", id).execute();
    expect(await rows()).toEqual([]);
  });

  test("the index answers each person about their own texts only, whatever it is asked", async () => {
    const { db } = await open();
    const [me, other] = [await newPerson(db), await newPerson(db)];
    const id = await newChat(db, me, ["An early needle"]);
    await indexAll(db);
    const grams = [...gramsWanted("needle", seedOf(me.userId))];
    const word = numberOf("needle", seedOf(me.userId));
    const asked = async (who: Person) => {
      const words = await sql<{ word: number }>`select words_with_grams(${grams}::int4[], 10) as word`.execute(actAs(who, db));
      const wanted = JSON.stringify([[`{${word}}`]]);
      const chats = await sql<{ id: string }>`select chats_with_words(${wanted}::jsonb) as id`.execute(actAs(who, db));
      return [words.rows.map((row) => row.word), chats.rows.map((row) => row.id)];
    };
    expect(await asked(me)).toEqual([[word], [id]]);
    expect(await asked(other)).toEqual([[], []]);
  });

  test("words are forgotten when no text has them any more, and only then", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const kept = await newChat(db, me, ["staying common"]);
    const gone = await newChat(db, me, ["vanishing common"]);
    await addNewer(db, me);
    await indexAll(db);
    const words = async () => (await db.selectFrom("chat_words").select("word").where("owner_id", "=", me.userId).execute()).length;
    const forget = async () => {
      for (let after: WordPlace | null = null; ;) if ((after = await forgetWords(theServer, db, after, 50)) === null) return;
    };
    const before = await words();
    await forget();
    expect(await words()).toBe(before);
    await db.deleteFrom("chats").where("id", "=", gone).execute();
    await forget();
    expect(await words()).toBe(before - 1);
    expect([await found(me, db, "common"), await found(me, db, "stay"), await found(me, db, "vanish")]).toEqual([
      [kept],
      [kept],
      [],
    ]);
    const again = await newChat(db, me, ["vanishing"]);
    await indexAll(db);
    await addNewer(db, me);
    expect(await found(me, db, "vanish")).toEqual([again]);
  });

  test("any texts are found by any parts of them, as by reading them all", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const sign = fc.constantFrom(..."abcABÄäßſKkΣσς1.-§年底于ก\u0301 ".split(""), "lease", " the ", "𐐀");
    const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(""));
    const texts = fc.sample(text, { numRuns: 300, seed: 11 });
    const chats: { id: string; texts: string[] }[] = [];
    for (let i = 0; i + 3 <= texts.length; i += 3) {
      const [title, ...messages] = texts.slice(i, i + 3) as [string, string, string];
      const at = new Date(Date.UTC(2026, 0, 1, 0, i));
      chats.unshift({ id: await newChat(db, me, messages, { title, at }), texts: [title, ...messages] });
    }
    // Nothing may be found for being among the newest.
    await addNewer(db, me);
    await indexAll(db);
    const isIn = (query: string) => (content: string) =>
      patternsOf(query).every((pattern) => new RegExp(pattern, "u").test(content));
    for (const query of fc
      .sample(fc.array(sign, { minLength: 1, maxLength: 4 }), { numRuns: 200, seed: 5 })
      .map((one) => one.join(""))) {
      if (patternsOf(query).length === 0 || isIn(query)("Newer 0123456789")) continue;
      const { sessions } = await searchChats(me, db, query, { limit: 500 });
      const expected = chats.filter((chat) => chat.texts.some(isIn(query)));
      expect([query, ...sessions.map(({ id }) => id)]).toEqual([query, ...expected.map(({ id }) => id)]);
    }
  });

  test("a part of more words than the index restricts by is found all the same", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const words = Array.from({ length: 2_500 }, (_, i) => `${String(i)}end`);
    const id = await newChat(db, me, [words.slice(0, 1_250).join(" "), words.slice(1_250).join(" ")]);
    await addNewer(db, me);
    await indexAll(db);
    for (const query of ["end", "9END", "17 end", "2499e"]) expect(await found(me, db, query)).toEqual([id]);
    for (const query of ["17x end", "end missing"]) expect(await found(me, db, query)).toEqual([]);
  });

  test.each(["common", "rare"])("of many with a %s word, a page is the newest, and the next page follows", async (how) => {
    const { db } = await open();
    const me = await newPerson(db);
    const chats: string[] = [];
    const at = (i: number) => new Date(Date.UTC(2026, 0, 1, 0, i));
    for (let i = 0; i < 90; i++) chats.unshift(await newChat(db, me, [`word${i % 2 === 0 ? " even" : ""}`], { at: at(i) }));
    if (how === "rare") await addNewer(db, me);
    const even = chats.filter((_, i) => i % 2 === 1);
    for (let round = 0; round < 2; round++) {
      const first = await searchChats(me, db, "wor", { limit: 30 });
      expect([first.sessions.map(({ id }) => id), first.hasOlder]).toEqual([chats.slice(0, 30), true]);
      const before = first.sessions.at(-1)!.updatedAt;
      const next = await searchChats(me, db, "wor", { limit: 30, before });
      expect(next.sessions.map(({ id }) => id)).toEqual(chats.slice(30, 60));
      const all = await searchChats(me, db, "word even", { limit: 300 });
      expect([all.sessions.map(({ id }) => id), all.hasOlder]).toEqual([even, false]);
      await indexAll(db);
    }
  });
});

eachEngine((place) => {
  test("chats from before the index are found, at once and when they are indexed", async () => {
    const where = await place();
    const before = await openEngine(where);
    const all = readMigrations();
    const own = all.findIndex(({ name }) => name.includes("searched-chats"));
    await migrate(before.db, silent, all.slice(0, own));
    const me = await newPerson(before.db);
    const id = await newChat(before.db, me, ["An early needle"], { title: "Early title" });
    await addNewer(before.db, me);
    await before.close();
    const { db, close } = await openDatabase(where);
    for (let round = 0; round < 2; round++) {
      expect([await found(me, db, "needle"), await found(me, db, "early tit")]).toEqual([[id], [id]]);
      await indexAll(db);
    }
    expect(await isIndexed(db, id)).toBe(true);
    await close();
  });
});
