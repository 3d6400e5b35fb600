/* Whether an answer is that of an agent: it has called for what only an agent has. */
import { agentToolNames } from "#core/agent/agent.ts";
import type { ShownBlock } from "../answer.ts";

const ownTools: ReadonlySet<string> = new Set(agentToolNames);

export function isAgentAnswer(blocks: readonly ShownBlock[]): boolean {
  return blocks.some((block) => block.kind === "tool" && ownTools.has(block.invocation.toolName));
}
