/* What says the same in other words, by an embedding model: who finds it, and what is read again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { startEmbeddingServer, type EmbeddingServer } from "#test/embedding-server.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { setRetirement } from "../data/library/template-standing.ts";
import { createTemplate, saveTemplate, setTemplateRemoved } from "../data/library/templates.ts";
import { createQuestionVectors } from "../knowledge/question-vectors.ts";
import { embeddingsOf } from "../models/embeddings.ts";
import { builtInItems } from "./built-in-items.ts";
import { createLibraryVectors } from "./library-vectors.ts";
import { searchLibrary } from "./search-library.ts";

let server: EmbeddingServer;
beforeAll(async () => void (server = await startEmbeddingServer()));
afterAll(() => server.stop());

const signal = new AbortController().signal;
const template = (name: string, text: string) => `---\nname: ${name}\n---\n\n${text}\n`;
const prompt = (name: string, text: string) => `---\nkind: prompt\nname: ${name}\n---\n\n${text}\n`;
/** None of its words is in the texts below; to the server, each of them mentions as many animals. */
const question = "Do household animals disturb";

eachDatabase((open) => {
  async function world() {
    const { db } = await open();
    const log = { warn: () => {}, info: () => {} };
    const embeddings = embeddingsOf({ EMBEDDING_MODEL: "meaning-1", EMBEDDING_URL: server.url, EMBEDDING_KEY: "k" } as never, 1)!;
    const vectors = createLibraryVectors({ db, log, embeddings, questions: createQuestionVectors({ log, embeddings }) });
    const embedAll = async () => {
      let all = 0;
      for (let some = 1; some > 0;) all += some = await vectors.embedSome(signal);
      return all;
    };
    const similar = async (me: Person, query = question, more: object = {}) =>
      (await searchLibrary(me, db, { query, ...more }, vectors)).similar.map(({ id }) => id);
    return { db, vectors, embedAll, similar, me: await newPerson(db) };
  }

  test("what is meant is found among one's own and Stet's, on the shelf that is asked", async () => {
    const { db, embedAll, similar, me } = await world();
    const rule = await createTemplate(me, db, template("House rules", "Leave the parrot at home."));
    const asks = await createTemplate(me, db, prompt("Ask", "Is the parrot welcome?"));
    expect(await similar(me)).toEqual([]);
    expect(await embedAll()).toBe(2 + builtInItems().length);
    expect(await embedAll()).toBe(0);
    expect((await similar(me)).slice(0, 2).toSorted()).toEqual([rule, asks].toSorted());
    expect((await similar(me, question, { in: ["prompts"] }))[0]).toBe(asks);
    expect(await similar(me, question, { similar: false })).toEqual([]);
    // Few words are a name that is being typed.
    expect(await similar(me, "household animals")).toEqual([]);
    const money = await similar(me, "Whatever must be paid in euros as rent");
    expect(money.length).toBeGreaterThan(0);
    expect(money).not.toContain(rule);
  });

  test("what is changed is read again; what is retired, deleted or another's is not offered", async () => {
    const { db, embedAll, similar, me } = await world();
    const rule = await createTemplate(me, db, template("House rules", "Leave the parrot at home."));
    await embedAll();
    const isOffered = async (to = me) => (await similar(to)).includes(rule);
    expect(await isOffered()).toBe(true);
    expect(await isOffered(await newPerson(db))).toBe(false);
    await saveTemplate(me, db, { id: rule, version: 1, source: template("House rules", "The rent is paid within nine days.") });
    expect(await embedAll()).toBe(1);
    expect((await similar(me, question, { in: ["templates"] })).indexOf(rule)).not.toBe(0);
    await saveTemplate(me, db, { id: rule, version: 2, source: template("House rules", "Leave the parrot at home.") });
    await embedAll();
    await setRetirement(me, db, { id: rule, isRetired: true, successorId: null });
    expect(await isOffered()).toBe(false);
    await setRetirement(me, db, { id: rule, isRetired: false });
    expect(await isOffered()).toBe(true);
    await setTemplateRemoved(me, db, rule, true);
    expect(await isOffered()).toBe(false);
  });

  test("a colleague is not near to what one keeps to oneself", async () => {
    const { db, embedAll, similar } = await world();
    const organization = await newOrganization(db);
    const join = async () => {
      const me = await newPerson(db, {
        memberships: [{ ...organization, role: "member" }],
        organizationId: organization.organizationId,
      });
      await joinOrganization(db, me.userId, organization.organizationId, "member");
      return me;
    };
    const [maker, colleague] = [await join(), await join()];
    const mine = await createTemplate(maker, db, prompt("Ask", "A parrot?"), { isPrivate: true });
    const ours = await createTemplate(maker, db, prompt("Ask too", "A parrot, too?"));
    await embedAll();
    expect(await similar(maker)).toEqual(expect.arrayContaining([mine, ours]));
    expect(await similar(colleague)).toContain(ours);
    expect(await similar(colleague)).not.toContain(mine);
  });

  test("one text that the model does not take stops no other, and is not sent again", async () => {
    const { db, embedAll, vectors, similar, me } = await world();
    const older = await createTemplate(me, db, template("House rules", "Leave the parrot at home."));
    await createTemplate(me, db, template("Too long", "A parrot"));
    server.refuse(413, 1);
    await vectors.embedSome(signal);
    expect((await similar(me, question, { in: ["templates"] }))[0]).toBe(older);
    const before = server.asked.length;
    await embedAll();
    const sent = server.asked.slice(before).flatMap(({ input }) => input);
    expect(sent.some((text) => text.includes("Too long"))).toBe(false);
  });

  test("a model that does not answer leaves the words", async () => {
    const { db, embedAll, vectors, similar, me } = await world();
    await createTemplate(me, db, template("House rules", "Leave the parrot at home."));
    server.refuse(401, 1);
    await expect(vectors.embedSome(signal)).rejects.toThrow("401");
    await embedAll();
    server.refuse(500, 8);
    expect(await similar(me, "House rules that nowhere stand")).toEqual([]);
    server.refuse(500, 0);
  });
});
