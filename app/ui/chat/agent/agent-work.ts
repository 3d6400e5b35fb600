/*
 * Parses an agent's message into the plan, the steps, and the changes in the order
 * they were proposed. Tool arguments come from the model, so anything unreadable is
 * dropped.
 */
import type { AgentChange, AgentPlan, ProposeResult } from "#core/agent/agent.ts";
import type { ShownBlock } from "../answer.ts";
import { countOf, fieldsOf, wordsIn } from "../tools/fields.ts";
import { agentToolWords } from "../tools/tool-words.ts";

export type ToolBlock = Extract<ShownBlock, { kind: "tool" }>;
export type ItemState = "waiting" | "now" | "done";
export type StepOutcome = "pending" | "done" | "refused" | "cancelled";

export type AgentStep = {
  key: string;
  /** Picks the icon. */
  tool: string;
  words: string;
  where: string;
  /** The result, or why there is none. */
  result: string;
  outcome: StepOutcome;
};

export type AgentWork = {
  plan: AgentPlan | null;
  items: readonly ItemState[];
  steps: readonly AgentStep[];
  changes: readonly AgentChange[];
  /** Key under which the decisions are stored; null while there are no changes. */
  id: string | null;
  /** Apply changes as they arrive. */
  applies: boolean;
};

export function readAgentWork(blocks: readonly ShownBlock[], isLive: boolean): AgentWork {
  const tools = blocks.filter((block): block is ToolBlock => block.kind === "tool");
  const planned = tools.find(({ invocation }) => invocation.toolName === "plan" && invocation.state === "result");
  const plan = planned === undefined ? null : planOf(planned.invocation.args);
  const proposals = tools.flatMap((tool) => proposalOf(tool) ?? []);
  return {
    plan,
    items: itemsOf(plan, tools, isLive),
    steps: tools.filter(({ invocation }) => invocation.toolName !== "plan" || invocation.state !== "result").map(stepOf),
    id: proposals[0]?.work ?? null,
    changes: proposals.flatMap(({ changes }) => changes),
    applies: proposals.some(({ applies }) => applies),
  };
}

function planOf(args: unknown): AgentPlan | null {
  const { summary, items } = fieldsOf(args);
  if (!Array.isArray(items)) return null;
  const read = items.map(fieldsOf).map(({ what, where }) => ({ what: wordsIn(what), where: wordsIn(where) }));
  return { summary: wordsIn(summary), items: read.filter(({ what }) => what !== "") };
}

function proposalOf({ invocation }: ToolBlock): ProposeResult | null {
  if (invocation.toolName !== "proposeChanges" || invocation.state !== "result") return null;
  const { work, where, applies, changes, refused } = fieldsOf(invocation.result);
  if (!Array.isArray(changes)) return null;
  return {
    work: wordsIn(work),
    where: wordsIn(where),
    applies: applies === true,
    changes: changes as AgentChange[],
    refused: Array.isArray(refused) ? (refused as ProposeResult["refused"]) : [],
  };
}

/** The item of the newest call is in progress; items started before it are done. */
function itemsOf(plan: AgentPlan | null, tools: readonly ToolBlock[], isLive: boolean): ItemState[] {
  if (plan === null) return [];
  const begun = tools.flatMap(({ invocation }) => {
    const { item } = fieldsOf(invocation.args);
    return typeof item === "number" ? [item] : [];
  });
  const now = isLive ? begun.at(-1) : undefined;
  return plan.items.map((_, index) => {
    if (index + 1 === now) return "now";
    return begun.includes(index + 1) ? "done" : "waiting";
  });
}

function stepOf({ key, invocation }: ToolBlock): AgentStep {
  const { toolName, state, args, result } = invocation;
  const outcome = state === "result" ? outcomeOf(result) : "pending";
  const words = agentToolWords(toolName);
  const where = wordsIn(fieldsOf(result)["where"]) || wordsIn(fieldsOf(args)["query"]);
  return {
    key,
    tool: toolName,
    words: outcome === "pending" ? words.doing : words.done,
    where,
    result: resultOf(invocation.toolName, result),
    outcome,
  };
}

function outcomeOf(result: unknown): StepOutcome {
  const { cancelled, error } = fieldsOf(result);
  if (cancelled === true) return "cancelled";
  return typeof error === "string" && error !== "" ? "refused" : "done";
}

function resultOf(tool: string, result: unknown): string {
  const { error, found, look, more, changes, refused, words } = fieldsOf(result);
  if (typeof error === "string") return error;
  if (tool === "proposeChanges" && Array.isArray(changes)) {
    const left = Array.isArray(refused) ? refused.length : 0;
    return `${countOf(changes.length, "change")}${left === 0 ? "" : `, ${left} refused`}`;
  }
  if (tool === "readDocument" && typeof words === "number") return countOf(words, "word");
  if (typeof found !== "number") return "";
  const toLook = (Array.isArray(look) ? look.length : 0) + (typeof more === "number" ? more : 0);
  return `${found === 0 ? "nothing to correct" : `${found} to correct`}${toLook === 0 ? "" : `, ${toLook} to look at`}`;
}
