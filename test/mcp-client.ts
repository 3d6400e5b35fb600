/* The official client of the Model Context Protocol, at the application of a test. */
import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import type { TestApp } from "./app.ts";

/** `Told`: how its test reads structured results. */
export type McpClient<Told> = {
  names(): Promise<string[]>;
  /** The structured result; throws the sentence of a refusal. */
  call(name: string, input?: object): Promise<Told>;
  client: Client;
};

/** `mode`: the revision of July 2026, or those before it. */
export async function mcpClientOf<Told>(app: TestApp, key: string, mode: "modern" | "legacy" = "modern"): Promise<McpClient<Told>> {
  const version = mode === "modern" ? { mode: { pin: "2026-07-28" } } : { mode: "legacy" as const };
  const client = new Client({ name: "Test", version: "1.0.0" }, { versionNegotiation: version });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", app.stet.env.url), {
    fetch: (url, init) => app.fetch(new Request(url, init as RequestInit)),
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, input = {}) {
      const result = (await client.callTool({ name, arguments: { ...input } })) as CallToolResult;
      const [said] = result.content;
      const text = said?.type === "text" ? said.text : "";
      if (result.isError === true) throw new Error(text);
      const structured = result.structuredContent as Told;
      if (JSON.stringify(structured) !== text) throw new Error("The text is not the structured result.");
      return structured;
    },
  };
}
