/* Large files over the tus protocol: what arrived is kept, who owns it, and what is refused. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemOf } from "#core/workspace/problem.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { newProject } from "#test/people.ts";
import type { Person } from "#core/workspace/policy.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ UPLOAD_FILE_MB: "2" });
});
afterAll(() => app.close());

const base64 = (text: string) => Buffer.from(text).toString("base64");
const text = `${"Either party may terminate by sixty days' notice in writing. ".repeat(20_000)}The end.`;

function send(
  as: TestPerson,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Response> {
  const { url } = app.stet.env;
  const own = { origin: url, cookie: as.cookie, "tus-resumable": "1.0.0", ...headers };
  return app.fetch(new Request(new URL(path, url), { method, headers: own, ...(body !== undefined && { body }) }));
}

async function begin(as: TestPerson, { name = "Notice.txt", length = text.length, project = "" } = {}): Promise<Response> {
  const metadata = `filename ${base64(name)}${project === "" ? "" : `,project ${base64(project)}`}`;
  return send(as, "POST", "/api/uploads", { "upload-length": String(length), "upload-metadata": metadata });
}

const part = (as: TestPerson, path: string, offset: number, body: string) =>
  send(as, "PATCH", path, { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" }, body);
const offsetOf = async (as: TestPerson, path: string) => (await send(as, "HEAD", path)).headers.get("upload-offset");
async function projectOf(as: TestPerson): Promise<string> {
  const { id } = await app.stet.database.db.selectFrom("user").select("id").where("email", "=", as.email).executeTakeFirstOrThrow();
  return newProject(app.stet.database.db, { userId: id } as Person);
}
const arriving = () => readdirSync(join(app.stet.env.STET_DATA, "arriving"));

test("a file continues from where it was interrupted, and is then a file like every other", async () => {
  const me = await app.person();
  const project = await projectOf(me);
  const begun = await begin(me, { name: "Uppsägning å.txt", project });
  expect(begun.status).toBe(201);
  const path = begun.headers.get("location")!;
  expect(path).toMatch(/^\/api\/uploads\//);
  expect((await part(me, path, 0, text.slice(0, 500_000))).status).toBe(204);
  expect(await offsetOf(me, path)).toBe("500000");

  // A part that does not continue at the current offset.
  expect((await part(me, path, 0, text)).status).toBe(409);
  const ended = await part(me, path, 500_000, text.slice(500_000));
  expect(ended.status).toBe(200);
  const { files } = (await ended.json()) as { files: StoredFile[] };
  expect(files[0]).toMatchObject({ originalName: "Uppsägning å.txt", size: text.length, projectId: project });
  const shown = await app.request(files[0]!.url, { as: me });
  expect(await shown.text()).toBe(text);
  expect(arriving()).toEqual([]);
  expect((await send(me, "HEAD", path)).status).toBe(404);
});

test("what is whole stays while the last step fails, and that step is then asked for again", async () => {
  const me = await app.person();
  const path = (await begin(me)).headers.get("location")!;
  expect((await part(me, path, 0, text.slice(0, 500_000))).status).toBe(204);
  const failing = await failFiles();
  const failed = await part(me, path, 500_000, text.slice(500_000));
  expect([failed.status, await failed.text()]).toEqual([503, problemOf("database-unavailable").title]);
  expect(await offsetOf(me, path)).toBe(String(text.length));
  // The refusal repeats for as long as the failure does.
  expect((await part(me, path, text.length, "")).status).toBe(503);
  expect(await offsetOf(me, path)).toBe(String(text.length));
  await failing.end();

  // Two simultaneous requests get one file.
  const ended = await Promise.all([part(me, path, text.length, ""), part(me, path, text.length, "")]);
  expect(ended.map(({ status }) => status)).toEqual([200, 200]);
  const [one, other] = (await Promise.all(ended.map((answer) => answer.json()))) as { files: StoredFile[] }[];
  expect(one).toEqual(other);
  expect(await (await app.request(one!.files[0]!.url, { as: me })).text()).toBe(text);
  const { files } = (await (await app.request("/api/files", { as: me })).json()) as { files: StoredFile[] };
  expect(files).toHaveLength(1);
  expect((await send(me, "HEAD", path)).status).toBe(404);
});

/** Makes the database refuse new files, as during a shutdown, until it is ended. */
async function failFiles() {
  const { db } = app.stet.database;
  await sql`create function away() returns trigger language plpgsql as $$
    begin raise exception 'terminating connection due to administrator command' using errcode = '57P01'; end $$`.execute(db);
  await sql`create trigger away before insert on files for each row execute function away()`.execute(db);
  return { end: () => sql`drop trigger away on files`.execute(db) };
}

describe("what has begun", () => {
  test("is its owner's alone", async () => {
    const [me, other] = [await app.person(), await app.person()];
    const path = (await begin(me)).headers.get("location")!;
    for (const method of ["HEAD", "DELETE"]) expect((await send(other, method, path)).status).toBe(404);
    expect((await part(other, path, 0, text)).status).toBe(404);
    expect(await offsetOf(me, path)).toBe("0");
    expect((await send(me, "DELETE", path)).status).toBe(204);
    expect((await send(me, "HEAD", path)).status).toBe(404);
  });

  test("names no other file", async () => {
    const me = await app.person();
    for (const id of ["..%2F..%2Fsecret", "%2e%2e", "x.json", "a%00b"])
      expect((await send(me, "HEAD", `/api/uploads/${id}`)).status).toBe(404);
  });

  test("is limited in number and in size", async () => {
    const me = await app.person();
    const tooLarge = await begin(me, { length: 2_000_001 });
    expect([tooLarge.status, await tooLarge.text()]).toEqual([
      413,
      "This file is larger than Stet accepts. Files can be at most 2 MB.",
    ]);
    const path = (await begin(me, { length: 10 })).headers.get("location")!;
    // More than the announced length: the excess is not accepted.
    expect((await part(me, path, 0, "x".repeat(5_000))).ok).toBe(false);
    for (let at = 0; at < 25; at++) await begin(me);
    const more = await begin(me);
    expect(more.status).toBe(429);
    expect(await more.text()).toContain("have finished");
    expect((await begin(await app.person())).status).toBe(201);
  });
});

test("what is no document is refused with its sentence, and nothing of it stays", async () => {
  const me = await app.person();
  const before = arriving().length;
  const program = `MZ\u0000${"\u0001".repeat(2_000)}`;
  const path = (await begin(me, { name: "letter.pdf", length: program.length })).headers.get("location")!;
  const refused = await part(me, path, 0, program);
  expect(refused.status).toBe(415);
  expect(await refused.text()).toContain("letter.pdf");
  expect(arriving().length).toBe(before);
  const { files } = (await (await app.request("/api/files", { as: me })).json()) as { files: StoredFile[] };
  expect(files).toEqual([]);
});

test("a project that one only sees takes no file", async () => {
  const [me, owner] = [await app.person(), await app.person()];
  const refused = await begin(me, { project: await projectOf(owner) });
  expect(refused.status).toBe(404);
});
