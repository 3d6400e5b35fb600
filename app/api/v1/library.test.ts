/* The library by API key: its organization's templates and those that come with Stet. */
import { APIError } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTemplate } from "#server/data/library/templates.ts";
import { clientOf, newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";

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
async function errorOf(asked: Promise<unknown>): Promise<{ status: unknown; message: string }> {
  const thrown = await asked.catch((error: unknown) => error);
  if (!(thrown instanceof APIError)) throw new Error(`no refusal: ${JSON.stringify(thrown)}`);
  return { status: thrown.status, message: thrown.message };
}

const source =
  "---\nname: Boat lease\nfields:\n  rent: { type: money, label: rent, currency: SEK }\n  day: { type: date, label: day }\n---\n\n1) ## Rent\n\n   1) The rent is {{rent}}, from {{day}}.\n";

test("templates are listed, read, and filled in for a draft", async () => {
  const id = await createTemplate(holder.me, app.stet.database.db, source);
  const { data, has_more } = await get("/library");
  expect(has_more).toBe(false);
  expect(data[0]).toMatchObject({ id, object: "template", name: "Boat lease", is_built_in: false });
  expect(data.find((one: Answered) => one.id === "mutual-nda")).toMatchObject({ is_built_in: true, kind: "agreement" });
  expect((await get("/library?query=boat")).data.map((one: Answered) => one.id)).toEqual([id]);

  expect((await get(`/library/${id}`)).fields).toMatchObject([
    { name: "rent", type: "money", label: "rent" },
    { name: "day", type: "date" },
  ]);
  const filled = await post(`/library/${id}`, { values: { rent: "1200" } });
  expect(filled).toMatchObject({ object: "filled_template", template_id: id, name: "Boat lease", open: ["day"] });
  expect(filled.content).toContain("1) The rent is SEK 1,200, from [day].");
  const typed = await post(`/library/${id}`, { values: { rent: "1200", day: "2027-01-31" }, numbers: "typed" });
  expect(typed).toMatchObject({ open: [], content: expect.stringContaining("1.1 The rent is SEK 1,200, from 31 January 2027.") });

  const { id: project_id } = await post("/projects", { name: "Boats" });
  const draft = await post("/drafts", { project_id, name: "Lease", content: filled.content });
  expect(draft.content).toContain("The rent is SEK 1,200");
  // The defaults of a template are in its text.
  expect((await post("/library/mutual-nda", {})).content).toContain("three years");
});

test("a prompt is read with what it asks and filled in; what its maker keeps to themselves is not there", async () => {
  const prompt =
    "---\nkind: prompt\nname: Closing letter\nfields:\n  day: { type: date, label: day }\n---\n\nWrite to {{client}} by {{day}}.\n";
  const { db } = app.stet.database;
  const id = await createTemplate(holder.me, db, prompt);
  const { scopes: _, ...person } = holder.me;
  const own = await createTemplate(person, db, prompt.replace("Closing", "Private"), { isPrivate: true });
  expect((await get("/library?shelf=prompts&query=closing%20letter")).data.map((one: Answered) => one.id)).toEqual([id]);
  expect((await errorOf(get(`/library/${own}`))).status).toBe(404);
  expect((await get(`/library/${id}`)).fields.map(({ name }: Answered) => name)).toEqual(["client", "day"]);
  expect(await post(`/library/${id}`, { values: { client: "Acme", day: "2027-01-31" } })).toMatchObject({
    content: "Write to Acme by 31 January 2027.",
    open: [],
  });
  expect(await post(`/library/${id}`, { values: { client: "Acme" } })).toMatchObject({
    content: "Write to Acme by [day].",
    open: ["day"],
  });
  expect(await errorOf(post(`/library/${id}`, { values: { day: "soon" } }))).toMatchObject({
    status: 400,
    message: expect.stringContaining("values.day: Enter a date"),
  });
  expect(await errorOf(post(`/library/${id}`, { values: { colour: "red" } }))).toMatchObject({
    status: 400,
    message: expect.stringContaining("no such field"),
  });
});

test("a search finds what is in the text too, the best first, and continues where it was", async () => {
  const { me } = await newKey(app);
  const searching = await newKey(app);
  const file = (name: string, text: string) => `---\nname: ${name}\n---\n\n${text}\n`;
  const { db } = app.stet.database;
  for (let at = 1; at <= 35; at++) await createTemplate(searching.me, db, file(`Berth ${at}`, "The quaywall is kept clear."));
  const best = await createTemplate(searching.me, db, file("The quaywall", "Words"));
  await createTemplate(me, db, file("Another quaywall", "Words"));
  const first = await get("/library?query=quaywall", searching);
  expect(first["data"][0]).toMatchObject({ id: best, name: "The quaywall", status: "draft", is_built_in: false });
  expect(first["data"][1]).toMatchObject({ summary: "The quaywall is kept clear." });
  expect([first["data"].length, first["has_more"]]).toEqual([30, true]);
  const second = await get(`/library?query=quaywall&after=${first["next"]}`, searching);
  expect([second["data"].length, second["has_more"], second["next"]]).toEqual([6, false, null]);
  expect(new Set([...first["data"], ...second["data"]].map(({ id }: Answered) => id as string)).size).toBe(36);
  expect((await get("/library?query=quaywall&shelf=clauses", searching))["data"]).toEqual([]);
  expect((await errorOf(get(`/library?query=quaywall&before=${best}`, searching))).status).toBe(400);
  // What comes with Stet is searched in its texts as well.
  const found = async (query: string) =>
    ((await get(`/library?query=${query}`))["data"] as Answered[]).map(({ id }) => id as string);
  expect(await found("destroy professional copy")).toContain("mutual-nda");
});

test("what can't be used is refused by its name", async () => {
  const wrong = (values: object) => errorOf(post("/library/mutual-nda", { values }));
  expect(await wrong({ returnDays: "soon" })).toMatchObject({
    status: 400,
    message: expect.stringContaining("values.returnDays: Enter a number"),
  });
  expect(await wrong({ colour: "red" })).toMatchObject({ status: 400, message: expect.stringContaining("no such field") });
  for (const id of ["nothing", "0190a000-0000-7000-8000-000000000000", "..%2Fpages"])
    expect((await errorOf(get(`/library/${id}`))).status).toBe(404);
});

test("a key reaches only its organization's templates, and needs its scope", async () => {
  const id = await createTemplate(holder.me, app.stet.database.db, source);
  const other = await newKey(app);
  expect((await get("/library?query=boat", other)).data).toEqual([]);
  expect((await errorOf(get(`/library/${id}`, other))).status).toBe(404);
  expect((await errorOf(post(`/library/${id}`, {}, other))).status).toBe(404);
  const without = await newKey(app, ["models:read"]);
  expect((await errorOf(get("/library", without))).status).toBe(403);
});
