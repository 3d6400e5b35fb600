/* Projects and drafts by API key: only its organization's, only within its scopes. */
import { APIError } from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Scope } from "#core/account/api-key.ts";
import { clientOf, newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { newProject } from "#test/people.ts";

type Answered = Record<string, any>;

let app: TestApp;
let holder: KeyHolder;
beforeAll(async () => {
  app = await startApp();
  holder = await newKey(app);
});
afterAll(() => app.close());

const get = (path: string, by = holder) => clientOf(app, by.secret).get<Answered>(path);
const post = (path: string, body: object, by = holder) => clientOf(app, by.secret).post<Answered>(path, { body });
const patch = (path: string, body: object, by = holder) => clientOf(app, by.secret).patch<Answered>(path, { body });
const status = (asked: Promise<unknown>) =>
  asked.then(
    () => 200,
    (error: unknown) => (error instanceof APIError ? (error.status as number) : Promise.reject(error as Error)),
  );

test("a project is made, listed and read", async () => {
  const made = await post("/projects", { name: "Leases", instructions: "Be brief." });
  expect(made).toMatchObject({ object: "project", name: "Leases", instructions: "Be brief.", is_owner: true, is_archived: false });
  expect((await get("/projects")).data.map((one: Answered) => one.id)).toContain(made.id);
  expect(await get(`/projects/${made.id}`)).toEqual(made);
  expect(await status(post("/projects", { name: " " }))).toBe(400);
  for (const id of ["0190a000-0000-7000-8000-000000000000", "nothing", "%2e%2e"])
    expect(await status(get(`/projects/${id}`))).toBe(404);
});

test("a draft is made, read, and changed from the version that was read", async () => {
  const { id: project_id } = await post("/projects", { name: "Essays" });
  const made = await post("/drafts", { project_id, name: "The sea", content: "# The sea\n\nIt is *wide*." });
  expect(made).toMatchObject({ object: "draft", project_id, name: "The sea", version: 1 });
  expect(made.content.trim()).toBe("# The sea\n\nIt is *wide*.");
  const changed = await patch(`/drafts/${made.id}`, { content: "Deep.", version: 1, name: "Depth" });
  expect(changed).toMatchObject({ name: "Depth", version: 2, content: expect.stringContaining("Deep.") });
  expect(await status(patch(`/drafts/${made.id}`, { content: "Over it.", version: 1 }))).toBe(409);
  expect(await status(patch(`/drafts/${made.id}`, { content: "Over it." }))).toBe(400);
  expect(await status(patch(`/drafts/${made.id}`, {}))).toBe(400);
  expect(await get(`/drafts/${made.id}`)).toMatchObject({ name: "Depth", version: 2 });
  expect((await get(`/drafts?project_id=${project_id}`)).data).toMatchObject([{ id: made.id, name: "Depth" }]);
  expect(await status(get("/drafts"))).toBe(400);
});

test("a draft is moved to another project, by an author whose key may write", async () => {
  const [{ id: project_id }, { id: other }] = [
    await post("/projects", { name: "Essays" }),
    await post("/projects", { name: "Books" }),
  ];
  const { id } = await post("/drafts", { project_id, name: "The sea", content: "Wide." });
  expect(await patch(`/drafts/${id}`, { project_id: other })).toMatchObject({
    project_id: other,
    content: expect.stringContaining("Wide."),
  });
  expect((await get(`/drafts?project_id=${project_id}`)).data).toEqual([]);
  const own = await newProject(app.stet.database.db, holder.me);
  expect(await status(patch(`/drafts/${id}`, { project_id: own }))).toBe(404);
});

describe("a key reaches", () => {
  test("nothing of another organization, and nothing of its maker's own place", async () => {
    const other = await newKey(app);
    const theirs = await post("/projects", { name: "Theirs" }, other);
    const draft = await post("/drafts", { project_id: theirs.id, name: "Secret" }, other);
    const own = await newProject(app.stet.database.db, holder.me);
    const elsewhere = await newKey(app);
    // The same person in two organizations: each key stays in its own.
    await app.stet.database.db
      .updateTable("api_keys")
      .set({ created_by: holder.me.userId })
      .where("id", "=", elsewhere.keyId)
      .execute();
    const mine = await post("/projects", { name: "Mine" });
    for (const id of [theirs.id, own]) {
      expect(await status(get(`/projects/${id}`))).toBe(404);
      expect(await status(post("/drafts", { project_id: id, name: "In" }))).toBe(404);
      expect((await get(`/drafts?project_id=${id}`)).data).toEqual([]);
    }
    expect(await status(get(`/drafts/${draft.id}`))).toBe(404);
    expect(await status(patch(`/drafts/${draft.id}`, { name: "Taken" }))).toBe(404);
    expect((await get("/projects")).data.map((one: Answered) => one.id)).not.toContain(own);
    expect(await status(get(`/projects/${mine.id}`, elsewhere))).toBe(401);
    expect(await get(`/drafts/${draft.id}`, other)).toMatchObject({ name: "Secret" });
  });

  test.each<[Scope, number[]]>([
    ["projects:read", [200, 403, 403, 403]],
    ["projects:write", [200, 200, 403, 403]],
    ["drafts:read", [403, 403, 200, 403]],
    ["drafts:write", [403, 403, 200, 200]],
    ["chat", [403, 403, 403, 403]],
  ])("with %s what that says", async (scope, expected) => {
    const narrow = await newKey(app, [scope]);
    const project = await newProject(app.stet.database.db, narrow.me, { organizationId: narrow.me.organizationId });
    const asked = [
      status(get(`/projects/${project}`, narrow)),
      status(post("/projects", { name: "New" }, narrow)),
      status(get(`/drafts?project_id=${project}`, narrow)),
      status(post("/drafts", { project_id: project, name: "New" }, narrow)),
    ];
    expect(await Promise.all(asked)).toEqual(expected);
  });
});
