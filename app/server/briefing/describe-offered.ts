/* The briefing's tools in a model request: internal names, lean schemas, the briefing's descriptions. */
import { describeTools, leanSchema } from "../tools/index.ts";
import type { ToolDescription } from "../models/model.ts";
import type { Tool } from "../tools/tool.ts";
import type { OfferedTool } from "./offered-tools.ts";

export function describeOffered(tools: readonly Tool[], offered: readonly OfferedTool[]): ToolDescription[] {
  return offered.map(({ name, description, without }) => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`The briefing offers ${name}, which is not there.`);
    const [described] = describeTools([tool]);
    return { name, description, inputSchema: leanSchema(described!.inputSchema, without) };
  });
}
