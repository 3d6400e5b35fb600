/*
 * A whole server that stores one of everything in the data folder. After each acknowledgement it prints, as a line of
 * JSON, what must survive from now on: the first bytes of which files, which rows, which emails, and the position in
 * the recording. `keep 3` runs through it three times.
 */
import { createHash } from "node:crypto";
import { readFileSync, statSync, writeSync } from "node:fs";
import { join, relative } from "node:path";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

export type PromisedFile = { path: string; bytes: number; sha256: string };
/** By its id. */
export type PromisedRow = { table: "files" | "projects" | "user"; id: string };
export type Promised = {
  at: number;
  what: string;
  files: PromisedFile[];
  rows: PromisedRow[];
  /** Of an email that is queued or has been sent. */
  subjects: string[];
};

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const [folder = "", rounds = "1"] = process.argv.slice(2);

/** Written straight to the pipe, so that it is out before the power fails. */
function acknowledged(what: string, paths: string[], more: Partial<Pick<Promised, "rows" | "subjects">> = {}) {
  const record = process.env["STET_RECORD"];
  const files = paths.map((path) => {
    const content = readFileSync(path);
    return { path: relative(folder, path), bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
  });
  const promised: Promised = { at: record === undefined ? 0 : statSync(record).size, what, files, rows: [], subjects: [], ...more };
  writeSync(1, `${JSON.stringify(promised)}\n`);
}

async function acknowledgeFile(app: TestApp, what: string, response: Response): Promise<void> {
  if (!response.ok) throw new Error(`the upload answered ${response.status}: ${await response.text()}`);
  const { files } = (await response.json()) as { files: { id: string }[] };
  const id = files[0]?.id ?? "";
  const { key } = await app.stet.database.db.selectFrom("files").select("key").where("id", "=", id).executeTakeFirstOrThrow();
  acknowledged(what, [join(folder, "files", key.slice(0, 2), key)], { rows: [{ table: "files", id }] });
}

async function uploadForm(app: TestApp, me: TestPerson, text: string) {
  const body = new FormData();
  body.set("file", new File([text], "notes.txt", { type: "text/plain" }));
  const { url } = app.stet.env;
  const headers = { origin: url, cookie: me.cookie };
  const response = await app.fetch(new Request(new URL("/api/upload", url), { method: "POST", headers, body }));
  await acknowledgeFile(app, "an upload", response);
}

async function uploadInParts(app: TestApp, me: TestPerson, text: string) {
  const { url } = app.stet.env;
  const headers = { origin: url, cookie: me.cookie, "tus-resumable": "1.0.0" };
  const send = (path: string, method: string, more: Record<string, string>, body?: string) =>
    app.fetch(new Request(new URL(path, url), { method, headers: { ...headers, ...more }, ...(body !== undefined && { body }) }));
  const name = Buffer.from("parts.txt").toString("base64");
  const begun = await send("/api/uploads", "POST", { "upload-length": String(text.length), "upload-metadata": `filename ${name}` });
  const path = begun.headers.get("location") ?? "";
  const arriving = join(folder, "arriving", path.split("/").at(-1) ?? "");
  const half = Math.floor(text.length / 2);
  const part = (from: number, body: string) =>
    send(path, "PATCH", { "upload-offset": String(from), "content-type": "application/offset+octet-stream" }, body);
  await part(0, text.slice(0, half));
  acknowledged("half of a large file", [arriving, `${arriving}.json`]);
  await acknowledgeFile(app, "a large file", await part(half, text.slice(half)));
}

async function keepOneOfEach(app: TestApp, round: number) {
  const me = await app.person();
  const { id } = await app.stet.database.db.selectFrom("user").select("id").where("email", "=", me.email).executeTakeFirstOrThrow();
  acknowledged("an account", [], { rows: [{ table: "user", id }] });
  const project = (await (await app.request("/api/projects", { as: me, body: { name: "A project" } })).json()) as { id: string };
  acknowledged("a project", [], { rows: [{ table: "projects", id: project.id }] });
  const text = (what: string) => `${what} ${round} of ${process.pid}. `.repeat(3_000);
  await uploadForm(app, me, text("An ordinary file"));
  await uploadInParts(app, me, text("A large file"));
  const digest = await app.stet.avatars.keep(Buffer.from(png, "base64"));
  acknowledged("a picture", [join(folder, "avatars", digest ?? "")]);
  const subject = `Kept for ${me.email}`;
  await app.stet.mail.post(me.email, { subject, text: "A letter", html: "<p>A letter</p>" });
  acknowledged("a queued email", [], { subjects: [subject] });
  await app.stet.mail.carried();
  acknowledged("an email", await letters(), { subjects: [subject] });
}

async function letters(): Promise<string[]> {
  const { readdir } = await import("node:fs/promises");
  return (await readdir(join(folder, "outbox")))
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, "outbox", name));
}

const app = await startApp({ STET_DATA: folder });
acknowledged("the secret", [join(folder, "auth-secret")]);
for (let round = 0; round < Number(rounds); round++) await keepOneOfEach(app, round);
process.exit(0);
