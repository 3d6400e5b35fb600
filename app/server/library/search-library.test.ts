/* One search of the library: every shelf, by name, summary and text, whose it is, ranks, pages, and texts not yet read. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { theServer, type Person } from "#core/workspace/policy.ts";
import type { LibraryHit, LibrarySearch } from "#core/templates/library-search.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { createTemplate, createTemplates, saveTemplate, setTemplateRemoved } from "../data/library/templates.ts";
import { setApproval, setRetirement } from "../data/library/template-standing.ts";
import { indexLibrary } from "../data/upkeep/library-search-index.ts";
import type { BoundDb } from "../db/database.ts";
import { searchLibrary } from "./search-library.ts";

type Given = { name?: string; kind?: string; language?: string; summary?: string; jurisdiction?: string };

function fileOf(
  text: string,
  { name = "A thing", kind = "other", language = "en", summary = "", jurisdiction = "any" }: Given = {},
) {
  const head = `name: ${name}\nkind: ${kind}\nlanguage: ${language}\njurisdiction: ${jurisdiction}`;
  return `---\n${head}\n${summary && `summary: ${summary}\n`}---\n\n${text}\n`;
}

async function ownHits(me: Person, db: BoundDb, query: string, more: Partial<LibrarySearch> = {}): Promise<LibraryHit[]> {
  const { found } = await searchLibrary(me, db, { query, ...more });
  return found.filter(({ isBuiltIn, shelf }) => !isBuiltIn && shelf !== "law");
}

const marked = ({ text, marks }: LibraryHit["line"]) => marks.map(([start, end]) => text.slice(start, end));

eachDatabase((open) => {
  test("names come before summaries and summaries before texts, and the line shows the words", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const text = "# Head\n\nThe **lessee** keeps the {{boat}} at the quaywall and pays the dues.";
    const ids = await createTemplates(me, db, [
      fileOf(text, { name: "By text", kind: "other\nfields:\n  boat: { type: text, label: Boat }" }),
      fileOf("Words", { name: "By summary", summary: "On the quaywall" }),
      fileOf("Words", { name: "The quaywall", summary: "Of nothing" }),
    ]);
    const found = await ownHits(me, db, "Quaywall");
    expect(found.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(found.map(({ name, line }) => [marked(name), line.text, marked(line)])).toEqual([
      [["quaywall"], "Of nothing", []],
      [[], "On the quaywall", ["quaywall"]],
      [[], "The lessee keeps the [boat] at the quaywall and pays the dues.", ["quaywall"]],
    ]);
  });

  test.each([
    ["another form of a word", "terminating the agreements", "en", "Notice: each of the parties terminates this agreement."],
    ["the beginning of a word", "confidentia", "en", "All confidential matter."],
    ["the end of a compound", "frist", "de", "Es gilt die Kündigungsfrist."],
    ["capital letters beyond ASCII", "ÄNDERUNG", "de", "Jede änderung bedarf der Schriftform."],
    ["words of a Swedish text", "hyresvärdar åtar", "sv", "Hyresvärden åtar sig detta."],
    ["a Dutch form", "overeenkomst opzeggen", "nl", "Deze Overeenkomsten kan men opzeggen."],
    ["quotes and signs of a query language", "o'brien & co | (all)", "en", "All of O’Brien & Co."],
    ["short words", "§ 3 of it", "en", "See § 3 of it."],
  ])("finds %s", async (_what, query, language, text) => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await createTemplate(me, db, fileOf(text, { language }));
    await createTemplate(me, db, fileOf("Nothing of this", { language }));
    expect((await ownHits(me, db, query)).map((one) => one.id)).toEqual([id]);
  });

  test("a word of a name is found by any part of it, one that is not there is not", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await createTemplate(me, db, fileOf("Words", { name: "Zornmortgage" }));
    expect((await ownHits(me, db, "rnmort")).map((one) => one.id)).toEqual([id]);
    expect(await ownHits(me, db, "rnmorx")).toEqual([]);
    expect(await ownHits(me, db, "zornmortgage missing")).toEqual([]);
    for (const query of ["", "  ", "%", "'", "\\", "&|!:*"]) expect((await searchLibrary(me, db, { query })).found).toEqual([]);
  });

  test("each place has its own, and only those who use its library find them", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const inOrganization = async (role: "member" | "guest") => {
      const me = await newPerson(db, { memberships: [{ ...organization, role }], organizationId: organization.organizationId });
      await joinOrganization(db, me.userId, organization.organizationId, role);
      return me;
    };
    const [maker, member, guest] = [await inOrganization("member"), await inOrganization("member"), await inOrganization("guest")];
    const stranger = await newPerson(db);
    const id = await createTemplate(maker, db, fileOf("On lighthouses", {}));
    const people = [maker, member, guest, { ...maker, organizationId: null }, stranger];
    const found = await Promise.all(people.map((me) => ownHits(me, db, "lighthouses")));
    expect(found.map((hits) => hits.map((hit) => hit.id))).toEqual([[id], [id], [], [], []]);
  });

  test("what is saved, deleted, retired or approved is found as it is now", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await createTemplate(me, db, fileOf("An oldword"));
    await saveTemplate(me, db, { id, version: 1, source: fileOf("A newword") });
    expect([(await ownHits(me, db, "oldword")).length, (await ownHits(me, db, "newword")).length]).toEqual([0, 1]);
    await setApproval(me, db, { id, version: 2 });
    const [approved] = await ownHits(me, db, "newword", { status: "approved" });
    expect(approved).toMatchObject({ id, status: "approved", shelf: "templates" });
    expect(await ownHits(me, db, "newword", { status: "unapproved" })).toEqual([]);
    await setRetirement(me, db, { id, isRetired: true, successorId: null });
    expect(await ownHits(me, db, "newword")).toEqual([]);
    expect(await ownHits(me, db, "newword", { status: "retired" })).toHaveLength(1);
    await setTemplateRemoved(me, db, id, true);
    expect(await ownHits(me, db, "newword", { status: "retired" })).toEqual([]);
  });

  test("shelves and jurisdictions narrow it; precedents and acts are found with the rest", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const projectId = crypto.randomUUID();
    await db.insertInto("projects").values({ id: projectId, owner_id: me.userId, name: "P" }).execute();
    const [marked, other] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of [marked, other]) {
      const content = "# A deed\n\nOn **isthmusland** and more.";
      const draft = { id, project_id: projectId, owner_id: me.userId, name: "A deed", content, document: "{}", words: 5 };
      await db.insertInto("drafts").values(draft).execute();
    }
    await db
      .updateTable("drafts")
      .set({ precedent_since: sql<Date>`now()` })
      .where("id", "=", marked)
      .execute();
    await sql`insert into law_acts (id, source, jurisdiction, language, title, short_names, version, url, licence)
      values (${`T ${projectId}`}, 'swedish-law', 'SE', 'sv', 'Lag om isthmusland', '[]', '2026-01-01', '', '')`.execute(db);
    const clause = `---\nkind: clause\nname: C\njurisdiction: SE\n---\n\n## One\n\nOf isthmusland.\n`;
    const [template, own] = await createTemplates(me, db, [fileOf("Of isthmusland"), clause]);
    const all = await searchLibrary(me, db, { query: "isthmusland" });
    expect(all.found.map(({ id, shelf }) => [shelf, id])).toEqual([
      ["law", `T ${projectId}`],
      ["precedents", marked],
      ["clauses", own],
      ["templates", template],
    ]);
    expect(all.found[1]).toMatchObject({ projectId, line: { text: "On isthmusland and more." } });
    const shelvesOf = async (more: Partial<LibrarySearch>) =>
      (await searchLibrary(me, db, { query: "isthmusland", ...more })).found.map(({ shelf }) => shelf);
    expect(await shelvesOf({ in: ["precedents", "templates"] })).toEqual(["precedents", "templates"]);
    expect(await shelvesOf({ jurisdiction: "SE" })).toEqual(["law", "clauses"]);
    expect(await shelvesOf({ jurisdiction: "any" })).toEqual(["templates"]);
    expect(await searchLibrary(await newPerson(db), db, { query: "isthmusland" })).toMatchObject({ found: [{ shelf: "law" }] });
  });

  test("what comes with Stet is found by its text as well, and clauses in other words if few have the words", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { found } = await searchLibrary(me, db, { query: "mutual non-disclosure" });
    expect(found[0]).toMatchObject({ id: "mutual-nda", isBuiltIn: true, shelf: "templates" });
    const text = await searchLibrary(me, db, { query: "Schriftform" });
    expect(text.found.length).toBeGreaterThan(0);
    expect(text.found.every(({ name, line }) => name.marks.length + line.marks.length > 0)).toBe(true);
    expect((await searchLibrary(me, db, { query: "Schriftform", status: "approved" })).found).toEqual([]);
    const query = "zyx neither party is liable for indirect loss or loss of profit";
    expect((await searchLibrary(me, db, { query })).similar[0]?.name).toMatch(/liability/i);
  });

  test("pages follow each other through all sources, each thing once", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    for (let from = 0; from < 100; from += 50)
      await createTemplates(
        me,
        db,
        Array.from({ length: 50 }, (_, at) => fileOf(`${"agreement ".repeat((from + at) % 7)}notice agreement`)),
      );
    const seen: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await searchLibrary(me, db, { query: "agreement", ...(after && { after }) });
      seen.push(...page.found.map(({ shelf, id }) => `${shelf} ${id}`));
      after = page.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(110);
    expect((await searchLibrary(me, db, { query: "agreement", after: "nonsense" })).found).toHaveLength(30);
  });

  test("what was stored before is found unread, and the same once it is read", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await createTemplate(me, db, fileOf("On windmills"));
    await db.updateTable("library_templates").set({ words: null }).where("id", "=", id).execute();
    expect((await ownHits(me, db, "WINDMILLS")).map((hit) => hit.id)).toEqual([id]);
    while ((await indexLibrary(theServer, db, 10)) > 0);
    const { words } = await db.selectFrom("library_templates").select("words").where("id", "=", id).executeTakeFirstOrThrow();
    expect(words).toContain("'windmills'");
    expect((await ownHits(me, db, "windmill")).map((hit) => hit.id)).toEqual([id]);
  });
});
