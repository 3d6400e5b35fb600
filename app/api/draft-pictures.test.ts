/* Pictures in drafts: visible to everyone who sees the project, included in exports, read from Word files, and
   imported on click. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { documentOf } from "#core/document/document-schema.ts";
import { createSafeFetch } from "#server/web/safe-fetch.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let app: TestApp;
let me: TestPerson;
let projectId: string;
let elsewhere: Server;
let address: string;
beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    const isPicture = request.url === "/plan.png";
    response.setHeader("content-type", "image/png");
    response.end(isPicture ? png : "<script>alert(1)</script>");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  app = await startApp({}, { fetchOutside: createSafeFetch({ userAgent: "test", mayReach: () => true }) });
  me = await app.person();
  projectId = (await made("/api/projects", { name: "House" })).id;
});
afterAll(async () => {
  await app.close();
  elsewhere.close();
});

async function made(path: string, body: object, as = me): Promise<{ id: string }> {
  return (await (await app.request(path, { as, body })).json()) as { id: string };
}

async function uploaded(name: string, bytes: Uint8Array): Promise<string> {
  const form = new FormData();
  form.set("file", new File([Uint8Array.from(bytes)], name));
  const { url } = app.stet.env;
  const whole = new Response(form);
  const headers = { cookie: me.cookie, origin: url, "content-type": whole.headers.get("content-type")! };
  const asked = new Request(new URL(`/api/upload?project=${projectId}`, url), {
    method: "POST",
    headers,
    body: await whole.arrayBuffer(),
  });
  const answer = await app.fetch(asked);
  const { files } = (await answer.json()) as { files: { id: string }[] };
  return files[0]!.id;
}

const draftWith = (content: string) => made("/api/drafts", { projectId, name: "Plans", content });

test("a picture leaves in every form, and comes back from a Word file as a file of the project", async () => {
  const file = await uploaded("plan.png", png);
  const { id } = await draftWith(`![The plan](/api/documents/${file}/view#width=50 "Ground floor")`);
  const as = (format: string) => app.request(`/api/drafts/${id}/export`, { as: me, body: { format } });
  expect(await (await as("html")).text()).toContain(`<img src="data:image/png;base64,${png.toString("base64")}" alt="The plan"`);
  expect((await as("pdf")).status).toBe(200);
  expect(await (await as("text")).text()).toBe("[Picture: The plan. Ground floor]\n");
  const word = await uploaded("plans.docx", new Uint8Array(await (await as("docx")).arrayBuffer()));
  const imported = await made("/api/drafts/import", { projectId, fileId: word });
  const draft = (await (await app.request(`/api/drafts/${imported.id}`, { as: me })).json()) as { document: unknown };
  const markdown = documentToMarkdown(documentOf(draft.document)!);
  const again = /^!\[The plan\]\(<\/api\/documents\/([0-9a-f-]{36})\/view#width=50> "Ground floor"\)$/.exec(markdown)?.[1];
  expect(again).toBeDefined();
  const shown = await app.request(`/api/documents/${again}/view`, { as: me });
  expect([shown.status, Buffer.from(await shown.arrayBuffer()).equals(png)]).toEqual([200, true]);
  const stranger = await app.person();
  expect((await app.request(`/api/documents/${again}/view`, { as: stranger })).status).toBe(404);
});

test("of a picture that one may not see only its words are in a file", async () => {
  const other = await app.person();
  const project = await made("/api/projects", { name: "Mine" }, other);
  const file = await uploaded("secret.png", png);
  const { id } = await made(
    "/api/drafts",
    { projectId: project.id, name: "x", content: `![s](/api/documents/${file}/view)` },
    other,
  );
  const html = await app.request(`/api/drafts/${id}/export`, { as: other, body: { format: "html" } });
  expect(await html.text()).not.toContain("base64");
});

test("a picture elsewhere is imported by a click of the owner's, if it is one", async () => {
  const { id } = await draftWith("x");
  const ask = (url: string, as = me) => app.request(`/api/drafts/${id}/pictures`, { as, body: { url } });
  const answer = await ask(`${address}/plan.png`);
  expect(answer.status).toBe(200);
  const { fileId } = (await answer.json()) as { fileId: string };
  expect((await app.request(`/api/documents/${fileId}/view`, { as: me })).headers.get("content-type")).toBe("image/png");
  expect((await ask(`${address}/other.png`)).status).toBe(415);
  expect((await ask("file:///etc/passwd")).status).toBe(415);
  expect((await ask(`${address}/plan.png`, await app.person())).status).toBe(404);
});
