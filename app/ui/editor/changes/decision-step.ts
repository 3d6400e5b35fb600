/*
 * A decision that changes nothing in the document, such as a rejection: in the undo history a step stands for it, so
 * that undo and redo turn it in its order.
 */
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { Step, StepResult } from "@tiptap/pm/transform";

/** `isOpen`: it is taken back, and made again otherwise. False if it was so already. */
type Turn = (isOpen: boolean) => boolean | void;

class DecisionStep extends Step {
  readonly turn: Turn;
  readonly isOpen: boolean;

  constructor(turn: Turn, isOpen: boolean) {
    super();
    this.turn = turn;
    this.isOpen = isOpen;
  }

  apply(doc: Node): StepResult {
    return StepResult.ok(doc);
  }

  invert(): Step {
    return new DecisionStep(this.turn, !this.isOpen);
  }

  map(): Step {
    return this;
  }

  toJSON(): { stepType: string } {
    return { stepType: "decision" };
  }
}

/** As one undo step. `isOpen`: what it does is take a decision back. */
export function deciding(tr: Transaction, turn: Turn, isOpen = false): Transaction {
  return closeHistory(tr.step(new DecisionStep(turn, isOpen)));
}

/** After undo and redo. False if they did nothing that can be seen: another window has turned these decisions since. */
export function turnDecisions(tr: Transaction): boolean {
  if (tr.getMeta("history$") === undefined) return true;
  let isSeen = false;
  for (const step of tr.steps) if (!(step instanceof DecisionStep) || step.turn(step.isOpen) !== false) isSeen = true;
  return isSeen;
}
