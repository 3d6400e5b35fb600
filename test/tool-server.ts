/*
 * A server of the Model Context Protocol by the official package, whose tools a test sets and changes; and one that
 * answers as the test says, for what the package would not do.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpHandler, fromJsonSchema, McpServer, type CallToolResult } from "@modelcontextprotocol/server";
import type { Reach } from "#server/tool-servers/guarded-fetch.ts";

export type ServedTool = {
  name: string;
  description: string;
  readsOnly?: boolean;
  schema?: Record<string, unknown>;
  run?: (input: unknown) => CallToolResult | Promise<CallToolResult>;
};

export type ServedTools = {
  url: string;
  tools: ServedTool[];
  calls: { name: string; input: unknown; authorization: string | undefined }[];
  requests: number;
  /** Takes over from the package while it is set. */
  raw: ((request: IncomingMessage, response: ServerResponse, body: Rpc) => boolean) | null;
  stop(): Promise<void>;
};
export type Rpc = { id?: number; method?: string; params?: { name?: string } };

export const said = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

/** Connects to servers on this machine as if they were on the public web. */
export const reachHere = (): Reach => ({ mayReach: () => true, resolve: () => Promise.resolve(["127.0.0.1"]) });

export async function startToolServer(tools: ServedTool[]): Promise<ServedTools> {
  const served: ServedTools = { url: "", tools, calls: [], requests: 0, raw: null, stop };
  const handlerFor = (authorization: string | undefined) =>
    createMcpHandler(() => {
      const server = new McpServer({ name: "tools", version: "1.0.0" });
      for (const { name, description, readsOnly = false, schema, run } of served.tools)
        server.registerTool(
          name,
          {
            description,
            annotations: { readOnlyHint: readsOnly },
            inputSchema: fromJsonSchema(
              schema ?? { type: "object", properties: { of: { type: "string", description: "Of what." } } },
            ),
          },
          async (input: unknown) => {
            served.calls.push({ name, input, authorization });
            return run === undefined ? said(`${name} says hello.`) : run(input);
          },
        );
      return server;
    });
  const http = createServer((request, response) => {
    served.requests++;
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (piece) => (text += piece));
    request.on("end", () => {
      const body = (text === "" ? {} : JSON.parse(text)) as Rpc;
      if (served.raw?.(request, response, body) === true) return;
      void answer(request, response, text);
    });
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  served.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;

  async function answer(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const init = { method: request.method ?? "POST", headers, ...(text !== "" && { body: text }) };
    const result = await handlerFor(request.headers.authorization).fetch(new Request(served.url, init));
    response.writeHead(result.status, Object.fromEntries(result.headers));
    response.end(Buffer.from(await result.arrayBuffer()));
  }
  async function stop(): Promise<void> {
    http.closeAllConnections();
    http.close();
    await once(http, "close");
  }
  return served;
}
