/*
 * Agent mode: asked for a larger change beside a draft, a model plans, works
 * through the document section by section with its tools, and proposes changes,
 * within limits that the writer has set. What it has done is in its message as
 * tool calls, so a message alone says how far it is.
 *
 * What a model may send is agent-schema.ts; it is held by the server.
 */
import type { AppliedChangeRow } from "../changes/proposed-change.ts";
import type { AppliedPatch, Patch } from "../changes/patch.ts";

/** What the writer has set; travels with the composer's choices. */
export type AgentChoice = {
  isOn: boolean;
  /** Asking the model and doing what it calls for is one step. */
  maxSteps: number;
  maxTokens: number;
  /** Changes are made in the open document as they come; otherwise they are only proposed. */
  applies: boolean;
};

export const defaultAgentChoice: AgentChoice = { isOn: false, maxSteps: 12, maxTokens: 200_000, applies: false };

export const agentStepsMax = 40;
export const agentTokensMax = 2_000_000;

/** Tools that only an agent has, beside those of every chat. */
export const agentToolNames = ["plan", "readDocument", "checkDocument", "proposeChanges"] as const;
export type AgentToolName = (typeof agentToolNames)[number];

/** More than these nobody weighs, and no honest model sends. */
export const agentLimits = {
  planItems: 20,
  changesInCall: 60,
  changesInRun: 300,
  /** That an entry of the timeline keeps, to be taken back. */
  changesInWork: 3_000,
  passageLength: 20_000,
  /** Characters of what one step calls for, and calls in one step and in one run. */
  inputLength: 150_000,
  callsInStep: 12,
  callsInRun: 160,
  minutes: 15,
  /** Steps in which every call was refused. */
  refusedInRow: 4,
  /** Steps that a provider broke off in the middle. */
  brokenInRow: 2,
  /** The longest pause that a provider may ask for. */
  patienceSeconds: 90,
  /** Read, and checked, at once. */
  wordsRead: 8_000,
  charactersChecked: 120_000,
} as const;

export type AgentPlan = { summary: string; items: { what: string; where: string }[] };

/** A change that was accepted: located in the document, to be found again by its own words and those beside it. */
export type AgentChange = Patch & {
  /** The writer has to decide: it is never made without them. */
  isDecision?: boolean;
};

/** One that was not, by its place in the call, and why. */
export type RefusedChange = { index: number; reason: string };

/** What `proposeChanges` leaves in the message. */
export type ProposeResult = {
  /** The message in which this work began: what became of its changes is kept under it, also when it goes on in another. */
  work: string;
  where: string;
  applies: boolean;
  changes: AgentChange[];
  refused: RefusedChange[];
};

/** With a save of what an agent changed: it goes on in the entry of that answer; undone, it is an entry of its own. */
export type AgentAction = {
  messageId: string;
  model: string;
  /** Made since the last save, and taken back since. */
  made: AppliedChangeRow[];
  takenBack: AppliedPatch[];
  /** All of it was taken back at once. */
  isUndo: boolean;
};

/** What an entry of the timeline keeps of an agent. */
export type AgentEntry = Pick<AgentAction, "messageId" | "model" | "isUndo"> & { changes: AppliedChangeRow[] };

/** Two tellings of one change. */
function isSame(a: AppliedPatch, b: AppliedPatch): boolean {
  return a.start === b.start && a.original === b.original && a.replacement === b.replacement && a.before === b.before;
}

/** What an entry holds after one more save. */
export function joinAction(entry: AgentEntry, { model, made, takenBack }: AgentAction): AgentEntry {
  const left = entry.changes.filter(({ applied }) => !takenBack.some((back) => isSame(applied, back)));
  const fresh = made.filter(({ applied }) => !left.some((known) => isSame(known.applied, applied)));
  return { ...entry, model: model || entry.model, changes: [...left, ...fresh].slice(-agentLimits.changesInWork) };
}

/** Two saves of one answer that have not been sent yet, as one. */
export function joinActions(before: AgentAction, after: AgentAction): AgentAction {
  const { changes } = joinAction({ ...before, changes: before.made }, after);
  return { ...after, made: changes, takenBack: [...before.takenBack, ...after.takenBack] };
}

/** How far a run has come, told to whoever watches. */
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
 * Why it stopped, what of the plan was under way, and what was not begun.
 * `begun` are the items that calls have belonged to, in their order; where
 * calls do not say what they belong to, nothing is known.
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
