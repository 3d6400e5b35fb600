import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atMost, type ApiEnv } from "./edge.ts";

/* Over a real socket: the server's stand-in for a Request behaves unlike a Request made in a test. */
describe("bodies off the wire", () => {
  let server: Server;
  beforeAll(async () => {
    const app = new Hono<ApiEnv>().use(atMost(10)).all("*", async (c) => c.text(`${c.req.method} ${await c.req.text()}`));
    app.onError((error, c) => (error instanceof Response ? error : c.text(error.message, 500)) as never);
    server = createServer(getRequestListener(app.fetch as never, { overrideGlobalObjects: false }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => server.close());

  test.each([
    ["DELETE", {}, "", 200, "DELETE "],
    ["POST", { "content-length": "4" }, "four", 200, "POST four"],
    ["POST", { "transfer-encoding": "chunked" }, "four", 200, "POST four"],
    ["POST", { "content-length": "11" }, "eleven char", 413, undefined],
    ["POST", { "transfer-encoding": "chunked" }, "eleven char", 413, undefined],
  ])("%s with %o and %o answers %i", async (method, headers, body, status, text) => {
    const answer = await send(method, headers, body);
    expect(answer.status).toBe(status);
    if (text !== undefined) expect(answer.text).toBe(text);
  });

  function send(method: string, headers: Record<string, string>, body: string): Promise<{ status: number; text: string }> {
    const { port } = server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const asked = request({ port, host: "127.0.0.1", method, headers }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      });
      asked.on("error", reject);
      asked.end(body === "" ? undefined : body);
    });
  }
});
