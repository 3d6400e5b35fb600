/* Imports an export over HTTP, step by step. */
import { expect } from "vitest";
import type { ImportState } from "#core/import/import-state.ts";
import type { TestApp, TestPerson } from "./app.ts";

export type Importing = ReturnType<typeof importing>;

export function importing(app: TestApp) {
  function send(as: TestPerson, method: string, to: string, headers: Record<string, string>, body?: Buffer): Promise<Response> {
    const { url } = app.stet.env;
    const own = { origin: url, cookie: as.cookie, "tus-resumable": "1.0.0", ...headers };
    return app.fetch(
      new Request(new URL(to, url), { method, headers: own, ...(body !== undefined && { body: new Uint8Array(body) }) }),
    );
  }

  /** Uploads it; returns the import's id. */
  async function uploaded(as: TestPerson, file: Buffer, name = "export.zip"): Promise<string> {
    const metadata = `filename ${Buffer.from(name).toString("base64")}`;
    const begun = await send(as, "POST", "/api/imports/uploads", {
      "upload-length": String(file.length),
      "upload-metadata": metadata,
    });
    expect(begun.status).toBe(201);
    const type = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
    const ended = await send(as, "PATCH", begun.headers.get("location")!, type, file);
    expect(ended.status).toBe(200);
    return ((await ended.json()) as { id: string }).id;
  }

  async function settled(as: TestPerson, id: string): Promise<ImportState> {
    await app.stet.jobs.settled();
    const { imports } = (await (await app.request("/api/imports", { as })).json()) as { imports: ImportState[] };
    return imports.find((one) => one.id === id)!;
  }

  /** Uploads it and waits for the preview. */
  async function brought(as: TestPerson, file: Buffer, name?: string): Promise<ImportState> {
    return settled(as, await uploaded(as, file, name));
  }

  async function imported(as: TestPerson, file: Buffer, name?: string): Promise<ImportState> {
    const { id } = await brought(as, file, name);
    expect((await app.request(`/api/imports/${id}/start`, { as, body: {} })).status).toBe(202);
    return settled(as, id);
  }

  return { uploaded, settled, brought, imported };
}
