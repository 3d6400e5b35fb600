/*
 * A decision that changes nothing in the document, such as a rejection: in the undo history a step stands for it, so
 * that undo and redo turn it in its order.
 */
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { Step, StepResult } from "@tiptap/pm/transform";

/** `isOpen`: it is taken back, and made again otherwise. */
type Turn = (isOpen: boolean) => void;

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

/** As one undo step. */
export function deciding(tr: Transaction, turn: Turn): Transaction {
  return closeHistory(tr.step(new DecisionStep(turn, false)));
}

/** After undo and redo. */
export function turnDecisions(tr: Transaction): void {
  if (tr.getMeta("history$") === undefined) return;
  for (const step of tr.steps) if (step instanceof DecisionStep) step.turn(step.isOpen);
}
