import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { Person } from "#core/workspace/policy.ts";
import { theServer } from "#core/workspace/policy.ts";
import { splitParagraphs } from "#core/text/sentences.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import { forgetFileIndexes, saveFileIndexes } from "../data/files/file-indexes.ts";
import { createFile, removeFile, restoreFile } from "../data/files/files.ts";
import type { Db } from "../db/database.ts";
import { createFileIndexer } from "./file-indexer.ts";
import type { FileIndex } from "./file-index.ts";
import { createIndexing } from "./indexing.ts";
import { createFileSearch, type FileQuestion } from "./search-files.ts";

const lease =
  "The rent is 1,450 euros a month.\n\nThe deposit is three months of rent.\n\nThe tenant may terminate with sixty days of notice.";
const indexing = createIndexing();
afterAll(() => indexing.close());

async function add(db: Db, me: Person, name: string, text: string, projectId: string | null = null): Promise<string> {
  const key = randomBytes(20).toString("hex");
  const what = { kind: "text", contentType: "text/plain", size: text.length, sha256: key, status: "ready" as const };
  const blocks = splitParagraphs(text).map(({ start, end }, at) => ({ start, end, page: at + 1 }));
  const document = text === "" ? null : { text, blocks };
  const { file } = await createFile(me, db, {
    key,
    originalName: name,
    ...what,
    problem: text === "" ? "The pages are pictures." : null,
    modifiedAt: null,
    projectId,
    document,
  });
  return file.id;
}

eachDatabase((open) => {
  async function world() {
    const { db } = await open();
    const [me, other] = [await newPerson(db), await newPerson(db)];
    const indexer = createFileIndexer({ db, indexing, log: console });
    const files = createFileSearch({ db, indexer });
    const search = (asked: Partial<FileQuestion>, as: Person = me) =>
      files.search(as, { question: "How much is the rent?", ids: [], limit: 5, ...asked }, new AbortController().signal);
    const texts = async (asked: Partial<FileQuestion>, as?: Person) =>
      (await search(asked, as)).passages.map(({ file, passage }) => file.document.text.slice(passage.start, passage.end));
    return { db, me, other, indexer, search, texts };
  }

  test("a file is found by its passage, with page and place, though no one has indexed it yet", async () => {
    const { db, me, search } = await world();
    const id = await add(db, me, "lease.txt", lease);
    const { passages } = await search({ ids: [id], question: "When may the tenant terminate?" });
    expect(passages[0]).toMatchObject({
      file: { documentId: id, name: "lease.txt" },
      passage: { page: 3 },
      language: "en",
      score: 1,
    });
  });

  test("each file is searched in its own language, compounds included", async () => {
    const { db, me, texts } = await world();
    const filler = "Det här avtalet gäller mellan parterna och ska läsas tillsammans med bilagorna till det.";
    const swedish = `${filler}\n\nUppsägning sker skriftligen. Uppsägning prövas. En uppsägning är en uppsägning.\n\nUppsägningstiden är tre månader.\n\nTiden räknas från månadsskiftet, tid för tid och tid till tid.`;
    const ids = [await add(db, me, "avtal.txt", swedish), await add(db, me, "lease.txt", lease)];
    expect((await texts({ ids, question: "Hur lång är tiden för uppsägning?" }))[0]).toContain("Uppsägning");
    expect((await texts({ ids, question: "Vad gäller om uppsägningstiden?" }))[0]).toContain("Uppsägningstiden är tre månader.");
    expect((await texts({ ids, question: "What is the deposit?" }))[0]).toContain("The deposit is three months");
  });

  describe("no one is given a word of another's file", () => {
    test("named by its id, by its project, or around a chat", async () => {
      const { db, me, other, texts, search } = await world();
      const theirs = await newProject(db, other);
      const canary = "The canary rent of the vault is 9,999 euros.";
      const ids = [await add(db, other, "own.txt", canary), await add(db, other, "in-project.txt", canary, theirs)];
      expect(await texts({ ids }, other)).toHaveLength(2);
      expect(await texts({ everywhere: true }, other)).toHaveLength(2);
      expect(await texts({ ids })).toEqual([]);
      await expect(search({ project: theirs })).rejects.toThrow("There is no project called");
      const asked = { ids: [...ids, await add(db, me, "lease.txt", lease)] };
      for (const found of [await texts(asked), await texts({ everywhere: true })]) {
        expect(found.length).toBeGreaterThan(0);
        expect(found.join("\n")).not.toMatch(/canary|9,999/);
      }
    });

    test("and how rare a word is in it does not show in your own order", async () => {
      const { db, me, other, search } = await world();
      const own = await add(db, me, "lease.txt", lease);
      const before = (await search({ ids: [own] })).passages.map(({ score }) => score);
      for (let i = 0; i < 3; i++) await add(db, other, `${i}.txt`, "Rent, rent and rent. Much rent is the rent.");
      expect((await search({ ids: [own] })).passages.map(({ score }) => score)).toEqual(before);
    });

    test("a project that is shared opens its files to whom it is shared with, and to no one else", async () => {
      const { db, me, other, texts } = await world();
      const project = await newProject(db, other, { sharedWith: me });
      await add(db, other, "shared.txt", lease, project);
      expect((await texts({ project })).length).toBeGreaterThan(0);
      await db.deleteFrom("project_shares").where("project_id", "=", project).execute();
      await expect(texts({ project })).rejects.toThrow("There is no project called");
    });
  });

  test("a removed file is found no more, and again when it is brought back", async () => {
    const { db, me, texts } = await world();
    const id = await add(db, me, "lease.txt", lease);
    expect(await texts({ ids: [id] })).not.toEqual([]);
    await removeFile(me, db, id);
    expect(await texts({ ids: [id] })).toEqual([]);
    await restoreFile(me, db, id);
    expect(await texts({ ids: [id] })).not.toEqual([]);
  });

  test("what two questions index at once is stored once, and neither fails", async () => {
    const { db, me, texts } = await world();
    const ids = [await add(db, me, "lease.txt", lease), await add(db, me, "again.txt", lease)];
    const index = {
      language: "en" as const,
      lengths: new Uint8Array([3]),
      length: 3,
      buckets: [[7, new Uint8Array([1])]] as [number, Uint8Array][],
    };
    const both = ids.map((id): [string, FileIndex] => [id, index]);
    await Promise.all(
      Array.from({ length: 6 }, (_, at) => saveFileIndexes(theServer, db, at % 2 === 0 ? both : both.toReversed())),
    );
    const rows = await db.selectFrom("file_indexes").select("passages").where("file_id", "in", ids).execute();
    expect(rows).toEqual([{ passages: 1 }, { passages: 1 }]);
    expect(await texts({ ids })).toEqual([]);
  });

  test("what a file leaves in the index goes with it", async () => {
    const { db, me, texts } = await world();
    const id = await add(db, me, "lease.txt", lease);
    await texts({ ids: [id] });
    const rows = () => db.selectFrom("file_postings").select("bucket").where("file_id", "=", id).execute();
    expect((await rows()).length).toBeGreaterThan(5);
    await db.deleteFrom("files").where("id", "=", id).execute();
    expect(await rows()).toEqual([]);
  });

  test("a project is called by its name, and days narrow what is searched", async () => {
    const { db, me, texts, search } = await world();
    const project = await newProject(db, me);
    await db.updateTable("projects").set({ name: "Lease of the mill" }).where("id", "=", project).execute();
    const id = await add(db, me, "lease.txt", lease, project);
    await db
      .updateTable("files")
      .set({ created_at: new Date("2025-03-10T12:00:00Z") })
      .where("id", "=", id)
      .execute();
    expect((await texts({ project: "lease of the MILL" })).length).toBeGreaterThan(0);
    expect((await texts({ project, uploadedFrom: "2025-03-10", uploadedTo: "2025-03-10" })).length).toBeGreaterThan(0);
    expect(await texts({ project, uploadedFrom: "2025-03-11" })).toEqual([]);
    expect(await texts({ project, uploadedTo: "2025-03-09" })).toEqual([]);
    await expect(search({ project: "Nothing of the kind" })).rejects.toThrow("There is no project called “Nothing of the kind”");
  });

  test("what in a project has no text is named with its reason", async () => {
    const { db, me, search } = await world();
    const project = await newProject(db, me);
    await add(db, me, "scan.pdf", "", project);
    expect((await search({ project })).unread).toEqual([{ name: "scan.pdf", reason: "“scan.pdf”: The pages are pictures." }]);
  });

  test("files that come together are indexed together, each as it would be by itself", async () => {
    const { db, me, indexer, search } = await world();
    const project = await newProject(db, me);
    const swedish = "Hyran är 900 euro i månaden och betalas i förskott. Uppsägningstiden är tre månader. ";
    for (let at = 0; at < 70; at++)
      await add(db, me, `${at}.txt`, at % 7 === 0 ? swedish.repeat(1 + at) : `${lease} Clause ${at}.`, project);
    await add(db, me, "long.txt", `${lease}\n\n`.repeat(3_000), project);
    const found = async () => {
      const asked = ["How much is the rent?", "clause 33", "Hur lång är uppsägningstiden?"];
      return Promise.all(asked.map((question) => search({ project, question, limit: 30 })));
    };
    expect(await indexer.indexAll()).toBeGreaterThanOrEqual(71);
    const together = await found();
    expect(together[1]!.passages[0]!.file.name).toBe("33.txt");
    const ids = (await db.selectFrom("files").select("id").where("project_id", "=", project).execute()).map(({ id }) => id);
    await db.deleteFrom("file_indexes").where("file_id", "in", ids).execute();
    for (const id of ids) await indexer.bring([id], new AbortController().signal);
    expect(await found()).toEqual(together);
  });

  test("a file that cannot be indexed is passed over, and those beside it are not", async () => {
    const { db, me, texts } = await world();
    const [good, bad] = [await add(db, me, "lease.txt", lease), await add(db, me, "bad.txt", `${lease} Poison.`)];
    const warned: unknown[] = [];
    const failing = createFileIndexer({
      db,
      indexing: {
        ...indexing,
        async run(job) {
          if (job.kind === "files" && job.files.some(({ text }) => text.includes("Poison"))) throw new Error("The thread ended.");
          return indexing.run(job);
        },
      },
      log: { warn: (facts: unknown) => void warned.push(facts) } as never,
    });
    await failing.bring([good, bad], new AbortController().signal);
    expect(warned).toMatchObject([{ fileId: bad }]);
    expect(await texts({ ids: [good] })).not.toEqual([]);
    // Tried once, not forever.
    expect(await texts({ ids: [bad] })).toEqual([]);
  });

  test("rebuilt, the index finds the same", async () => {
    const { db, me, indexer, search } = await world();
    const ids = [await add(db, me, "lease.txt", lease)];
    const before = await search({ ids });
    await forgetFileIndexes(theServer, db);
    expect(await indexer.indexAll()).toBeGreaterThan(0);
    expect(await search({ ids })).toEqual(before);
  });
});
