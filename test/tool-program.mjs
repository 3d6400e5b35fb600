/* A tool server as a program: official package, standard input and output. */
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const server = new McpServer({ name: "notes", version: "1.0.0" });
server.registerTool(
  "find_note",
  {
    title: "Find a note",
    description: "Finds a note by a word in it.",
    annotations: { readOnlyHint: true },
    inputSchema: fromJsonSchema({ type: "object", properties: { word: { type: "string", description: "A word of the note." } } }),
  },
  async ({ word }) => ({ content: [{ type: "text", text: `The note on ${word}: call the landlord on Monday.` }] }),
);
await server.connect(new StdioServerTransport());
