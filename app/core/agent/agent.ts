/*
 * Agent mode: for a larger change to a draft, a model plans, works through the
 * document section by section with tools, and proposes changes, within the
 * writer's limits. Its work is recorded in its message as tool calls, so the
 * message alone shows the progress.
 *
 * Input schemas are in agent-schema.ts and are enforced by the server.
 */
import type { AppliedChangeRow } from "../requests/changes.ts";
import type { AppliedPatch, Patch } from "../changes/patch.ts";

/** The writer's settings, sent with the composer's options. */
export type AgentChoice = {
  isOn: boolean;
  /** One step is a request to the model plus running the tools it calls. */
  maxSteps: number;
  maxTokens: number;
  /** Changes are applied to the open document as they arrive; otherwise they are only proposed. */
  applies: boolean;
};

export const defaultAgentChoice: AgentChoice = { isOn: false, maxSteps: 12, maxTokens: 200_000, applies: false };

export const agentStepsMax = 40;
export const agentTokensMax = 2_000_000;

/** Tools available only to an agent, besides those of every chat. */
export const agentToolNames = ["plan", "readDocument", "checkDocument", "proposeChanges"] as const;
export type AgentToolName = (typeof agentToolNames)[number];

/** Beyond what anyone can review, and what a well-behaved model sends. */
export const agentLimits = {
  planItems: 20,
  changesInCall: 60,
  changesInRun: 300,
  /** The most a timeline entry stores for reverting. */
  changesInWork: 3_000,
  passageLength: 20_000,
  /** Characters of a step's tool calls, and the number of calls per step and per run. */
  inputLength: 150_000,
  callsInStep: 12,
  callsInRun: 160,
  minutes: 15,
  /** Consecutive steps in which every call was refused. */
  refusedInRow: 4,
  /** Consecutive steps cut off by the provider. */
  brokenInRow: 2,
  /** The longest pause that a provider may request. */
  patienceSeconds: 90,
  /** Per call, for reading and checking. */
  wordsRead: 8_000,
  charactersChecked: 120_000,
} as const;

export type AgentPlan = { summary: string; items: { what: string; where: string }[] };

/** An accepted change: located in the document, identified by its own words and their context. */
export type AgentChange = Patch & {
  /** The writer must decide: it is never applied automatically. */
  isDecision?: boolean;
};

/** A refused change, by its index in the call, and why. */
export type RefusedChange = { index: number; reason: string };

/** The result of `proposeChanges`, stored in the message. */
export type ProposeResult = {
  /**
   * The message in which this work began: the states of its changes are stored
   * under it, even if the work continues in another.
   */
  work: string;
  where: string;
  applies: boolean;
  changes: AgentChange[];
  refused: RefusedChange[];
};

/** Sent when saving an agent's changes: added to the timeline entry of that answer. An undo gets an entry of its own. */
export type AgentAction = {
  messageId: string;
  model: string;
  /** Applied since the last save, and reverted since. */
  made: AppliedChangeRow[];
  takenBack: AppliedPatch[];
  /** Everything was reverted in one go. */
  isUndo: boolean;
};

/** The part of it that a timeline entry stores. */
export type AgentEntry = Pick<AgentAction, "messageId" | "model" | "isUndo"> & { changes: AppliedChangeRow[] };

/** Two descriptions of the same change. */
function isSame(a: AppliedPatch, b: AppliedPatch): boolean {
  return a.start === b.start && a.original === b.original && a.replacement === b.replacement && a.before === b.before;
}

/** The entry after another save. */
export function joinAction(entry: AgentEntry, { model, made, takenBack }: AgentAction): AgentEntry {
  const left = entry.changes.filter(({ applied }) => !takenBack.some((back) => isSame(applied, back)));
  const fresh = made.filter(({ applied }) => !left.some((known) => isSame(known.applied, applied)));
  return { ...entry, model: model || entry.model, changes: [...left, ...fresh].slice(-agentLimits.changesInWork) };
}

/** Merges two unsent saves for the same answer. */
export function joinActions(before: AgentAction, after: AgentAction): AgentAction {
  const { changes } = joinAction({ ...before, changes: before.made }, after);
  return { ...after, made: changes, takenBack: [...before.takenBack, ...after.takenBack] };
}

/** A run's progress, for those watching it. */
export type AgentProgress = { step: number; maxSteps: number; tokens: number; maxTokens: number };

export type AgentLimit = "steps" | "tokens" | "calls" | "changes" | "time" | "input" | "refused";

const limitReasons: Record<AgentLimit, (choice: AgentChoice) => string> = {
  steps: ({ maxSteps }) => `The limit of ${maxSteps === 1 ? "one step" : `${maxSteps} steps`} is reached.`,
  tokens: ({ maxTokens }) => `The limit of ${maxTokens.toLocaleString("en")} tokens is reached.`,
  calls: () => `The limit of ${agentLimits.callsInRun} tool calls is reached.`,
  changes: () => `${agentLimits.changesInRun} changes are as many as one can weigh at a time.`,
  time: () => `The limit of ${agentLimits.minutes} minutes is reached.`,
  input: () => "The model sent more at once than a change can be.",
  refused: () => "The model called for things that cannot be done, again and again.",
};

/**
 * Why it stopped, and which items of the plan were in progress or not started.
 * `begun` are the items that calls referred to, in order; if calls don't say,
 * it is unknown.
 */
export function limitSentence(limit: AgentLimit, choice: AgentChoice, plan: AgentPlan | null, begun: readonly number[]): string {
  const reason = limitReasons[limit](choice);
  const now = plan?.items[(begun.at(-1) ?? 0) - 1];
  if (plan === null || now === undefined) return `${reason} What was planned may not be complete.`;
  const named = ({ what, where }: AgentPlan["items"][number]) => (where === "" ? what : `${what} (${where})`);
  const left = plan.items.filter((_, index) => !begun.includes(index + 1));
  const undone = left.length === 0 ? "" : ` Left undone: ${left.map(named).join("; ")}.`;
  return `${reason} Under way: ${named(now)}.${undone}`;
}
