/*
 * A whole server that keeps one of everything in the data folder. After each
 * acknowledgement it says, a line of JSON each, which files must from now on
 * survive: their paths, how many bytes of each at least, and how far the
 * recording had come. `keep 3` runs through it three times.
 */
import { statSync, writeSync } from "node:fs";
import { join, relative } from "node:path";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

export type Promised = { at: number; what: string; files: { path: string; bytes: number }[] };

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const [folder = "", rounds = "1"] = process.argv.slice(2);

/** Straight to the pipe: what was said before the power went, was said. */
function acknowledged(what: string, paths: string[]) {
  const record = process.env["STET_RECORD"];
  const files = paths.map((path) => ({ path: relative(folder, path), bytes: statSync(path).size }));
  const promised: Promised = { at: record === undefined ? 0 : statSync(record).size, what, files };
  writeSync(1, `${JSON.stringify(promised)}\n`);
}

async function fileOf(app: TestApp, response: Response): Promise<string> {
  if (!response.ok) throw new Error(`the upload answered ${response.status}: ${await response.text()}`);
  const { files } = (await response.json()) as { files: { id: string }[] };
  const { key } = await app.stet.db
    .selectFrom("files")
    .select("key")
    .where("id", "=", files[0]?.id ?? "")
    .executeTakeFirstOrThrow();
  return join(folder, "files", key.slice(0, 2), key);
}

async function uploadForm(app: TestApp, me: TestPerson, text: string) {
  const body = new FormData();
  body.set("file", new File([text], "notes.txt", { type: "text/plain" }));
  const { url } = app.stet.env;
  const headers = { origin: url, cookie: me.cookie };
  const response = await app.fetch(new Request(new URL("/api/upload", url), { method: "POST", headers, body }));
  acknowledged("an upload", [await fileOf(app, response)]);
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
  acknowledged("a large file", [await fileOf(app, await part(half, text.slice(half)))]);
}

async function keepOneOfEach(app: TestApp, round: number) {
  const me = await app.person();
  const text = (what: string) => `${what} ${round} of ${process.pid}. `.repeat(3_000);
  await uploadForm(app, me, text("An ordinary file"));
  await uploadInParts(app, me, text("A large file"));
  const digest = await app.stet.avatars.keep(Buffer.from(png, "base64"));
  acknowledged("a picture", [join(folder, "avatars", digest ?? "")]);
  await app.stet.mail.post(me.email, { subject: "Kept", text: "A letter", html: "<p>A letter</p>" });
  await app.stet.mail.carried();
  acknowledged("an email", await letters());
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
