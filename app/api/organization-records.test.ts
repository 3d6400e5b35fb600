/* What an organization's managers can export, and what they cannot. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromBuffer, type ZipFile } from "yauzl";
import { sql } from "kysely";
import { exportGaps } from "#server/data/accounts/security-events.ts";
import { deletionOf } from "#server/data/organizations/organizations.ts";
import { readOutbox } from "#server/email/email-transport.ts";
import { deleteDueOrganizations } from "#server/organizations/delete-due-organizations.ts";
import { createApi } from "#api/index.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { joinOrganization, newProject } from "#test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const place = (as: TestPerson, slug: string) => ({ as, headers: { "x-organization-slug": slug } });

async function actorOf(person: TestPerson) {
  const me = await app.stet.actorOf(new Headers({ cookie: person.cookie }));
  if (me.kind !== "person") throw new Error("not signed in");
  return me;
}

async function newFirm(slug: string) {
  const owner = await app.person();
  await app.request("/api/organizations", { as: owner, body: { name: "Firm", slug } });
  const { organizationId } = (await actorOf(owner)).memberships[0]!;
  const member = await app.person();
  await joinOrganization(app.stet.database.db, (await actorOf(member)).userId, organizationId);
  return { owner, member, organizationId };
}

async function entriesOf(answer: Response): Promise<Map<string, string>> {
  const read = promisify(fromBuffer) as (buffer: Buffer, options: object) => Promise<ZipFile>;
  const file = await read(Buffer.from(await answer.arrayBuffer()), { lazyEntries: true });
  const entries = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    file.on("entry", (entry) =>
      file.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error);
        entries.set(entry.fileName, Buffer.concat(await stream.toArray()).toString());
        file.readEntry();
      }),
    );
    file.on("end", resolve);
    file.readEntry();
  });
  return entries;
}

async function uploadText(as: TestPerson, projectId: string, name: string, text: string, slug = "archived"): Promise<void> {
  const form = new FormData();
  form.append("file", new File([text], name, { type: "text/plain" }));
  const whole = new Response(form);
  const headers = {
    origin: app.stet.env.url,
    cookie: as.cookie,
    "content-type": whole.headers.get("content-type")!,
    "x-organization-slug": slug,
  };
  const url = new URL(`/api/upload?project=${projectId}`, app.stet.env.url);
  const answer = await createApi(app.stet).fetch(
    new Request(url, { method: "POST", headers, body: await whole.arrayBuffer() }),
    {},
  );
  expect(answer.status).toBe(200);
}

test("the archive holds what its owner may see, and counts the rest", async () => {
  const { owner, member, organizationId } = await newFirm("archived");
  const [me, other] = [await actorOf(owner), await actorOf(member)];
  const own = await newProject(app.stet.database.db, me, { organizationId });
  await newProject(app.stet.database.db, other, { organizationId, sharedWith: me });
  const secret = await newProject(app.stet.database.db, other, { organizationId });
  await app.request("/api/drafts", {
    ...place(owner, "archived"),
    body: { projectId: own, name: "Lease", content: "# Lease\n\nRent." },
  });
  await uploadText(owner, own, "Terms.txt", "Thirty days, in writing.");
  const source = "---\nname: Our lease\n---\n\nThe rent is due.";
  await app.request("/api/library/templates", { ...place(member, "archived"), body: { source } });
  await app.request("/api/library/templates", { as: owner, body: { source: source.replace("Our", "My") } });
  const answer = await app.request("/api/organization/export", place(owner, "archived"));
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="archived-stet.zip"');
  const entries = await entriesOf(answer);
  const names = [...entries.keys()];
  expect(names).toEqual(expect.arrayContaining(["organization.json", "members.json", "invitations.json", "counts.json"]));
  expect(names.filter((name) => name.endsWith("project.json"))).toHaveLength(2);
  const draft = names.find((name) => name.endsWith("drafts/Lease.md"))!;
  expect(entries.get(draft)).toContain("# Lease");
  expect(entries.get(names.find((name) => name.endsWith("files/Terms.txt"))!)).toBe("Thirty days, in writing.");
  const library = names.filter((name) => name.startsWith("library/"));
  expect(library).toEqual([expect.stringMatching(/Our lease\.md$/)]);
  expect(entries.get(library[0]!)).toBe(source);
  expect([...entries.values()].join("")).not.toContain(secret);
  expect(JSON.parse(entries.get("counts.json")!)).toEqual(
    expect.arrayContaining([expect.objectContaining({ email: other.email, projects: 2, chatsOutsideProjects: 0 })]),
  );
  expect(entries.get("security-log.csv")).toMatch(/Exported the organization's data/);
});

test("an archive names the files that it could not hold whole, and the page says so", async () => {
  const { owner, organizationId } = await newFirm("gaps");
  const me = { ...(await actorOf(owner)), organizationId };
  const project = await newProject(app.stet.database.db, me, { organizationId });
  for (const name of ["whole.txt", "lost.txt", "damaged.txt"])
    await uploadText(owner, project, name, `The words of ${name}.`, "gaps");
  const keys = await app.stet.database.db
    .selectFrom("files")
    .select(["key", "original_name"])
    .where("project_id", "=", project)
    .execute();
  const pathOf = (name: string) => {
    const { key } = keys.find((row) => row.original_name === name)!;
    return join(app.stet.env.STET_DATA, "files", key.slice(0, 2), key);
  };
  await rm(pathOf("lost.txt"));
  await writeFile(pathOf("damaged.txt"), "other words");

  const exports = {
    organization: async () => app.request("/api/organization/export", place(owner, "gaps")),
    data: async () => {
      const asked = await app.request("/api/account/export", { as: owner, body: { password: owner.password } });
      return app.request(((await asked.json()) as { url: string }).url, { as: owner });
    },
  };
  for (const [of, fetch] of Object.entries(exports)) {
    const entries = await entriesOf(await fetch());
    const { files } = JSON.parse(entries.get("left-out.json")!) as { files: { name: string; reason: string }[] };
    const found = files.map(({ name, reason }) => `${name.split(/[/ ]/).at(-1)}: ${reason.split(/[,:]/, 1)[0]}`);
    expect(found.toSorted()).toEqual(["damaged.txt: It is damaged", "lost.txt: It couldn’t be read from storage"]);
    expect([...entries.keys()].filter((name) => name.endsWith("lost.txt"))).toEqual([]);
    expect([...entries.values()]).toContain("other words");
    await expect.poll(() => exportGaps(me, app.stet.db, of as "data")).toMatch(/^2 files could not be read/);
  }

  await writeFile(pathOf("lost.txt"), "The words of lost.txt.");
  await writeFile(pathOf("damaged.txt"), "The words of damaged.txt.");
  for (const [of, fetch] of Object.entries(exports)) {
    expect(JSON.parse((await entriesOf(await fetch())).get("left-out.json")!)).toMatchObject({ files: [] });
    expect(await exportGaps(me, app.stet.db, of as "data")).toBeNull();
  }
});

test("the log is read page by page, and taken along as a table", async () => {
  const { owner } = await newFirm("logged");
  for (const name of ["One", "Two"])
    await app.request("/api/organization", { ...place(owner, "logged"), method: "PATCH", body: { name } });
  const first = (await (await app.request("/api/organization/log?limit=1", place(owner, "logged"))).json()) as {
    events: { subject: string }[];
    next: string;
  };
  expect(first.events).toMatchObject([{ kind: "organization-renamed", subject: "One → Two" }]);
  const second = await app.request(`/api/organization/log?limit=1&before=${first.next}`, place(owner, "logged"));
  expect(await second.json()).toMatchObject({ events: [{ subject: "Firm → One" }] });
  // A download sends none of our headers, so the workspace is in the query.
  const table = await app.request("/api/organization/log.csv?organization=logged", { as: owner });
  expect(table.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = (await table.text()).split("\r\n");
  expect(lines[0]).toBe("when,who,e-mail,what,result,subject,address");
  expect(lines).toEqual(expect.arrayContaining([expect.stringContaining("One → Two")]));
});

test("only for those who manage it", async () => {
  const { member } = await newFirm("guarded");
  const stranger = await app.person();
  for (const path of ["/api/organization/log", "/api/organization/log.csv", "/api/organization/export"]) {
    expect((await app.request(path, place(member, "guarded"))).status).toBe(403);
    expect((await app.request(path, place(stranger, "guarded"))).status).toBe(404);
    expect((await app.request(path, { as: stranger })).status).toBe(404);
    expect((await app.request(path)).status).toBe(401);
  }
});

test("a deletion asks for the data to be taken, waits thirty days, and is cancelled by the owner", async () => {
  const { owner, member, organizationId } = await newFirm("ending");
  const end = (name: string, password: string) =>
    app.request("/api/organization", { ...place(owner, "ending"), method: "DELETE", body: { name, password } });
  const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code;
  expect(await codeOf(await end("Firm", "a guess"))).toBe("not-confirmed");
  expect(await codeOf(await end("Firma", owner.password))).toBe("name-not-confirmed");
  expect(await codeOf(await end("Firm", owner.password))).toBe("export-first");
  await (await app.request("/api/organization/export", place(owner, "ending"))).arrayBuffer();
  const project = await newProject(app.stet.database.db, await actorOf(member), { organizationId });
  expect((await end("Firm", owner.password)).status).toBe(200);
  expect((await app.request("/api/members", place(member, "ending"))).status).toBe(200);

  // What the organization's archive leaves out is in the member's own.
  const { url } = (await (
    await app.request("/api/account/export", { as: member, body: { password: member.password } })
  ).json()) as { url: string };
  const entries = await entriesOf(await app.request(url, { as: member }));
  expect([...entries].some(([name, text]) => name.startsWith("organizations/ending/projects/") && text.includes(project))).toBe(
    true,
  );

  const keep = { ...place(owner, "ending"), body: {} };
  expect((await app.request("/api/organization/keep", { ...place(member, "ending"), body: {} })).status).toBe(403);
  expect((await app.request("/api/organization/keep", keep)).status).toBe(200);
  expect(await deletionOf({ ...(await actorOf(owner)), organizationId }, app.stet.db)).toBeNull();

  expect((await end("Firm", owner.password)).status).toBe(200);
  await sql`update organization set delete_at = now() where id = ${organizationId}`.execute(app.stet.database.db);
  await deleteDueOrganizations(app.stet);
  expect((await app.request("/api/members", place(member, "ending"))).status).toBe(404);
  await app.stet.mail.carried();
  const letters = (await readOutbox(app.stet.env)).filter(({ to }) => to === member.email).map(({ subject }) => subject);
  expect(letters).toEqual([
    "Firm was deleted",
    expect.stringMatching(/^Firm will be deleted on/),
    "Firm will not be deleted",
    expect.stringMatching(/^Firm will be deleted on/),
    "Verify your email address",
  ]);
});
