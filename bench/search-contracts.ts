/*
 * Questions about contracts: 40 real ones become a person's files, and each question is asked of its contract. A hit
 * is a top passage, or sentence, that touches what a lawyer marked as the answer. Compared with plain stemmed BM25
 * over the same passages.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { passagesOf, type TextBlock } from "#core/sources/file-text.ts";
import type { Person } from "#core/workspace/policy.ts";
import { splitParagraphs } from "#core/text/sentences.ts";
import { createFile } from "#server/data/files/files.ts";
import type { BoundDb } from "#server/db/database.ts";
import type { ReadFile } from "#server/files/chat-files.ts";
import { createFileIndexer, type FileIndexer } from "#server/knowledge/file-indexer.ts";
import { createIndexing } from "#server/knowledge/indexing.ts";
import { relevantSentences } from "#server/knowledge/relevant-sentences.ts";
import { createFileSearch, type FoundInFiles } from "#server/knowledge/search-files.ts";
import { getInformationTool } from "#server/tools/get-information.ts";
import { isForTuning, legalData, linesOf, percentile, rounded, sayer, withDatabase, type Row } from "./search/legal-data.ts";
import { inUnits, touches, type Span } from "./search/spans.ts";
import { plainBm25 } from "./search/plain-bm25.ts";

type Query = { query: string; doc: string; spans: Span[] };
type Asked = { half: "tune" | "test"; found: Record<string, Span[]>; answers: Span[]; saysNothing: boolean };

const say = sayer("search-contracts");

async function newPerson(db: BoundDb): Promise<Person> {
  const userId = randomUUID();
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values (${userId}, 'Bench', ${`${userId}@example.test`}, true, now(), now())`.execute(db);
  const plans = { plan: "professional", ownPlan: "professional" } as const;
  return { kind: "person", userId, name: "Bench", email: "", isVerified: true, ...plans, organizationId: null, memberships: [] };
}

async function addFile(db: BoundDb, me: Person, { title, text }: Row): Promise<{ id: string; blocks: TextBlock[] }> {
  const blocks = splitParagraphs(text).map(({ start, end }) => ({ start, end }));
  const file = {
    key: randomUUID(),
    originalName: title,
    kind: "text",
    contentType: "text/plain",
    size: text.length,
    sha256: randomUUID(),
    status: "ready" as const,
    problem: null,
    modifiedAt: null,
    projectId: null,
    document: { text, blocks },
  };
  return { id: (await createFile(me, db, file)).file.id, blocks };
}

async function contracts(folder: string): Promise<void> {
  const rows = linesOf(folder, "contracts/corpus_cuad_dev").map((line) => JSON.parse(line) as Row);
  const queries = linesOf(folder, "contracts/queries_cuad_dev").map((line) => JSON.parse(line) as Query);
  await withDatabase(async ({ db }) => {
    const me = await newPerson(db);
    const indexer = createFileIndexer({ db, indexing: createIndexing(), log: console });
    const files = new Map<string, { id: string; text: string; plain: ReturnType<typeof plainBm25>; passages: Span[] }>();
    for (const row of rows) {
      const { id, blocks } = await addFile(db, me, row);
      const passages = passagesOf({ text: row.text, blocks });
      const documents = passages.map(({ start, end }, at) => ({ id: String(at), text: row.text.slice(start, end) }));
      files.set(row.id, { id, text: row.text, plain: plainBm25(documents, "en"), passages });
    }
    const count = [...files.values()].reduce((sum, { passages }) => sum + passages.length, 0);
    await indexed(indexer, count, rows.length);
    const search = createFileSearch({ db, indexer });
    const asked: Asked[] = [];
    const times: number[] = [];
    for (const { query: question, doc, spans } of queries) {
      const { id, text, plain, passages } = files.get(doc)!;
      const started = performance.now();
      const { passages: found } = await search.search(me, { question, ids: [id], limit: 24 }, new AbortController().signal);
      times.push(performance.now() - started);
      const sentences = relevantSentences(found, question, 10);
      const file = {
        name: doc,
        contentType: "text/plain",
        size: text.length,
        documentId: id,
        document: { text, blocks: [{ start: 0, end: text.length }] },
      };
      const given = await asTool(question, file, (asked) =>
        search.search(me, { ...asked, ids: [id] }, new AbortController().signal),
      );
      asked.push({
        half: isForTuning(`${doc} ${question}`) ? "tune" : "test",
        answers: spans.map((span) => inUnits(text, span)),
        saysNothing: given.saysNothing,
        found: {
          given: given.passages,
          passages: found.map(({ passage }) => passage),
          sentences,
          plain: plain(question, 24).map((at) => passages[Number(at)]!),
        },
      });
    }
    await askedTogether(queries, (doc) => {
      const { id, text } = files.get(doc)!;
      const document = { text, blocks: [{ start: 0, end: text.length }] };
      const file = { name: doc, contentType: "text/plain", size: text.length, documentId: id, document };
      return (query) =>
        asTool(query, file, (one) => search.search(me, { ...one, ids: [id] }, new AbortController().signal)).then((given) => ({
          given,
          text,
        }));
    });
    const copies = 10;
    for (let copy = 0; copy < copies; copy++) for (const row of rows) await addFile(db, me, row);
    await indexed(indexer, count * copies, rows.length * copies);
    await indexer.close();
    for (const half of ["tune", "test"] as const)
      report(
        half,
        asked.filter((one) => one.half === half),
      );
    say("a question about one contract, p95", percentile(times, 0.95), "ms");
  });
}

const together = 4;

/** Four clauses of one contract in one query, as people list them: each topic has to get its own. */
async function askedTogether(
  queries: readonly Query[],
  ask: (doc: string) => (query: string) => Promise<{ given: Given; text: string }>,
) {
  const lists = {
    semicolons: (names: string[]) => names.join("; "),
    "commas and “and”": (names: string[]) => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`,
    "a question": (names: string[]) => `What does the contract say about ${names.slice(0, -1).join(", ")} and ${names.at(-1)}?`,
  };
  const groups = [...Map.groupBy(queries, ({ doc }) => doc)].flatMap(([doc, all]) =>
    Array.from({ length: Math.floor(all.length / together) }, (_, at) => ({
      doc,
      asked: all.slice(at * together, (at + 1) * together),
    })),
  );
  for (const [how, list] of Object.entries(lists)) {
    let [right, denied] = [0, 0];
    for (const { doc, asked } of groups) {
      const { given, text } = await ask(doc)(list(asked.map(({ query }) => query)));
      for (const { query, spans } of asked) {
        const topic = given.topics.find((one) => one.topic === query);
        if (given.saysNothing || topic?.found === false) denied++;
        const own = [...given.passages.filter(({ topics }) => topics?.includes(query) === true), ...(topic?.nearest ?? [])];
        const answers = spans.map((span) => inUnits(text, span));
        if (own.some((one) => answers.some((answer) => touches(one, answer)))) right++;
      }
    }
    const all = groups.length * together;
    say(`four clauses in one query, ${how}: the clause is among its topic’s own passages`, rounded(right / all), `of ${all}`);
    say(`four clauses in one query, ${how}: denied`, denied, `of ${all}`, 0, denied === 0);
  }
}

type Passage = Span & { topics?: string[]; givenUnder?: string[] };
type Topic = { topic: string; found: unknown; nearest?: Passage[] };
type Given = { saysNothing: boolean; passages: Passage[]; topics: Topic[] };

/** What getInformation gives a model. */
async function asTool(
  query: string,
  file: ReadFile,
  search: (asked: { question: string; limit: number }) => Promise<FoundInFiles>,
): Promise<Given> {
  const context = {
    fileSearch: { searchesProject: false, search },
    files: async () => [file],
    law: { chosen: [] },
    addSources: (sources: object[]) => sources.map((source, at) => ({ ...source, number: at + 1 })),
  };
  const given = await getInformationTool.execute({ query, limit: mostGiven, in: "files" }, context as never);
  const {
    found,
    passages,
    nearest = [],
    topics = [],
  } = given as {
    found: boolean | "nearest";
    passages: Passage[];
    nearest?: Passage[];
    topics?: Topic[];
  };
  return { saysNothing: found === false, passages: [...passages, ...nearest], topics };
}

const mostGiven = 6;

async function indexed(indexer: FileIndexer, passages: number, files: number): Promise<void> {
  const begun = performance.now();
  const before = process.cpuUsage();
  await indexer.indexAll();
  const rate = Math.round((passages * 1000) / (performance.now() - begun));
  const { user, system } = process.cpuUsage(before);
  say(`${passages} passages of ${files} contracts, into the index`, rate, "passages/s", 5_000, rate >= 5_000);
  // Wall time says little on a busy machine; two cores at most double the rate.
  say("for each second of all cores' work", Math.round((passages * 1_000_000) / (user + system)), "passages/s");
}

function report(half: string, asked: readonly Asked[]): void {
  const share = (who: string, most: number) =>
    rounded(
      asked.filter(({ found, answers }) => found[who]!.slice(0, most).some((one) => answers.some((other) => touches(one, other))))
        .length / asked.length,
    );
  for (const most of [1, 3, 5, 10]) {
    const [ours, plain] = [share("passages", most), share("plain", most)];
    say(
      `${half}, ${asked.length} questions, the answer in the first ${most} passages`,
      ours,
      "of 1",
      `above plain BM25 ${plain}`,
      ours > plain,
    );
  }
  const given = share("given", mostGiven);
  say(`${half}, the clause among the ${mostGiven} passages that a model is given`, given, "of 1", 0.8, given >= 0.8);
  const denied = asked.filter(({ saysNothing }) => saysNothing).length;
  say(`${half}, questions answered with “nothing found”`, denied, "questions", 0, denied === 0);
  for (const most of [1, 3, 5]) say(`${half}, the answer in the first ${most} sentences`, share("sentences", most), "of 1");
}

const folder = legalData();
if (folder !== undefined) await contracts(folder);
