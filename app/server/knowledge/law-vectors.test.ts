/*
 * Semantic search in law: what it finds that keywords don't, what is sent to the server and when,
 * and that keyword search works without it.
 */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import type { Source } from "#core/sources/source.ts";
import { eachDatabase } from "#test/databases.ts";
import { startEmbeddingServer, type EmbeddingServer } from "#test/embedding-server.ts";
import { newPerson } from "#test/people.ts";
import { countLawToEmbed, lawToEmbed, lawVectorCoverage, saveLawVectors } from "../data/law/law-vectors.ts";
import type { Db } from "../db/database.ts";
import { embeddingsOf } from "../models/embeddings.ts";
import { lawPassages } from "../tools/law-passages.ts";
import type { ToolContext } from "../tools/tool.ts";
import { loadLaw } from "./index-law.ts";
import type { LawAct } from "./law-act.ts";
import { createLawVectors } from "./law-vectors.ts";
import { createQuestionVectors } from "./question-vectors.ts";
import { nothingSecret } from "../models/secrecy.ts";
import { createLawSearch, type LawQuestion } from "./search-law.ts";

let server: EmbeddingServer;
beforeAll(async () => void (server = await startEmbeddingServer()));
afterAll(() => server.stop());
afterEach(() => {
  server.refuse(500, 0);
  server.silence(false);
});

const signal = new AbortController().signal;
const onPets = "No dog and no parrot may live in the rooms.";
const pets = "Are pets allowed?";

/** In a jurisdiction of its own, so that a test knows everything in it. */
function act(jurisdiction: string, texts: readonly string[], more: Partial<LawAct> = {}): LawAct {
  const id = more.id ?? `${jurisdiction} act`;
  const sections = texts.map((text, at) => ({
    ref: `${id}:${at + 1}`,
    number: String(at + 1),
    label: `section ${at + 1}`,
    heading: "",
    path: [],
    text,
    url: "https://example.org",
    inForce: null,
  }));
  const said = { source: "rows", title: `Letting Act ${jurisdiction}`, shortNames: [], version: null, inForce: null };
  return { id, jurisdiction, ...said, url: "", licence: "", sections, ...more };
}

const rents = (count: number) => Array.from({ length: count }, (_, at) => `The rent of room ${at} is due on Monday.`);

eachDatabase((open) => {
  async function world(jurisdiction: string, acts: readonly LawAct[], { model = "meaning-1", limitMs = 3_000 } = {}) {
    const { db } = await open();
    await loadLaw(db, acts);
    const warned: string[] = [];
    const log = { warn: (_: object, words: string) => void warned.push(words), info: () => {} } as never;
    const embeddings = embeddingsOf({ EMBEDDING_MODEL: model, EMBEDDING_URL: server.url, EMBEDDING_KEY: "k" } as never, 1)!;
    const services = { db, log, embeddings, questions: createQuestionVectors({ log, embeddings, limitMs }) };
    const me = await newPerson(db);
    const vectors = createLawVectors(services);
    const ask = (more: Partial<LawQuestion> = {}, search = createLawSearch(db, vectors)) =>
      search.search(me, { question: pets, secrecy: nothingSecret, jurisdictions: [jurisdiction], limit: 5, ...more });
    const refs = async (more: Partial<LawQuestion> = {}) => (await ask(more)).map(({ ref }) => ref);
    return { db, warned, vectors, ask, refs, services, scope: { jurisdiction } };
  }

  const coverageOf = async (db: Db, jurisdiction: string) =>
    (await lawVectorCoverage(theServer, db)).filter((one) => one.jurisdiction === jurisdiction);

  test("what is asked in other words is found among many by its meaning, and cited though no word is shared", async () => {
    const { db, vectors, ask, scope } = await world("XA", [act("XA", [...rents(260), onPets])]);
    expect(await ask()).toEqual([]);
    expect(await vectors.embed(scope, signal)).toBe(261);
    const [first] = await ask();
    expect([first!.text, first!.isNear]).toEqual([onPets, true]);
    expect(await coverageOf(db, "XA")).toEqual([{ jurisdiction: "XA", model: "meaning-1", vectors: 261, sections: 261 }]);
    const law = { chosen: ["XA"], search: () => ask(), missing: () => Promise.resolve([]) };
    const addSources = (sources: Omit<Source, "number">[]) => sources.map((source, at) => ({ ...source, number: at + 1 }));
    const { passages } = await lawPassages({ query: pets, limit: 5, filter: {} }, { law, addSources } as unknown as ToolContext);
    expect(passages[0]!.text).toBe(onPets);
    const asked = { question: pets, secrecy: nothingSecret, jurisdictions: ["XA"] };
    await expect(vectors.nearest({ kind: "visitor" }, asked)).rejects.toMatchObject({ status: 401 });
  });

  test("what is near in words and meaning comes before what is near in one; its score stays that of its words", async () => {
    const texts = ["A pet may be kept for a price.", "No dog and no cat and no pet.", "A pet lodge is a building.", ...rents(20)];
    const { db, vectors, ask, scope } = await world("XB", [act("XB", texts)]);
    const question = "the pet of a lodger";
    const words = await ask({ question, limit: 50 }, createLawSearch(db));
    await vectors.embed(scope, signal);
    const both = await ask({ question, limit: 50 });
    const scored = (hits: typeof words) => new Map(hits.map(({ ref, score }) => [ref, score]));
    for (const [ref, score] of scored(words)) expect(scored(both).get(ref)).toBe(score);
    expect(both.filter(({ isNear }) => isNear === true)).toHaveLength(2);
    // Without a provider nothing changes.
    expect(await ask({ question, limit: 50 }, createLawSearch(db))).toEqual(words);
    expect(words.some((hit) => "isNear" in hit)).toBe(false);
  });

  test("what is named stays first", async () => {
    const { vectors, ask, scope } = await world("XC", [act("XC", ["The rent is 5 euros.", onPets])]);
    await vectors.embed(scope, signal);
    const hits = await ask({ question: "Does section 1 of the Letting Act XC allow pets?" });
    expect(hits.map(({ number, isNamed }) => [number, isNamed])).toEqual([
      ["1", true],
      ["2", false],
    ]);
  });

  test("a source and a jurisdiction hold for meaning too; with a day set nothing is sent", async () => {
    const other = act("XD", [onPets], { id: "XD other", source: "wetten" });
    const { vectors, refs, scope } = await world("XD", [act("XD", [onPets, ...rents(3)]), other]);
    await vectors.embed(scope, signal);
    expect((await refs()).slice(0, 2).toSorted()).toEqual(["XD act:1", "XD other:1"]);
    expect(await refs({ sources: ["wetten"] })).toEqual(["XD other:1"]);
    expect(await refs({ jurisdictions: ["XA"] })).not.toContain("XD act:1");
    const sent = server.asked.length;
    expect(await refs({ question: "Are cats allowed?", inForceOn: "2020-01-01" })).toEqual([]);
    expect(server.asked).toHaveLength(sent);
  });

  test("what was cut off continues where it ended; what changed, went, or is of another model is rebuilt", async () => {
    const texts = [...rents(70), onPets];
    const { db, vectors, services, scope } = await world("XE", [act("XE", texts, { version: "2024-01-01" })]);
    await expect(vectors.embed(scope, signal, () => server.refuse(401, 1))).rejects.toThrow("401");
    expect(await countLawToEmbed(theServer, db, "meaning-1", scope)).toMatchObject({ sections: 7 });
    expect(await vectors.embed(scope, signal)).toBe(7);
    expect(await vectors.embed(scope, signal)).toBe(0);
    await loadLaw(db, [act("XE", ["The rent of room 0 is due on Friday.", ...texts.slice(1, 70)], { version: "2025-01-01" })]);
    expect(await coverageOf(db, "XE")).toMatchObject([{ vectors: 69, sections: 70 }]);
    const sent = server.asked.length;
    expect(await vectors.embed(scope, signal)).toBe(1);
    expect(server.asked.slice(sent).map(({ input }) => input)).toEqual([["Letting Act XE\nThe rent of room 0 is due on Friday."]]);
    const embeddings = embeddingsOf({ EMBEDDING_MODEL: "meaning-2", EMBEDDING_URL: server.url } as never, 1)!;
    expect(await createLawVectors({ ...services, embeddings }).embed(scope, signal)).toBe(70);
    expect(await coverageOf(db, "XE")).toMatchObject([{ model: "meaning-2", vectors: 70 }]);
  });

  test("a vector of a text that was replaced while it was made is not kept", async () => {
    const { db, vectors, scope } = await world("XF", [act("XF", [onPets])]);
    const [before] = await lawToEmbed(theServer, db, "meaning-1", { ...scope, after: 0, limit: 1 });
    const made = { ...before!, dimensions: 1, data: new Int8Array(1), code: new Uint8Array(4) };
    await loadLaw(db, [act("XF", ["The rent is 5 euros."])]);
    await saveLawVectors(theServer, db, "meaning-1", [made]);
    expect(await coverageOf(db, "XF")).toEqual([]);
    expect(await vectors.embed(scope, signal)).toBe(1);
  });

  test("what two processes make vectors of at once is stored once, and neither fails", async () => {
    const { db, scope } = await world("XL", [act("XL", [onPets, ...rents(3)])]);
    const sections = await lawToEmbed(theServer, db, "meaning-1", { ...scope, after: 0, limit: 4 });
    const vector = { dimensions: 1, data: new Int8Array(1), code: new Uint8Array(4) };
    const made = sections.map((section) => Object.assign(section, vector));
    await Promise.all(Array.from({ length: 6 }, () => saveLawVectors(theServer, db, "meaning-1", made)));
    expect(await coverageOf(db, "XL")).toMatchObject([{ vectors: 4, sections: 4 }]);
  });

  test("an amended act is found by the vectors that still hold", async () => {
    const { db, vectors, refs, scope } = await world("XG", [act("XG", [onPets, ...rents(5)])]);
    await vectors.embed(scope, signal);
    expect((await refs())[0]).toBe("XG act:1");
    await loadLaw(db, [act("XG", [onPets, "The cellar is dry.", ...rents(4)])]);
    expect((await refs())[0]).toBe("XG act:1");
  });

  test("a server that fails or is slow leaves the words, and is left alone for a while", async () => {
    const { db, warned, vectors, ask, services, scope } = await world("XH", [act("XH", [onPets, ...rents(3)])], { limitMs: 200 });
    await vectors.embed(scope, signal);
    const question = "Is the rent due on Monday?";
    const words = await ask({ question }, createLawSearch(db));
    expect(words).not.toEqual([]);
    server.silence(true);
    expect(await ask({ question })).toEqual(words);
    expect(warned).toEqual(["a question could not be made a vector; it is searched by its words alone"]);
    server.silence(false);
    const sent = server.asked.length;
    expect(await ask()).toEqual([]);
    expect(server.asked).toHaveLength(sent);
    const never = createLawVectors({ ...services, questions: { of: () => new Promise(() => {}) }, limitMs: 10 });
    expect(await ask({ question }, createLawSearch(db, never))).toEqual(words);
  });

  test("a question is sent once, and where few sections have vectors not at all", async () => {
    const few = act("XI", [onPets], { id: "XI few" });
    const { vectors, services, ask, refs } = await world("XI", [act("XI", rents(9)), few]);
    await vectors.embed({ actId: "XI few" }, signal);
    const sent = server.asked.length;
    expect(await refs()).toEqual([]);
    expect(server.asked).toHaveLength(sent);
    const again = createLawVectors(services);
    await again.embed({ jurisdiction: "XI" }, signal);
    const before = server.asked.length;
    const search = createLawSearch(services.db, again);
    expect((await ask({}, search))[0]!.ref).toBe("XI few:1");
    expect((await ask({}, search))[0]!.ref).toBe("XI few:1");
    expect(server.asked).toHaveLength(before + 1);
  });

  test("an act that came in is made vectors behind the question, unless it is large", async () => {
    const large = act("XJ", rents(301), { id: "XJ large" });
    const { db, vectors } = await world("XJ", [act("XJ", [onPets]), large]);
    vectors.embedSoon("XJ act");
    vectors.embedSoon("XJ large");
    await expect.poll(async () => (await coverageOf(db, "XJ"))[0]?.vectors).toBe(1);
    await vectors.close();
    expect(await coverageOf(db, "XJ")).toMatchObject([{ vectors: 1, sections: 302 }]);
  });
});
