/*
 * The seven tools, in the order in which models are told of them. A new tool
 * is a file beside this one and a line here.
 */
import { z } from "zod";
import type { ToolDescription } from "../models/model.ts";
import { caretContextTool } from "./caret-context.ts";
import { draftTool } from "./draft.ts";
import { evaluateTool } from "./evaluate.ts";
import { getInformationTool } from "./get-information.ts";
import { humanizeTool } from "./humanize.ts";
import { rewriteTool } from "./rewrite.ts";
import type { Tool } from "./tool.ts";
import { webSearchTool } from "./web-search.ts";

export const tools: readonly Tool[] = [
  getInformationTool,
  webSearchTool,
  caretContextTool,
  draftTool,
  evaluateTool,
  rewriteTool,
  humanizeTool,
];

export function findTool(name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}

/** For a model: name, description, JSON Schema of the input. */
export function describeTools(chosen: readonly Tool[] = tools): ToolDescription[] {
  return chosen.map((tool) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input, { io: "input", target: "draft-7" });
    return { name: tool.name, description: tool.description, inputSchema };
  });
}

/** What a model sent, checked; a refusal is a sentence that names each field that is wrong. */
export function readToolInput(tool: Tool, input: unknown): { ok: true; input: unknown } | { ok: false; message: string } {
  const reading = tool.input.safeParse(input ?? {});
  if (reading.success) return { ok: true, input: reading.data };
  const faults = reading.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
  return { ok: false, message: `The input of ${tool.name} is not valid. ${faults.join("; ")}.` };
}
