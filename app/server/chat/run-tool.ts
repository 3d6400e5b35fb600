/*
 * Runs one tool call: validates its input against the tool's schema, enforces a time limit, and
 * turns every failure into a result that the model can read.
 */
import type { Log } from "../log.ts";
import { readToolInput } from "../tools/index.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import type { ToolCall } from "./answer-writer.ts";

const toolLimitMs = 60_000;

export async function runTool(tools: readonly Tool[], call: ToolCall, context: ToolContext, log: Log): Promise<unknown> {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined)
    return refused(`There is no tool named ${JSON.stringify(call.name)}. Call one of those offered, or answer without.`);
  if (call.input === undefined && call.raw.trim() !== "")
    return refused("The input was not valid JSON. Call again with one JSON object.");
  const reading = readToolInput(tool, call.input);
  if (!reading.ok) return refused(reading.message);
  const limit = AbortSignal.timeout(toolLimitMs);
  const signal = AbortSignal.any([context.signal, limit]);
  try {
    const output = await Promise.race([tool.execute(reading.input as never, { ...context, signal }), aborted(signal)]);
    // Results are stored and sent as JSON; dropping what JSON can't represent keeps both the same.
    return JSON.parse(JSON.stringify(output ?? null));
  } catch (error) {
    if (limit.aborted)
      return refused(`The tool did not answer within ${toolLimitMs / 1000} s. Ask it for less, or go on without it and say so.`);
    if (!signal.aborted) log.warn({ tool: tool.name, err: error }, "a tool failed");
    return refused(error instanceof Error ? error.message : "The tool failed.");
  }
}

type Refused = { error: string };

function refused(error: string): Refused {
  return { error };
}

/** Whether a result, stored or new, is a refused call. */
export function isRefused(result: unknown): result is Refused {
  return (
    typeof result === "object" &&
    result !== null &&
    typeof (result as Refused).error === "string" &&
    Object.keys(result).length === 1
  );
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
