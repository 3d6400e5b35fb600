import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { createApi } from "./index.ts";

let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: "1" });
  person = await app.person();
});
afterAll(() => app.close());

const code = async (answer: Response) => ((await answer.json()) as { code?: string }).code;

/* Over a real socket, because the server's stand-in for a Request behaves differently from one made in a test. */
describe("bodies off the wire", () => {
  let server: Server;
  beforeAll(async () => {
    const api = createApi(app.stet);
    api.all("*", async (c) => c.text(`${c.req.method} ${await c.req.text()}`));
    server = createServer(getRequestListener(api.fetch as never, { overrideGlobalObjects: false }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => server.close());

  type Sent = { status: number; text: string; connection: string | undefined; bytesTaken: number };

  /** Writes `pieces` one after the other for as long as the server accepts them. */
  function send(method: string, path: string, headers: Record<string, string>, pieces: readonly string[]): Promise<Sent> {
    const { port } = server.address() as AddressInfo;
    const origin = { origin: `http://127.0.0.1:${port}`, cookie: person.cookie, ...headers };
    return new Promise((resolve, reject) => {
      let answered: Sent | undefined;
      const asked = request({ port, host: "127.0.0.1", method, path, headers: origin }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => {
          answered = {
            status: response.statusCode ?? 0,
            text,
            connection: response.headers.connection,
            bytesTaken: asked.socket?.bytesWritten ?? 0,
          };
          resolve(answered);
          asked.destroy();
        });
      });
      asked.on("error", (error) => answered ?? reject(error));
      Readable.from(pieces).pipe(asked);
    });
  }

  const form = { "content-type": "application/x-www-form-urlencoded" };
  const json = { "content-type": "application/json" };
  const chunked = { "transfer-encoding": "chunked" };
  const hundred = Array.from({ length: 1600 }, () => "a".repeat(64 * 1024));

  test("a form within the limit arrives whole, with a length and without", async () => {
    for (const length of [{ "content-length": "10" }, chunked])
      expect(await send("POST", "/auth/sign-in", { ...form, ...length }, ["email=", "a@b."])).toMatchObject({
        status: 200,
        text: "POST email=a@b.",
      });
  });

  test("a DELETE without a body passes", async () => {
    expect((await send("DELETE", "/api/account/avatar", {}, [])).status).toBe(200);
  });

  test("100 MB of a form are refused by their length, before they are read", async () => {
    const whole = { "content-length": String(hundred.length * 65_536) };
    const answer = await send("POST", "/auth/sign-in", { ...form, ...whole }, hundred);
    expect(answer).toMatchObject({ status: 413, connection: "close" });
    expect(answer.bytesTaken).toBeLessThan(10_000_000);
  });

  test("without a length they are refused where the limit is passed", async () => {
    const answer = await send("POST", "/auth/sign-in", { ...form, ...chunked }, hundred);
    expect(answer).toMatchObject({ status: 413, connection: "close" });
    expect(answer.bytesTaken).toBeLessThan(10_000_000);
  });

  test("the page's data address is the same address", async () => {
    const answer = await send("POST", "/auth/sign-in.data", { ...form, "content-length": "70000" }, []);
    expect(answer.status).toBe(413);
  });

  test("an address of the API has its own limit", async () => {
    const long = JSON.stringify({ email: "a".repeat(20_000) });
    expect((await send("POST", "/api/auth/sign-in/email", json, [long])).status).toBe(413);
    const prompt = JSON.stringify({ source: `---\nkind: prompt\nname: A\n---\n\n${"a ".repeat(9_000)}` });
    expect((await send("POST", "/api/library/templates", json, [prompt])).status).toBe(201);
  });
});

describe("what a body holds", () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

  test("too many names, values or levels are refused before they are parsed", async () => {
    for (const body of [keys(2000), { name: Array(6000).fill(1) }, { name: nested(40) }]) {
      const answer = await app.request("/api/projects", { as: person, body });
      expect([answer.status, await code(answer)]).toEqual([413, "too-large"]);
    }
  });

  test("a form with too many fields, one that cannot be read, and a page without a form", async () => {
    const post = (path: string, type: string, body: string) =>
      app.fetch(
        new Request(new URL(path, app.stet.env.url), {
          method: "POST",
          headers: { origin: app.stet.env.url, "content-type": type },
          body,
        }),
      );
    const urlencoded = "application/x-www-form-urlencoded";
    expect((await post("/auth/sign-in", urlencoded, "a=1&".repeat(300))).status).toBe(413);
    expect((await post("/auth/sign-in", "multipart/form-data; boundary=x", "no form")).status).toBe(400);
    expect((await post("/auth/sign-in", "multipart/form-data", "no form")).status).toBe(400);
    expect((await post("/auth/sign-in", "text/plain", "a=1")).status).toBe(415);
    expect((await post("/pricing", urlencoded, "a=1")).status).toBe(405);
    expect((await post("/nothing/here", urlencoded, "a=1")).status).toBe(405);
  });
});

test("F11: every answer of the API says that nothing keeps it and that it is what it says", async () => {
  const asked = ["/health/live", "/api/models", "/api/nothing", "/v1/models", "/v1/openapi.json", "/api/updates"];
  for (const path of asked)
    for (const as of [person, undefined]) {
      const { headers, body } = await app.request(path, { ...(as && { as }) });
      await body?.cancel();
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("cache-control")).toMatch(/no-store|no-cache/);
    }
});

test("a visitor is refused where the row does not say otherwise", async () => {
  expect((await app.request("/api/projects")).status).toBe(401);
  expect((await app.request("/api/projects", { body: {} })).status).toBe(401);
});

test("requests a minute are counted for a person, and for a visitor's network", async () => {
  const from = (address: string, as?: TestPerson) =>
    app.request("/api/contact", { body: {}, headers: { "x-forwarded-for": address }, ...(as && { as }) });
  for (let asked = 0; asked < 20; asked++) expect((await from("2001:db8::1")).status).toBe(404);
  const refused = await from("2001:db8::2");
  expect([refused.status, await code(refused)]).toEqual([429, "too-many-requests"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await from("2001:db8:1::1")).status).toBe(404);
  // A person is counted across networks, and is not limited by others on the same one.
  for (let asked = 0; asked < 20; asked++) expect((await from(`2001:db8:${asked}::1`, person)).status).toBe(404);
  expect((await from("2001:db8:ffff::1", person)).status).toBe(429);
});
