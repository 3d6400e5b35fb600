/* Folders of documents over HTTP: Markdown, Notion and Takeout become drafts in projects, once, and go with one undo. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { docxOf } from "#test/documents.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { zipOf, type ZipContent } from "#test/exports.ts";
import { importing, type Importing } from "#test/importing.ts";

let app: TestApp;
let free: TestApp;
let imported: Importing["imported"];
let brought: Importing["brought"];
beforeAll(async () => {
  [app, free] = await Promise.all([startApp({ DEFAULT_PLAN: "professional" }), startApp({ DEFAULT_PLAN: "free" })]);
  ({ imported, brought } = importing(app));
});
afterAll(() => Promise.all([app.close(), free.close()]));

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const on = (content: string, day: string): ZipContent => [content, { mtime: new Date(`${day}T12:00:00`) }];

const vault: Record<string, ZipContent> = {
  "Vault/.obsidian/app.json": "{}",
  "Vault/Home.md": on("Begin with [[Lease]].", "2023-03-04"),
  "Vault/Work/Lease.md":
    "---\ntitle: The lease\ncreated: 2022-01-02\ntags: [rent]\n---\n# Lease\n\n![The plan](../pictures/plan.png)\n\nSee [home](../Home.md), [the scan](scan.txt) and [[Gone]].",
  "Vault/Work/scan.txt": "Scanned words.",
  "Vault/Work/2022/Notes.md": "Some *notes*.",
  "Vault/pictures/plan.png": png,
  "Vault/unused.bin": "bytes",
};

type Listed = { id: string; name: string; createdAt: string; updatedAt: string };
type Project = { id: string; name: string };
const ask = async <T>(path: string, as: TestPerson, on_ = app) => (await (await on_.request(path, { as })).json()) as T;
const projectsOf = async (as: TestPerson, on_ = app) => (await ask<{ own: Project[] }>("/api/projects", as, on_)).own;
const draftsIn = async (as: TestPerson, { id }: Project, on_ = app) =>
  (await ask<{ drafts: Listed[] }>(`/api/drafts?projectId=${id}`, as, on_)).drafts;

/** By project, sorted. */
async function everything(as: TestPerson, on_ = app): Promise<Record<string, string[]>> {
  const found: [string, string[]][] = [];
  for (const project of await projectsOf(as, on_))
    found.push([project.name, (await draftsIn(as, project, on_)).map(({ name }) => name).sort()]);
  return Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1)));
}

async function draftNamed(as: TestPerson, name: string): Promise<Listed & { text: string; projectId: string }> {
  for (const project of await projectsOf(as))
    for (const draft of await draftsIn(as, project))
      if (draft.name === name)
        return { ...draft, projectId: project.id, text: JSON.stringify(await ask(`/api/drafts/${draft.id}`, as)) };
  throw new Error(`There is no draft ${name}.`);
}

describe("a folder of Markdown", () => {
  test("is previewed, becomes drafts in projects with dates, pictures, files and links, and comes once", async () => {
    const me = await app.person();
    const preview = await brought(me, zipOf(vault), "Vault.zip");
    expect(preview).toMatchObject({ status: "ready", problem: null });
    expect(preview.found).toMatchObject({
      documents: { markdown: 3 },
      chats: {},
      pictures: 1,
      files: 1,
      known: 0,
      from: "2022-01-02",
      parts: { link: 1, property: 1 },
      leftOut: { count: 1, listed: [{ what: "1 other file" }] },
    });
    expect(await projectsOf(me)).toEqual([]);

    expect((await app.request(`/api/imports/${preview.id}/start`, { as: me, body: {} })).status).toBe(202);
    const done = await importing(app).settled(me, preview.id);
    expect(done).toMatchObject({ status: "done", undo: { drafts: 3, kept: 0 } });
    expect(done.result).toMatchObject({
      documents: 3,
      projects: 2,
      pictures: 1,
      files: 1,
      known: 0,
      parts: { link: 1, property: 1 },
    });
    expect(await everything(me)).toEqual({ Vault: ["Home"], Work: ["2022 / Notes", "The lease"] });

    const [home, lease] = [await draftNamed(me, "Home"), await draftNamed(me, "The lease")];
    expect([home.createdAt, home.updatedAt].map((at) => at.slice(0, 10))).toEqual(["2023-03-04", "2023-03-04"]);
    expect(lease.createdAt).toBe("2022-01-02T00:00:00.000Z");
    const addressOf = ({ id, projectId }: { id: string; projectId: string }) =>
      `${app.stet.env.url}/vault/projects/${projectId}/drafts/${id}`;
    expect(home.text).toContain(`"${addressOf(lease)}"`);
    expect(lease.text).toContain(`"${addressOf(home)}"`);
    expect(lease.text).not.toContain("#imported-");
    const picture = /"src":"(\/api\/documents\/[^"]+)"/.exec(lease.text)![1]!;
    const shown = await app.request(picture, { as: me });
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
    const scan = new RegExp(`"href":"${app.stet.env.url}(/api/documents/[^"]+)"`).exec(lease.text)![1]!;
    expect(await (await app.request(scan, { as: me })).text()).toBe("Scanned words.");
    expect((await app.request(picture, { as: await app.person() })).status).toBe(404);

    const again = await imported(me, zipOf(vault), "Vault.zip");
    expect(again.found).toMatchObject({ known: 3 });
    expect(again.result).toMatchObject({ documents: 0, known: 3 });
    expect(await everything(me)).toEqual({ Vault: ["Home"], Work: ["2022 / Notes", "The lease"] });
  });

  test("a changed page comes as a draft of its own, in the same project, and links to what is there", async () => {
    const me = await app.person();
    await imported(me, zipOf(vault), "Vault.zip");
    const lease = await draftNamed(me, "The lease");
    const changed = { ...vault, "Vault/Home.md": "Now begin with [[Lease]].", "Vault/New.md": "New." };
    const second = await imported(me, zipOf(changed), "Vault.zip");
    expect(second.result).toMatchObject({ documents: 2, projects: 1, known: 2 });
    expect(await everything(me)).toEqual({ Vault: ["Home", "Home", "New"], Work: ["2022 / Notes", "The lease"] });
    const project = (await projectsOf(me)).find(({ name }) => name === "Vault");
    const texts = await Promise.all(
      (await draftsIn(me, project!)).map(async ({ id }) => JSON.stringify(await ask(`/api/drafts/${id}`, me))),
    );
    expect(texts.find((text) => text.includes("Now begin"))).toContain(lease.id);

    // Undone, the second leaves what the first brought.
    expect(await (await app.request(`/api/imports/${second.id}/undo`, { as: me, body: {} })).json()).toEqual({ deleted: 2 });
    expect(await everything(me)).toEqual({ Vault: ["Home"], Work: ["2022 / Notes", "The lease"] });
  });

  test("one undo takes it back with projects, pictures and files, but not what was worked with; then it can come again", async () => {
    const me = await app.person();
    const done = await imported(me, zipOf(vault), "Vault.zip");
    const [home, lease] = [await draftNamed(me, "Home"), await draftNamed(me, "The lease")];
    const picture = /"src":"(\/api\/documents\/[^"]+)"/.exec(lease.text)![1]!;
    const { version, document } = await ask<{ version: number; document: object }>(`/api/drafts/${home.id}`, me);
    const body = { document, version, kind: "typed", summary: "" };
    expect((await app.request(`/api/drafts/${home.id}`, { as: me, method: "PATCH", body })).status).toBe(200);
    expect((await importing(app).settled(me, done.id)).undo).toEqual({ chats: 0, drafts: 2, things: 0, kept: 1 });
    expect((await app.request(`/api/imports/${done.id}`, { as: me, method: "DELETE", body: {} })).status).toBe(400);

    const undo = async () => (await app.request(`/api/imports/${done.id}/undo`, { as: me, body: {} })).json();
    expect(await undo()).toEqual({ deleted: 2 });
    expect(await undo()).toEqual({ deleted: 0 });
    expect(await everything(me)).toEqual({ Vault: ["Home"] });
    expect((await app.request(picture, { as: me })).status).toBe(404);
    expect((await imported(me, zipOf(vault), "Vault.zip")).result).toMatchObject({ documents: 2, known: 1 });
    expect(await everything(me)).toEqual({ Vault: ["Home"], Work: ["2022 / Notes", "The lease"] });
  });

  test("one that was marked as a precedent since stays when the import is undone", async () => {
    const me = await app.person();
    const done = await imported(me, zipOf(vault), "Vault.zip");
    const { id } = await draftNamed(me, "The lease");
    const marked = await app.request(`/api/drafts/${id}`, { as: me, method: "PATCH", body: { isPrecedent: true } });
    expect(marked.status).toBe(200);
    expect(await (await app.request(`/api/imports/${done.id}/undo`, { as: me, body: {} })).json()).toEqual({ deleted: 2 });
    expect(await everything(me)).toEqual({ Work: ["The lease"] });
  });

  test("a deleted draft may come again", async () => {
    const me = await app.person();
    await imported(me, zipOf(vault), "Vault.zip");
    const { id } = await draftNamed(me, "Home");
    expect((await app.request(`/api/drafts/${id}`, { as: me, method: "DELETE", body: {} })).status).toBe(200);
    expect((await imported(me, zipOf(vault), "Vault.zip")).result).toMatchObject({ documents: 1, known: 2 });
  });

  test("imports are per person", async () => {
    const [me, other] = [await app.person(), await app.person()];
    await imported(me, zipOf(vault));
    expect((await imported(other, zipOf(vault))).result).toMatchObject({ documents: 3, known: 0 });
    expect((await app.request(`/api/drafts/${(await draftNamed(me, "Home")).id}`, { as: other })).status).toBe(404);
  });
});

test("a Notion export: ids go, databases are tables, and a renamed folder is the same page", async () => {
  const me = await app.person();
  const [plan, step, tasks] = [
    "0123456789abcdef0123456789abcdef",
    "1123456789abcdef0123456789abcdef",
    "2123456789abcdef0123456789abcdef",
  ];
  const pages = (root: string) => ({
    [`${root}/Plan ${plan}.md`]: `# The plan\n\n[A step](Plan%20${plan}/Step%20${step}.md)\n\n[Tasks](Plan%20${plan}/Tasks%20${tasks}.csv)`,
    [`${root}/Plan ${plan}/Step ${step}.md`]: "# A step\n\nDone.",
    [`${root}/Plan ${plan}/Tasks ${tasks}.csv`]: "Name\nCall",
    [`${root}/Plan ${plan}/Tasks ${tasks}_all.csv`]: "Name,Due\nCall,May",
  });
  const done = await imported(me, zipOf(pages("Export-1")), "Notion.zip");
  expect(done.found).toMatchObject({ documents: { notion: 3 }, leftOut: { count: 0 } });
  expect(await everything(me)).toEqual({ Plan: ["A step", "Tasks", "The plan"] });
  const [top, table] = [await draftNamed(me, "The plan"), await draftNamed(me, "Tasks")];
  expect(top.text).toContain(table.id);
  expect(table.text).toContain("May");
  expect((await imported(me, zipOf(pages("Export-2")), "Notion.zip")).result).toMatchObject({ documents: 0, known: 3 });
});

test("documents of Google Drive in a Takeout archive keep their structure; what is no document is said", async () => {
  const me = await app.person();
  const entries = {
    "Takeout/archive_browser.html": "<html></html>",
    "Takeout/Drive/Contracts/Lease.docx": docxOf(["# Lease", "The tenant [-pays-][+paid+] rent."]),
    "Takeout/Drive/Broken.docx": docxOf(["Words"]).subarray(0, 300),
  };
  const done = await imported(me, zipOf(entries), "takeout.zip");
  expect(done.found).toMatchObject({ documents: { drive: 2 } });
  expect(done.result).toMatchObject({ documents: 1, projects: 1 });
  expect(done.result!.leftOut.listed.map(({ what }) => what).sort()).toEqual(["1 other file", "Broken"]);
  expect(Object.keys(await everything(me))).toEqual(["Contracts"]);
  const { id, text } = await draftNamed(me, "Lease");
  expect(text).toContain('"heading"');
  expect((await ask<{ changes: unknown[] }>(`/api/drafts/${id}/changes`, me)).changes).toHaveLength(1);
});

test("beyond the plan, drafts are left out with a sentence, and folders that can be no project are named", async () => {
  const me = await free.person();
  const pages = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `Folder ${String(at).padStart(2, "0")}/Page.md`,
      `Words ${at}. [next](../Folder%2059/Page.md)`,
    ]),
  );
  const done = await importing(free).imported(me, zipOf(pages), "Many.zip");
  expect(done).toMatchObject({ status: "done", result: { documents: 50, parts: { link: 50 }, leftOut: { count: 10 } } });
  expect(done.result!.leftOut.listed[0]!.why).toBe("The Free plan includes 50 drafts. You’ve used it up.");
  const found = await everything(me, free);
  expect(Object.keys(found)).toHaveLength(11);
  expect(found["Drafts"]).toContain("Folder 12 / Page");
});

describe("what an archive could do", () => {
  test("a path out of it is refused", async () => {
    const me = await app.person();
    const failed = await brought(me, zipOf({ "../evil.md": "Words", "a.md": "Words" }));
    expect(failed).toMatchObject({ status: "failed", problem: expect.stringMatching(/^This archive is damaged/) as string });
  });

  test("a symbolic link is no page", async () => {
    const me = await app.person();
    const link: ZipContent = ["/etc/passwd", { os: 3, attrs: (0o120_777 << 16) >>> 0 }];
    const done = await imported(me, zipOf({ "a.md": "Words ![[b.md]]", "b.md": link, "pictures/c.png": link }));
    expect(done.result).toMatchObject({ documents: 1, files: 0, pictures: 0, leftOut: { count: 2 } });
    expect(done.result!.leftOut.listed[0]!.why).toBe("It is a link to another file, not a file.");
    expect((await draftNamed(me, "a")).text).not.toContain("passwd");
  });

  test("a page that is too long is left out, and the others come", async () => {
    const me = await app.person();
    const done = await imported(me, zipOf({ "long.md": "word ".repeat(2_000_000), "short.md": "Words" }));
    expect(done.result).toMatchObject({ documents: 1, leftOut: { listed: [{ what: "long", why: "It is too long to import." }] } });
  });

  test("pages that nest deeply or are hostile keep their words", async () => {
    const me = await app.person();
    const pages = {
      "deep.md": `${"> ".repeat(300)}deep`,
      "script.md": "<script>alert(1)</script>\n\n[x](javascript:alert(2))",
      "empty.md": "",
    };
    const done = await imported(me, zipOf(pages));
    expect(done.status).toBe("done");
    expect((await draftNamed(me, "script")).text).not.toMatch(/<script|alert\(2\)|href/);
    expect(await draftNamed(me, "deep")).toBeDefined();
  });

  test("archives within one are said", async () => {
    const me = await app.person();
    const failed = await brought(me, zipOf({ "Export-Part-1.zip": zipOf({ "a.md": "Words" }) }));
    expect(failed.problem).toBe("This archive holds other archives. Unpack it, and import each of the ZIP files in it.");
  });
});

test("names that a Mac wrote in UTF-8 without saying so are read", async () => {
  const me = await app.person();
  const zip = zipOf({ "Bu\u0308ro/A\u0308nderung.md": "Words" });
  // The flag of both headers.
  for (const signature of ["PK\u0003\u0004", "PK\u0001\u0002"]) {
    const at = zip.indexOf(Buffer.from(signature, "latin1")) + (signature.endsWith("\u0004") ? 6 : 8);
    zip.writeUInt16LE(zip.readUInt16LE(at) & ~0x800, at);
  }
  await imported(me, zip, "Mac.zip");
  expect(Object.keys(await everything(me)).map((name) => name.normalize("NFC"))).toEqual(["Büro"]);
});
