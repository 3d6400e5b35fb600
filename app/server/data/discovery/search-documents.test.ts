/* Search in collections: what a query finds is what its words say, on both engines, and only for those who see it. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { CollectedEmail, CollectedMember } from "#core/discovery/collected.ts";
import { marks, readQuery, wordFields, type Phrase, type Query } from "#core/discovery/query.ts";
import { wordsOf } from "#core/discovery/words.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { canChangeCollection, canSeeCollection, shareRoles, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import { actAs, type BoundDb } from "../../db/acting.ts";
import { readBefore } from "../../files/collecting/collect.ts";
import { batchFacts, storeFamilies } from "./collected-documents.ts";
import { changeCollection, createCollection, getCollection, listCollections } from "./collections.ts";
import { getDocument } from "./documents.ts";
import { countFacets, searchDocuments } from "./search-documents.ts";

const noEmail: CollectedEmail = {
  from: "",
  to: "",
  cc: "",
  subject: "",
  sentAt: null,
  messageId: null,
  references: [],
  people: [],
};

function member(text: string, email: Partial<CollectedEmail> | null = null): CollectedMember {
  const common = { kind: "text", size: text.length, sha256: uuidv7(), pageCount: null, problem: null };
  const read = readBefore({ ...common, name: "Letter.txt", text });
  return email === null ? read : { ...read, kind: "email", email: { ...noEmail, ...email } };
}

async function newCollection(db: BoundDb, me: Person, families: CollectedMember[][], { projectId = "" } = {}): Promise<string> {
  const project = projectId || (await newProject(db, me, { organizationId: me.organizationId }));
  const id = await createCollection(me, db, { projectId: project, name: "Emails", prefix: "AB" });
  const source = { id: uuidv7(), collection_id: id, batch_id: uuidv7(), name: "Box.mbox", custodian: "Miller", made_by: me.userId };
  await db.insertInto("discovery_sources").values(source).execute();
  const read = { id: source.id, collectionId: id, projectId: project, fileId: null, name: "Box.mbox", custodian: "Miller" };
  await storeFamilies(me, db, { ...read, done: 0, total: null }, { families, done: 1, total: 1, isDone: true });
  expect((await batchFacts(me, db, source.batch_id)).done).toBe(1);
  return id;
}

const isDone = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  );

eachDatabase((open) => {
  const find = async (me: Person, db: BoundDb, collectionId: string, query: string) =>
    (await searchDocuments(me, db, { collectionId, query, sort: "number" })).documents.map(({ number }) => Number(number.slice(3)));

  test("each form of query finds what it says", { timeout: 120_000 }, async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const attachment = { ...member("Table of prices in Ärzte GmbH"), name: "Prices 2024.txt", parent: 0 };
    const id = await newCollection(db, me, [
      [
        member("From: Anna\n\nThe notice of termination is in the annex.", {
          from: "Anna Berg <anna@example.org>",
          to: "Bo <bo@example.org>",
          subject: "Termination",
          sentAt: "2024-02-29T23:30:00.000Z",
        }),
        attachment,
      ],
      [member("Termination, by whatever notice, of the contract", { from: "Bo", cc: "Anna", sentAt: "2024-03-01T00:00:00.000Z" })],
      [{ ...member(""), kind: "image", problem: "There is no text in this file." }],
      [member("漢字の文書 contractual")],
    ]);
    const found: [string, number[]][] = [
      ["", [1, 2, 3, 4, 5]],
      ["notice termination", [1, 3]],
      ['"notice of termination"', [1]],
      ["notice w/2 termination", [1]],
      ["notice w/3 termination", [1, 3]],
      ["contract*", [3, 5]],
      ["contract", [3]],
      ["ÄRZTE", [2]],
      ["漢字", [5]],
      ["字漢", []],
      ["from:anna", [1]],
      ["from:anna@example.org", [1]],
      ["cc:anna OR to:bo", [1, 3]],
      ["subject:termin*", [1]],
      ["name:prices", [2]],
      ["custodian:miller NOT termination", [2, 4, 5]],
      ["-termination", [2, 4, 5]],
      ["date:2024-02", [1, 2]],
      ["date:2024-03..", [3]],
      ["NOT date:2024", [4, 5]],
      ["type:email", [1, 3]],
      ["type:picture", [4]],
      ["has:attachment", [1]],
      ["has:exception", [4]],
      ["(notice OR prices) -annex", [2, 3]],
    ];
    for (const [query, numbers] of found) expect([query, await find(me, db, id, query)]).toEqual([query, numbers]);
    const { fault, documents } = await searchDocuments(me, db, { collectionId: id, query: "(notice", sort: "number" });
    expect([fault?.at, documents]).toEqual([0, []]);
    const facets = await countFacets(me, db, { collectionId: id, query: "date:2024" });
    expect(facets).toMatchObject({
      total: 3,
      types: [
        { value: "email", count: 2 },
        { value: "text", count: 1 },
      ],
      months: [
        { value: "2024-02", count: 2 },
        { value: "2024-03", count: 1 },
      ],
      marks: [{ value: "attachment", count: 1 }],
    });
    const [first] = (await searchDocuments(me, db, { collectionId: id, query: "annex", sort: "number" })).documents;
    const whole = await getDocument(me, db, { collectionId: id, id: first!.id });
    expect(whole).toMatchObject({ number: "AB-0000001", attachments: 1, to: "Bo <bo@example.org>", source: "Box.mbox" });
    expect(whole.family.map(({ title }) => title)).toEqual(["Termination", "Prices 2024.txt"]);
  });

  test("phrases are found anywhere in a long text, also across the windows in which it is kept", { timeout: 120_000 }, async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const filler = (from: number, count: number) => Array.from({ length: count }, (_, at) => `the w${(from + at) % 900}`).join(" ");
    const long = `begin here ${filler(0, 9_000)} needle in hay ${filler(9_000, 9_000)} last words`;
    const id = await newCollection(db, me, [[member(long)], [member("in needle hay, begin, last")]]);
    for (const query of ['"needle in hay"', '"begin here"', '"last words"', '"the w899 the w0"', "needle w/2 hay", "begin last"])
      expect([query, (await find(me, db, id, query))[0]]).toEqual([query, 1]);
    // Places at which one window ends and the next begins.
    const words = wordsOf(long);
    for (let at = 150; at + 5 < words.length; at += 1_499) {
      const phrase = words.slice(at, at + 4);
      if (!phrase.includes("needle")) expect([at, await find(me, db, id, `"${phrase.join(" ")}"`)]).toEqual([at, [1]]);
    }
    expect(await find(me, db, id, '"hay in needle"')).toEqual([]);
    expect(await find(me, db, id, 'NOT "needle in hay"')).toEqual([2]);
  });

  test("a query finds the same as reading every document does", { timeout: 120_000 }, async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const alphabet = ["ab", "abc", "bc", "cd", "d"];
    const random = fc.sample(fc.array(fc.constantFrom(...alphabet), { minLength: 0, maxLength: 9 }), { numRuns: 60, seed: 7 });
    const texts = random.map((words) => words.join(" "));
    const id = await newCollection(
      db,
      me,
      texts.map((text) => [member(text)]),
    );
    const word = fc.constantFrom(...alphabet);
    const leaf = fc.oneof(
      word,
      fc.constantFrom("ab*", "cd*", '"ab b*"'.replace(" b*", " bc*")),
      fc.tuple(word, word).map((own) => `"${own.join(" ")}"`),
      fc.tuple(word, fc.integer({ min: 1, max: 4 }), word).map(([one, distance, other]) => `${one} w/${distance} ${other}`),
    );
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.tuple(tie("tree"), tie("tree")).map(([one, other]) => `(${one}) AND (${other})`),
        fc.tuple(tie("tree"), tie("tree")).map(([one, other]) => `(${one}) OR (${other})`),
        tie("tree").map((one) => `NOT (${one})`),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, async (text) => {
        const read = readQuery(text);
        if (!read.ok) throw new Error(read.fault.sentence);
        const expected = texts.flatMap((own, at) => (holds(read.query, wordsOf(own)) ? [at + 1] : []));
        expect(await find(me, db, id, text)).toEqual(expected.slice(0, 50));
      }),
      { numRuns: 40 },
    );
  });

  test("pages follow one another in each order, and none is left out or there twice", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const families = Array.from({ length: 130 }, (_, at) => [
      member(`letter ${at}`, at % 3 === 0 ? null : { sentAt: `2024-01-0${1 + (at % 7)}T00:00:00.000Z` }),
    ]);
    const id = await newCollection(db, me, families);
    const byNumber: string[] = [];
    for (const sort of ["number", "newest", "oldest"] as const) {
      const seen: { number: string; date: string }[] = [];
      let after: string | undefined;
      do {
        const page = await searchDocuments(me, db, { collectionId: id, query: "letter", sort, after });
        for (const { number, date } of page.documents) seen.push({ number, date: date ?? "" });
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(new Set(seen.map(({ number }) => number)).size).toBe(130);
      const key = ({ number, date }: { number: string; date: string }) => (sort === "number" ? number : `${date} ${number}`);
      const keys = seen.map(key);
      expect(keys).toEqual(sort === "newest" ? keys.toSorted().toReversed() : keys.toSorted());
      if (sort === "number") byNumber.push(...keys);
    }
    expect(byNumber[0]).toBe("AB-0000001");
  });

  test(
    "what each role does with a collection is what the policy says, and the database alone holds to it",
    { timeout: 120_000 },
    async () => {
      const { db } = await open();
      const organization = await newOrganization(db);
      const { organizationId } = organization;
      const newMember = async (role: "member" | "guest") => {
        const person = await newPerson(db, { memberships: [{ ...organization, role }], organizationId });
        await joinOrganization(db, person.userId, organizationId, role);
        return person;
      };
      const owner = await newMember("member");
      for (const me of [await newMember("member"), await newMember("guest"), await newPerson(db)])
        for (const sharedAs of [...shareRoles, null]) {
          const given = { organizationId, ...(sharedAs !== null && { sharedWith: me, sharedAs }) };
          const projectId = await newProject(db, owner, given);
          const id = await newCollection(db, owner, [[member("secret")]], { projectId });
          const project = { ownerId: owner.userId, organizationId, isRemoved: false, sharedAs };
          const collection = { isRemoved: false, project };
          const here = { ...me, organizationId };
          const [sees, changes] = [canSeeCollection(me, collection), canChangeCollection(me, collection)];
          expect([sharedAs, await isDone(getCollection(here, db, id))]).toEqual([sharedAs, sees]);
          const search = searchDocuments(here, db, { collectionId: id, query: "secret", sort: "number" });
          expect([sharedAs, await isDone(search)]).toEqual([sharedAs, sees]);
          expect(await isDone(countFacets(here, db, { collectionId: id, query: "" }))).toBe(sees);
          const list = await listCollections(here, db, { query: "" });
          expect(list.collections.some((one) => one.id === id)).toBe(sees);
          expect([sharedAs, await isDone(changeCollection(here, db, id, { name: "Other" }))]).toEqual([sharedAs, changes]);
          const as = actAs(here, db);
          const seen = await as.selectFrom("discovery_documents").select("id").where("collection_id", "=", id).execute();
          const words = await as.selectFrom("discovery_words").select("document_id").where("collection_id", "=", id).execute();
          const deleted = await as.deleteFrom("discovery_words").where("collection_id", "=", id).executeTakeFirst();
          expect([seen.length === 1, words.length === 1, deleted.numDeletedRows === 1n]).toEqual([sees, sees, changes]);
        }
    },
  );
});

/** The same language, by reading the words. */
function holds(query: Query, words: readonly string[]): boolean {
  switch (query.kind) {
    case "and":
      return query.parts.every((part) => holds(part, words));
    case "or":
      return query.parts.some((part) => holds(part, words));
    case "not":
      return !holds(query.part, words);
    case "words":
      return placesOf(query.phrase, words).length > 0;
    case "near": {
      const [left, right] = [placesOf(query.left, words), placesOf(query.right, words)];
      const ahead = (one: number[], other: number[]) =>
        one.some((at) => other.some((place) => place > at && place - at <= query.distance));
      return ahead(left, right) || ahead(right, left);
    }
    default:
      throw new Error(`${query.kind}, ${marks.length} ${Object.keys(wordFields).length}`);
  }
}

/** Of single words, which is what distances are made of here. */
function placesOf({ words: wanted, isPrefix }: Phrase, words: readonly string[]): number[] {
  return words.flatMap((_, at) =>
    wanted.every((word, index) => {
      const own = words[at + index];
      return isPrefix && index === wanted.length - 1 ? own?.startsWith(word) === true : own === word;
    })
      ? [at]
      : [],
  );
}
