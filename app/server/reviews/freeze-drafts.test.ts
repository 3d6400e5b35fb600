/* Drafts as rows of a review: as they are in one version, found by name, and only by those who may write it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RowCandidates } from "#core/review/row-candidates.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { agreementColumns, readReview, readRows, uploadTo, type Ask } from "#test/reviews.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const asking =
  (as: TestPerson): Ask =>
  async <T>(path: string, body?: unknown, method?: string) => {
    const options = { as, ...(body !== undefined && { body }), ...(method !== undefined && { method }) };
    const response = await app.request(path, options);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };

async function begin(name = "Lease") {
  const me = await app.person();
  const ask = asking(me);
  const { id: projectId } = await ask<{ id: string }>("/api/projects", { name: "Leases" });
  const upload = (file: string, text: string) =>
    uploadTo(app.stet.env.url, me.cookie, (request) => app.fetch(request), projectId, new File([text], file));
  const content = "# Lease\n\nThis lease begins on 1 March 2020.";
  const { id: draftId } = await ask<{ id: string }>("/api/drafts", { projectId, name, content });
  const { id } = await ask<{ id: string }>("/api/reviews", { projectId, name: "Leases" });
  await ask(`/api/reviews/${id}/columns`, { columns: agreementColumns.slice(0, 1) });
  const add = (body: object) => ask<{ added: number }>(`/api/reviews/${id}/documents`, body);
  const candidates = (words = "") => ask<RowCandidates>(`/api/reviews/${id}/candidates?words=${encodeURIComponent(words)}`);
  return { me, ask, projectId, draftId, id, add, candidates, upload };
}

test("a draft becomes a row as it is now, is answered, and is offered again once it has changed", async () => {
  const { ask, draftId, id, add, candidates, upload } = await begin();
  await upload("Side letter.txt", "This letter is governed by the law of Germany.");
  expect(await candidates()).toEqual({
    files: [{ id: expect.any(String) as string, name: "Side letter.txt" }],
    allFiles: 1,
    drafts: [{ id: draftId, name: "Lease", version: 1 }],
  });
  expect(await add({ draftIds: [draftId] })).toMatchObject({ added: 1 });
  expect((await readRows(ask, id)).map(({ name }) => name)).toEqual(["Lease, version 1.docx"]);
  expect(await candidates()).toMatchObject({ allFiles: 1, drafts: [] });

  await ask(`/api/reviews/${id}/runs`, { all: true });
  await expect.poll(async () => (await readReview(ask, id)).runs).toEqual([]);
  const [row] = await readRows(ask, id);
  expect(row!.cells).toMatchObject([{ found: { state: "found", value: "2020-03-01" } }]);

  const { version, document } = await ask<{ version: number; document: object }>(`/api/drafts/${draftId}`);
  const changed = JSON.parse(JSON.stringify(document).replace("March", "April")) as object;
  await ask(`/api/drafts/${draftId}`, { document: changed, version, kind: "typed" }, "PATCH");
  expect((await candidates("leas")).drafts).toEqual([{ id: draftId, name: "Lease", version: 2 }]);
  expect((await candidates("side")).drafts).toEqual([]);
  expect(await add({ draftIds: [draftId], fileIds: [(await candidates("side")).files[0]!.id] })).toMatchObject({ added: 2 });
  expect((await readRows(ask, id)).map(({ name }) => name).toSorted()).toEqual([
    "Lease, version 1.docx",
    "Lease, version 2.docx",
    "Side letter.txt",
  ]);
});

test("a name with a slash stays whole; a draft of another project, or for another person, is not there", async () => {
  const { ask, draftId, id, add } = await begin("Lease/annex");
  await add({ draftIds: [draftId] });
  expect((await readRows(ask, id)).map(({ name }) => name)).toEqual(["Lease-annex, version 1.docx"]);
  const other = await begin();
  await expect(add({ draftIds: [other.draftId] })).rejects.toThrow("404");
  await expect(asking(other.me)(`/api/reviews/${id}/documents`, { draftIds: [draftId] })).rejects.toThrow("404");
  await expect(asking(other.me)(`/api/reviews/${id}/candidates`)).rejects.toThrow("404");
  const { id: elsewhere } = await ask<{ id: string }>("/api/projects", { name: "Elsewhere" });
  const moved = await ask<{ id: string }>("/api/drafts", { projectId: elsewhere, name: "x", content: "x" });
  await expect(add({ draftIds: [moved.id] })).rejects.toThrow("404");
});
