/* Collections of documents as one person makes and reads them over the API. */
import type { CollectedDocument, Collection, DocumentPage, DocumentSummary } from "#core/discovery/discovery.ts";
import type { TestApp, TestPerson } from "./app.ts";

export type Collections = ReturnType<typeof collectionsOf>;

export function collectionsOf(app: TestApp, me: TestPerson) {
  async function ask<T>(path: string, body?: unknown, method?: string): Promise<T> {
    const asked = { as: me, ...(body !== undefined && { body }), ...(method !== undefined && { method }) };
    const response = await app.request(path, asked);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
  async function upload(projectId: string, name: string, content: Buffer | string): Promise<void> {
    const form = new FormData();
    form.append("file", new Blob([content as BlobPart]), name);
    // As bytes: a form read in this process cannot be left half read.
    const whole = new Response(form);
    const headers = { cookie: me.cookie, origin: app.stet.env.url, "content-type": whole.headers.get("content-type")! };
    const address = new URL(`/api/upload?project=${projectId}`, app.stet.env.url);
    const response = await app.fetch(new Request(address, { method: "POST", headers, body: await whole.arrayBuffer() }));
    if (response.status !== 200) throw new Error(`${name} was not taken: ${response.status}`);
  }
  async function make(...files: [name: string, content: Buffer | string][]): Promise<string> {
    const { id: projectId } = await ask<{ id: string }>("/api/projects", { name: "A matter" });
    for (const [name, content] of files) await upload(projectId, name, content);
    return (await ask<{ id: string }>("/api/discovery", { projectId, name: "Emails", prefix: "AB" })).id;
  }
  async function get(id: string): Promise<Collection> {
    return (await ask<{ collection: Collection }>(`/api/discovery/${id}`)).collection;
  }
  async function read(id: string, custodian = ""): Promise<Collection> {
    await ask(`/api/discovery/${id}/sources`, { custodian });
    await app.stet.jobs.settled();
    return get(id);
  }
  async function find(id: string, query: string): Promise<DocumentSummary[]> {
    return (await ask<DocumentPage>(`/api/discovery/${id}/documents?query=${encodeURIComponent(query)}`)).documents;
  }
  async function open(id: string, query: string): Promise<CollectedDocument> {
    const [first] = await find(id, query);
    return (await ask<{ document: CollectedDocument }>(`/api/discovery/${id}/documents/${first!.id}`)).document;
  }
  return { ask, make, get, read, find, open };
}
