import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#core/workspace/policy.ts";
import { splitParagraphs } from "#core/text/sentences.ts";
import { eachDatabase } from "#test/databases.ts";
import { startEmbeddingServer, type EmbeddingServer } from "#test/embedding-server.ts";
import { newPerson } from "#test/people.ts";
import { createFile } from "../data/files/files.ts";
import type { Db } from "../db/database.ts";
import { embeddingsOf } from "../models/embeddings.ts";
import { createFileIndexer } from "./file-indexer.ts";
import { createFileVectors } from "./file-vectors.ts";
import { createIndexing } from "./indexing.ts";
import { createQuestionVectors } from "./question-vectors.ts";
import { relevantSentences } from "./relevant-sentences.ts";
import { nothingSecret } from "../models/secrecy.ts";
import { createFileSearch } from "./search-files.ts";

let server: EmbeddingServer;
const indexing = createIndexing();
beforeAll(async () => void (server = await startEmbeddingServer()));
afterAll(async () => {
  await server.stop();
  await indexing.close();
});

const lease = "The rent is 1,450 euros.\n\nNo dog and no parrot may live in the rooms.\n\nThe cellar is dry.";
const signal = new AbortController().signal;

async function add(db: Db, me: Person, text: string): Promise<string> {
  const key = randomBytes(20).toString("hex");
  const blocks = splitParagraphs(text).map(({ start, end }, at) => ({ start, end, page: at + 1 }));
  const what = {
    originalName: "lease.txt",
    kind: "text",
    contentType: "text/plain",
    size: 9,
    sha256: key,
    status: "ready" as const,
  };
  return (await createFile(me, db, { key, ...what, problem: null, modifiedAt: null, projectId: null, document: { text, blocks } }))
    .file.id;
}

eachDatabase((open) => {
  async function world() {
    const { db } = await open();
    const warned: string[] = [];
    const log = { warn: (_: object, words: string) => void warned.push(words), info: () => {} } as never;
    const embeddings = embeddingsOf({ EMBEDDING_MODEL: "meaning-1", EMBEDDING_URL: server.url, EMBEDDING_KEY: "k" } as never, 1)!;
    const vectors = createFileVectors({ db, log, embeddings, questions: createQuestionVectors({ log, embeddings }) });
    const indexer = createFileIndexer({ db, indexing, log });
    const files = createFileSearch({ db, indexer, vectors });
    const me = await newPerson(db);
    const first = async (question: string, ids: string[], as: Person = me) => {
      const { passages } = await files.search(as, { question, ids, limit: 5, secrecy: nothingSecret }, signal);
      return relevantSentences(passages, question, 5)[0]?.text;
    };
    return { db, me, warned, vectors, indexer, first };
  }

  test("what is asked in other words is found by its meaning", async () => {
    const { db, me, vectors, indexer, first } = await world();
    const ids = [await add(db, me, lease)];
    await indexer.indexAll();
    expect(await first("Are pets allowed?", ids)).toBeUndefined();
    expect(await vectors.embedAll(signal)).toBeGreaterThan(0);
    expect(await first("Are pets allowed?", ids)).toBe("No dog and no parrot may live in the rooms.");
    expect(await vectors.embedAll(signal)).toBe(0);
    expect(server.asked.at(-1)).toMatchObject({ key: "Bearer k", model: "meaning-1" });
  });

  test("a server that is busy is asked again; one that fails leaves the words, and the log says so", async () => {
    const { db, me, warned, vectors, indexer, first } = await world();
    const ids = [await add(db, me, lease)];
    await indexer.indexAll();
    server.refuse(401, 1);
    await expect(vectors.embedAll(signal)).rejects.toThrow("401");
    server.refuse(429, 2);
    expect(await vectors.embedAll(signal)).toBeGreaterThan(0);
    server.refuse(500, 4);
    expect(await first("Is the cellar dry?", ids)).toBe("The cellar is dry.");
    expect(warned).toEqual(["a question could not be made a vector; it is searched by its words alone"]);
    server.refuse(500, 0);
  });

  test("one file that the model does not take stops no other", async () => {
    const { db, me, warned, vectors, indexer, first } = await world();
    const ids = [await add(db, me, lease), await add(db, me, "Another text that is too long.")];
    await indexer.indexAll();
    server.refuse(400, 1);
    expect(await vectors.embedAll(signal)).toBe(1);
    expect(await first("Are pets allowed?", ids)).toBe("No dog and no parrot may live in the rooms.");
    expect(warned).toEqual(["a file could not be made vectors; it is searched by its words"]);
    const before = server.asked.length;
    expect(await vectors.embedAll(signal)).toBe(0);
    expect(server.asked).toHaveLength(before);
  });

  test("no one is near to another's file", async () => {
    const { db, me, vectors, indexer } = await world();
    const other = await newPerson(db);
    const ids = [await add(db, other, lease)];
    await indexer.indexAll();
    await vectors.embedAll(signal);
    expect(
      await vectors.nearest(other, { question: "Are pets allowed?", secrecy: nothingSecret, scope: { ids }, limit: 5 }),
    ).not.toEqual([]);
    expect(await vectors.nearest(me, { question: "Are pets allowed?", secrecy: nothingSecret, scope: { ids }, limit: 5 })).toEqual(
      [],
    );
  });
});

test("no model named, nothing is sent", () => {
  expect(embeddingsOf({ OPENAI_API_KEY: "k" } as never)).toBeNull();
});
