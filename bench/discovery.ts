/*
 * Collections of made emails and documents whose threads and near duplicates are known: how many are read a second and
 * what a thousand of them cost, the server's memory from beginning to end, searches by kind, coding a thousand, how much
 * of what is known was found, a production made twice, and kill -9 in the middle of a reading and of a production.
 *
 * npm run bench -- discovery --emails=20000 --produced=2000
 */
import { createHash } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { unzipSync } from "fflate";
import type { Collection, DocumentPage, Facets } from "../app/core/discovery/discovery.ts";
import type { Production } from "../app/core/discovery/production.ts";
import { csvRows } from "../app/core/text/csv.ts";
import { uuidv7 } from "../app/core/text/uuid.ts";
import { foundTruth, storedOf } from "./discovery/found-truth.ts";
import { Maker, type Made } from "./discovery/made-documents.ts";
import { MeasuredServer } from "./discovery/measured-server.ts";
import { percentile } from "./stream/load.ts";
import { numberFlag } from "./support/flags.ts";

const emails = numberFlag("emails", 20_000);
const produced = numberFlag("produced", 2_000);
const server = new MeasuredServer();
const maker = new Maker();

type Bar = { most?: number; least?: number };

function say(what: string, value: number, unit: string, { most, least }: Bar = {}): void {
  const ok = value <= (most ?? Infinity) && value >= (least ?? -Infinity);
  const bar = most ?? least;
  const load = Math.round(loadavg()[0]! * 10) / 10;
  const said = {
    bench: "discovery",
    what,
    value: Math.round(value * 1000) / 1000,
    unit,
    ...(bar !== undefined && { bar, ok }),
    load,
  };
  process.stdout.write(`${JSON.stringify(said)}\n`);
}

const lookEveryMs = 300;
const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;

type Uploaded = { id: string; made: Made[] };

async function uploaded(name: string, prefix: string, count: number): Promise<Uploaded> {
  const made: Made[] = [];
  const { id: projectId } = await server.ask<{ id: string }>("/api/projects", { name });
  for (const file of maker.files(count)) {
    await server.upload(projectId, file);
    made.push(...file.made);
  }
  return { id: (await server.ask<{ id: string }>("/api/discovery", { projectId, name, prefix })).id, made };
}

async function collectionOf(id: string): Promise<Collection> {
  return (await server.ask<{ collection: Collection }>(`/api/discovery/${id}`)).collection;
}

type Reading = { until?: number; onLook?: (isComparing: boolean, ms: number) => void };

/** Resolves with the documents when all is read, or as soon as this many are. */
async function read(id: string, { until = Infinity, onLook }: Reading = {}): Promise<number> {
  for (;;) {
    const asked = performance.now();
    const { run, documents } = await collectionOf(id);
    if (run?.state === "failed") throw new Error(`The reading failed: ${run.problem}`);
    if (run === null || documents >= until) return documents;
    onLook?.(run.isComparing, performance.now() - asked);
    await sleep(lookEveryMs);
  }
}

async function measureReading({ id }: Uploaded): Promise<void> {
  await server.idle();
  const [began, cpuBefore] = [performance.now(), server.cpu()];
  const memory: number[] = [];
  let [compared, mostOfAll, mostOwn, cpuRead] = [0, 0, 0, 0];
  await server.ask(`/api/discovery/${id}/sources`, {});
  const waits = { reading: 0, comparing: 0 };
  const onLook = (isComparing: boolean, ms: number) => {
    const doing = isComparing ? "comparing" : "reading";
    waits[doing] = Math.max(waits[doing], ms);
    const { own, all } = server.memory();
    if (!isComparing) memory.push(own);
    mostOwn = Math.max(mostOwn, own);
    mostOfAll = Math.max(mostOfAll, all);
    if (!isComparing || compared > 0) return;
    compared = performance.now();
    cpuRead = server.cpu();
  };
  const documents = await read(id, { onLook });
  const ended = performance.now();
  compared ||= ended;
  cpuRead ||= server.cpu();
  say("documents", documents, "");
  say("documents read a second", documents / ((compared - began) / 1_000), "1/s", { least: 200 });
  say("CPU of reading a thousand", ((cpuRead - cpuBefore) / documents) * 1_000, "s");
  say("duplicates, threads and near duplicates of all", (ended - compared) / 1_000, "s");
  say("CPU of comparing a thousand", ((server.cpu() - cpuRead) / documents) * 1_000, "s");
  const quarter = Math.max(1, Math.floor(memory.length / 4));
  const [first, last] = [mean(memory.slice(0, quarter)), mean(memory.slice(-quarter))];
  say("the collection's page while documents are read, longest", waits.reading, "ms", { most: 1_000 });
  say("the collection's page while they are compared, longest", waits.comparing, "ms", { most: 1_000 });
  say("memory while reading, first quarter", first, "MB");
  say("memory while reading, last quarter", last, "MB");
  say("memory while reading, growth", last - first, "MB", { most: 100 });
  say("memory without children, at most", mostOwn, "MB");
  say("memory with children, at most", mostOfAll, "MB");
}

const queries: Record<string, () => string> = {
  "of a rare word": () => maker.rare(),
  "of a common word": () => maker.common(),
  "of two words": () => `${maker.common()} ${maker.rare()}`,
  "with NOT": () => `${maker.common()} AND NOT ${maker.common()}`,
  "by sender": () => `(${maker.rare()} OR ${maker.rare()}) from:p${maker.below(400)}`,
  "of words close together": () => `${maker.common()} w/5 ${maker.common()}`,
  "of a phrase": () => `"${maker.common()} ${maker.common()}"`,
  "of a beginning, by year": () => `${maker.rare().slice(0, 4)}* date:2021`,
  "of a short beginning": () => `${maker.rare().slice(0, 2)}*`,
  "by mark": () => `subject:${maker.common()} has:thread`,
  "of all": () => "",
};
const newestFirst = "of a common word, newest first";
queries[newestFirst] = queries["of a common word"]!;

/** A person has 300 a minute. */
const searchesOfKind = 24;
const withFacets = new Set(["of a common word", "of words close together", "of a short beginning", "of all"]);

async function measureSearches({ id }: Uploaded): Promise<void> {
  const all: number[] = [];
  for (const part of ["documents", "facets"])
    for (const [kind, query] of Object.entries(queries)) {
      if (part === "facets" && !withFacets.has(kind)) continue;
      const times: number[] = [];
      const cpu = server.cpu();
      for (let at = 0; at < searchesOfKind; at++) {
        const asked = new URLSearchParams({ query: query(), sort: kind === newestFirst ? "newest" : "number" });
        times.push(await server.timed(`/api/discovery/${id}/${part}?${asked}`));
      }
      if (part === "documents") all.push(...times);
      const what = `${part === "documents" ? "a search" : "its facets"} ${kind}`;
      say(`${what}, p95`, percentile(times, 0.95), "ms");
      say(`${what}, CPU`, ((server.cpu() - cpu) / searchesOfKind) * 1_000, "ms");
    }
  say("a search, p50", percentile(all, 0.5), "ms");
  say("a search, p95", percentile(all, 0.95), "ms", { most: 100 });
}

async function measureCoding({ id }: Uploaded): Promise<void> {
  const ids: string[] = [];
  for (let after = ""; ids.length < 1_000 && after !== "none";) {
    const page = await server.ask<DocumentPage>(`/api/discovery/${id}/documents?${after === "" ? "" : `after=${after}`}`);
    ids.push(...page.documents.map((one) => one.id));
    after = page.next ?? "none";
  }
  const began = performance.now();
  const coding = { operationId: uuidv7(), documentIds: ids.slice(0, 1_000), set: ["responsive"] };
  await server.ask(`/api/discovery/${id}/coding`, coding);
  say("a thousand coded at once", performance.now() - began, "ms", { most: 1_000 });
  const undoing = performance.now();
  await server.ask(`/api/discovery/${id}/coding/${coding.operationId}/undo`, {});
  say("and taken back", performance.now() - undoing, "ms", { most: 1_000 });
}

/** Months that have at least this many documents together. */
async function queryFor(id: string, wanted: number): Promise<string> {
  const { months } = (await server.ask<{ facets: Facets }>(`/api/discovery/${id}/facets`)).facets;
  let sum = 0;
  const last = months.find(({ count }) => (sum += count) >= wanted) ?? months.at(-1)!;
  return `date:${months[0]!.value}..${last.value}`;
}

async function startProduction(id: string, query: string): Promise<string> {
  const asked = { name: "To the other side", query, prefix: "BEN-", firstNumber: 1, width: 8 };
  return (await server.ask<{ id: string }>(`/api/discovery/${id}/productions`, asked)).id;
}

/** Resolves with it when all is drawn, or as soon as this many documents are. */
async function drawn(id: string, productionId: string, { until = Infinity, onLook = () => {} } = {}): Promise<Production> {
  for (;;) {
    const { productions } = await server.ask<{ productions: Production[] }>(`/api/discovery/${id}/productions`);
    const own = productions.find((one) => one.id === productionId)!;
    if (own.run?.state === "failed") throw new Error(`The production failed: ${own.run.problem}`);
    if (own.done >= Math.min(until, own.documents)) return own;
    onLook();
    await sleep(lookEveryMs);
  }
}

type Package = { hash: string; bytes: number; gaps: number; mostMemory: number };

async function downloaded(id: string, productionId: string): Promise<Package> {
  const hash = createHash("sha256");
  const chunks: Uint8Array[] = [];
  let mostMemory = 0;
  for await (const chunk of await server.fetch(`/api/discovery/${id}/productions/${productionId}/file`)) {
    hash.update(chunk);
    chunks.push(chunk);
    if (chunks.length % 100 === 0) mostMemory = Math.max(mostMemory, server.memory().own);
  }
  const zip = Buffer.concat(chunks);
  const { "LOAD/production.csv": csv } = unzipSync(zip, { filter: ({ name }) => name.endsWith(".csv") });
  const [, ...rows] = [...csvRows(new TextDecoder().decode(csv).trimEnd())];
  const numberOf = (cell: string) => Number(cell.replace("BEN-", ""));
  const gaps = rows.filter(([first], at) => numberOf(first!) !== (at === 0 ? 1 : numberOf(rows[at - 1]![1]!) + 1)).length;
  return { hash: hash.digest("hex"), bytes: zip.length, gaps, mostMemory };
}

async function measureProduction({ id }: Uploaded): Promise<void> {
  const query = await queryFor(id, produced);
  await server.idle();
  const [began, cpu, before] = [performance.now(), server.cpu(), server.memory().own];
  const first = await startProduction(id, query);
  const memory: number[] = [];
  const waits: number[] = [];
  let looked = performance.now();
  const onLook = () => {
    memory.push(server.memory().all);
    waits.push(performance.now() - looked - lookEveryMs);
    looked = performance.now();
  };
  const { documents, pages } = await drawn(id, first, { onLook });
  say("documents produced", documents, "");
  say("pages produced", pages, "");
  say("documents produced a second", documents / ((performance.now() - began) / 1_000), "1/s");
  say("CPU of producing a thousand", ((server.cpu() - cpu) / documents) * 1_000, "s");
  say("another request meanwhile, p95", percentile(waits.slice(1), 0.95), "ms");
  const quarter = Math.max(1, Math.floor(memory.length / 4));
  say("memory of producing with children, growth", mean(memory.slice(-quarter)) - mean(memory.slice(0, quarter)), "MB", {
    most: 100,
  });
  const downloading = performance.now();
  const once = await downloaded(id, first);
  say("a download of it", (performance.now() - downloading) / 1_000, "s");
  say("its length", once.bytes / 1_000_000, "MB");
  say("memory of the download above that before the production", Math.max(0, once.mostMemory - before), "MB", { most: 150 });
  say("numbers that do not follow", once.gaps, "", { most: 0 });
  const same = (other: Package) => (other.hash === once.hash ? 0 : 1);
  say("downloads that differ", same(await downloaded(id, first)), "", { most: 0 });
  await server.ask(`/api/discovery/${id}/productions/${first}`, { isRemoved: true }, "PATCH");
  const second = await startProduction(id, query);
  const { done } = await drawn(id, second, { until: documents / 2 });
  await server.end("SIGKILL");
  await server.start();
  say("documents drawn before kill -9", done, "");
  await drawn(id, second);
  say("productions that differ after kill -9", same(await downloaded(id, second)), "", { most: 0 });
}

async function measureKill(): Promise<Uploaded> {
  const collection = await uploaded("Killed while read", "KIL", Math.max(1_000, Math.round(emails / 10)));
  await server.ask(`/api/discovery/${collection.id}/sources`, {});
  const before = await read(collection.id, { until: collection.made.length * 0.4 });
  await server.end("SIGKILL");
  await server.start();
  say("documents read before kill -9", before, "");
  await read(collection.id);
  return collection;
}

await server.start();
const uploading = performance.now();
const large = await uploaded("Made emails", "BEN", emails);
say("uploading", (performance.now() - uploading) / 1_000, "s");
await measureReading(large);
await measureSearches(large);
await measureCoding(large);
await measureProduction(large);
const killed = await measureKill();
await server.end("SIGTERM");

for (const [what, { id, made }] of [
  ["read", large],
  ["read, with kill -9", killed],
] as const) {
  const { lost, twice, gaps } = await storedOf(server.data, id, made);
  say(`${what}: lost`, lost, "", { most: 0 });
  say(`${what}: there twice`, twice, "", { most: 0 });
  say(`${what}: numbers that do not follow`, gaps, "", { most: 0 });
}
const { threads, precision, recall } = await foundTruth(server.data, large.id, large.made);
say("threads that are right", threads, "", { least: 0.98 });
say("near duplicates, precision of pairs", precision, "", { least: 0.95 });
say("near duplicates, recall of pairs", recall, "", { least: 0.95 });
