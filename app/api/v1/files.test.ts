/* Files by API key, with the official client. */
import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { newProject } from "#test/people.ts";

let app: TestApp;
let holder: KeyHolder;
let client: OpenAI;
beforeAll(async () => {
  app = await startApp({ UPLOAD_FILE_MB: "1" });
  holder = await newKey(app);
  client = clientOf(app, holder.secret);
});
afterAll(() => app.close());

const bring = (by: OpenAI, name: string, text: string) =>
  toFile(Buffer.from(text), name).then((file) => by.files.create({ file, purpose: "user_data" }));
const ids = async (by: OpenAI) => (await by.files.list()).data.map(({ id }) => id);

test("a file is brought and listed, in its own organization only", async () => {
  const made = await bring(client, "notes.txt", "The tenant pays rent on the first of each month.");
  expect(made).toMatchObject({ object: "file", filename: "notes.txt", bytes: 48, purpose: "user_data" });
  expect(await ids(client)).toContain(made.id);
  expect((await bring(client, "notes.txt", "The tenant pays rent on the first of each month.")).id).toBe(made.id);
  expect(await ids(clientOf(app, (await newKey(app)).secret))).toEqual([]);
});

test("into a project of the organization, and into no other", async () => {
  const put = async (projectId: string) => {
    const form = new FormData();
    form.append("file", new File(["A clause."], "clause.txt"));
    const whole = new Response(form);
    const body = await whole.arrayBuffer();
    const headers = { authorization: `Bearer ${holder.secret}`, "content-type": whole.headers.get("content-type")! };
    return app.fetch(new Request(`${app.stet.env.url}/v1/files?project_id=${projectId}`, { method: "POST", body, headers }));
  };
  const mine = await newProject(app.stet.database.db, holder.me, { organizationId: holder.me.organizationId });
  const made = await put(mine);
  expect(made.status).toBe(200);
  expect(await made.json()).toMatchObject({ project_id: mine });
  const ofProject = await client.get<{ data: object[] }>(`/files?project_id=${mine}`);
  expect(ofProject.data).toHaveLength(1);
  const other = await newKey(app);
  const theirs = await newProject(app.stet.database.db, other.me, { organizationId: other.me.organizationId });
  for (const foreign of [theirs, await newProject(app.stet.database.db, holder.me)]) expect((await put(foreign)).status).toBe(404);
  expect((await put("nothing")).status).toBe(400);
});

test("what is too large, empty, no form, or not allowed is refused in the client's own errors", async () => {
  await expect(bring(client, "large.txt", "x".repeat(1_100_000))).rejects.toMatchObject({ status: 413, code: "file_too_large" });
  await expect(bring(client, "empty.txt", "")).rejects.toMatchObject({ status: 415, code: "file_refused" });
  await expect(client.post("/files", { body: {} })).rejects.toMatchObject({ status: 400, code: "bad_request" });
  const reader = clientOf(app, (await newKey(app, ["files:read"])).secret);
  await expect(bring(reader, "notes.txt", "text")).rejects.toMatchObject({ status: 403 });
  expect(await ids(reader)).toEqual([]);
  await expect(ids(clientOf(app, (await newKey(app, ["chat"])).secret))).rejects.toMatchObject({ status: 403 });
});
