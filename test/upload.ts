/* Uploads a file to a server under test. */
import { expect } from "vitest";
import type { TestApp, TestPerson } from "./app.ts";

/** Returns its id. */
export async function upload(app: TestApp, as: TestPerson, name: string, bytes: Uint8Array | string): Promise<string> {
  const form = new FormData();
  form.append("file", new File([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)], name));
  const whole = new Response(form);
  const { url } = app.stet.env;
  const headers = { origin: url, cookie: as.cookie, "content-type": whole.headers.get("content-type")! };
  const body = await whole.arrayBuffer();
  const answer = await app.fetch(new Request(new URL("/api/upload", url), { method: "POST", headers, body }));
  expect(answer.status).toBe(200);
  const { files } = (await answer.json()) as { files: { id: string }[] };
  return files[0]!.id;
}
