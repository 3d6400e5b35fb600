/* Scanned pages: few are read by themselves, many when asked; then they are searched and cited like others. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageOfPlace, sureOfPlace } from "#core/sources/source.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import type { JobAction, JobAtWork } from "#core/workspace/job.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { scannedPdf } from "#test/scanned-pdf.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const german = [
  "Der Käufer zahlt den Kaufpreis innerhalb von dreißig Tagen nach Lieferung der Ware.",
  "Der Verkäufer haftet nicht für mittelbare Schäden, es sei denn, er hat sie",
  "vorsätzlich oder grob fahrlässig verursacht. Die Verjährungsfrist beträgt zwölf Monate.",
];
const english = ["The tenant may sublet the flat only with the landlord’s written consent, which is not withheld without reason."];

async function upload(as: TestPerson, name: string, bytes: Buffer): Promise<StoredFile> {
  const form = new FormData();
  form.append("file", new File([bytes as BlobPart], name));
  const whole = new Response(form);
  const headers = { origin: app.stet.env.url, cookie: as.cookie, "content-type": whole.headers.get("content-type")! };
  const request = new Request(new URL("/api/upload", app.stet.env.url), {
    method: "POST",
    body: await whole.arrayBuffer(),
    headers,
  });
  return ((await (await app.fetch(request)).json()) as { files: StoredFile[] }).files[0]!;
}

const atWork = async (as: TestPerson) => ((await (await app.request("/api/jobs", { as })).json()) as { jobs: JobAtWork[] }).jobs;
const change = async (as: TestPerson, action: JobAction) =>
  (await app.request(`/api/jobs/${(await atWork(as))[0]!.id}`, { as, body: { action } })).status;
const textOf = async (as: TestPerson, { url }: StoredFile) => (await app.request(`${url}?text`, { as })).text();
const listed = async (as: TestPerson) =>
  ((await (await app.request("/api/files", { as })).json()) as { files: StoredFile[] }).files[0]!;
const begin = async (as: TestPerson, { id }: StoredFile, body: object = {}) =>
  (await app.request(`/api/files/${id}/recognise`, { as, body })).status;

async function pagesRead({ id }: StoredFile): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from file_pages where file_id = ${id}`.execute(
    app.stet.database.db,
  );
  return rows[0]!.count;
}

test("a few pages are read after the upload, each in its own language, and the file stays as it is", async () => {
  const anna = await app.person();
  const bytes = await scannedPdf([{ lines: german }, { lines: english }]);
  const file = await upload(anna, "Vertrag.pdf", bytes);
  expect(file).toMatchObject({
    scannedPages: 2,
    recognisedPages: 0,
    notice: expect.stringContaining("have not been read") as string,
  });
  await app.stet.jobs.settled();
  const text = await textOf(anna, file);
  for (const words of ["Der Käufer zahlt den Kaufpreis", "grob fahrlässig", "landlord’s written consent"])
    expect(text).toContain(words);
  expect(await listed(anna)).toMatchObject({
    scannedPages: 0,
    recognisedPages: 2,
    notice: expect.stringMatching(/^Pages 1–2 are scanned: the text was recognized from pictures \(\d\d % sure\)\.$/) as string,
  });
  expect(await atWork(anna)).toEqual([]);

  const where = await app.request(`/api/documents/${file.id}/pages/1`, { as: anna });
  expect(await where.json()).toMatchObject({ page: { page: 1, turn: 0, lines: expect.any(Array) as unknown } });
  expect((await app.request(`/api/documents/${file.id}/pages/3`, { as: anna })).status).toBe(404);
  expect((await app.request(`/api/documents/${file.id}/pages/1`, { as: await app.person() })).status).toBe(404);

  const attachment = { name: file.originalName, contentType: file.contentType, url: file.url, documentId: file.id };
  const asked = question("Wann zahlt der Käufer den Kaufpreis?", { choices: choicesOf("stet-builtin"), attachments: [attachment] });
  expect((await ask(app, anna, asked)).content).toContain("dreißig Tagen");
  const source = (await threadOf(app, anna, asked.chatId)).messages.at(-1)!.sources![0]!;
  const { start } = source.cited![0]!;
  expect([pageOfPlace(source, start!), sureOfPlace(source, start!)]).toEqual([1, expect.any(Number)]);
  expect(sureOfPlace(source, start!)).toBeGreaterThan(80);

  const original = await app.request(`${file.url}?download`, { as: anna });
  expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
});

test("many pages are read when asked; what was read stays over a pause, and can be read again in another language", async () => {
  const [anna, stranger] = [await app.person(), await app.person()];
  const pages = Array.from({ length: 11 }, (_, at) => ({ lines: [`Clause ${at + 1}. ${english[0]!.slice(0, 80)}`] }));
  const file = await upload(anna, "Lease.pdf", await scannedPdf(pages));
  expect(file.scannedPages).toBe(11);
  expect(await atWork(anna)).toEqual([]);
  expect(await begin(stranger, file)).toBe(404);
  expect(await begin(anna, file)).toBe(200);
  await expect
    .poll(() => atWork(anna), { timeout: 30_000 })
    .toMatchObject([{ kind: "recognise-pages", name: "Lease.pdf", state: "running", total: 11 }]);
  await expect.poll(() => pagesRead(file), { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await change(anna, "pause")).toBe(200);
  await app.stet.jobs.settled();
  const before = await pagesRead(file);
  expect(before).toBeLessThan(11);
  expect(await textOf(anna, file)).toBe("");
  expect(await change(anna, "resume")).toBe(200);
  await expect.poll(() => atWork(anna), { timeout: 120_000 }).toEqual([]);
  expect(await textOf(anna, file)).toContain("Clause 11.");
  expect(await listed(anna)).toMatchObject({ scannedPages: 0, recognisedPages: 11 });

  expect(await begin(anna, file, { languages: ["xx"] })).toBe(400);
  expect(await begin(anna, file, { languages: ["de"] })).toBe(200);
  expect(await listed(anna)).toMatchObject({ scannedPages: 11 });
  // Until then it is searched as it was read before.
  expect(await textOf(anna, file)).toContain("Clause 11.");
  expect(await change(anna, "cancel")).toBe(200);
  await app.stet.jobs.settled();
});
