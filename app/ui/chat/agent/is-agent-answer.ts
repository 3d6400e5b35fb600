/* Whether an answer came from an agent, judged by tool calls that only agents have. */
import { agentToolNames } from "#core/agent/agent.ts";
import type { ShownBlock } from "../answer.ts";

const ownTools: ReadonlySet<string> = new Set(agentToolNames);

export function isAgentAnswer(blocks: readonly ShownBlock[]): boolean {
  return blocks.some((block) => block.kind === "tool" && ownTools.has(block.invocation.toolName));
}
