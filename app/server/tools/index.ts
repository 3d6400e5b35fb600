/* The seven tools, in the order in which models see them. To add one, create a file next to this one and a line here. */
import { z } from "zod";
import type { ToolDescription } from "../models/model.ts";
import { caretContextTool } from "./caret-context.ts";
import { draftTool } from "./draft.ts";
import { evaluateTool } from "./evaluate.ts";
import { getInformationTool } from "./get-information.ts";
import { humanizeTool } from "./humanize.ts";
import { readFileTool } from "./read-file.ts";
import { readReviewTool } from "./read-review.ts";
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

/** Adds the tools needed only for files that are not given whole, and for the table a chat is about. */
export function withReading(chosen: readonly Tool[]): Tool[] {
  return [...chosen, readFileTool as Tool, readReviewTool as Tool];
}

export function findTool(name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}

/** The name, description and input JSON Schema for a model. */
export function describeTools(chosen: readonly Tool[] = tools): ToolDescription[] {
  return chosen.map((tool) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input, { io: "input", target: "draft-7" });
    return { name: tool.name, description: tool.description, inputSchema };
  });
}

/** Keywords that only our own validation needs: it reports violations, and models pay for every word. */
const checkedHere = new Set([
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "minimum",
  "maximum",
  "additionalProperties",
  "pattern",
]);

/** The schema as sent: without limits that we enforce anyway and without the given fields. */
export function leanSchema(schema: object, without: readonly string[] = []): object {
  const lean = leaner(schema) as { properties?: Record<string, unknown> };
  const properties = Object.entries(lean.properties ?? {}).filter(([name]) => !without.includes(name));
  return { ...lean, properties: Object.fromEntries(properties) };
}

function leaner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leaner);
  if (typeof value !== "object" || value === null) return value;
  const isRecord = (value as { propertyNames?: unknown }).propertyNames !== undefined;
  const kept = Object.entries(value as Record<string, unknown>).filter(([key]) => !checkedHere.has(key) && key !== "propertyNames");
  const lean = Object.fromEntries(
    kept.map(([key, own]) => [
      key,
      key === "properties" && typeof own === "object" && own !== null ? leanFields(own) : leaner(own),
    ]),
  );
  return isRecord ? { ...lean, additionalProperties: { type: "string" } } : lean;
}

/** Field names aren't schema keywords. */
function leanFields(fields: object): object {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, leaner(field)]));
}

/** Validates a model's input; a refusal names each invalid field. */
export function readToolInput(tool: Tool, input: unknown): { ok: true; input: unknown } | { ok: false; message: string } {
  const reading = tool.input.safeParse(input ?? {});
  if (reading.success) return { ok: true, input: reading.data };
  const faults = reading.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
  return { ok: false, message: `The input is not valid. ${faults.join("; ")}.` };
}
