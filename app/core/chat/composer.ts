/*
 * When a message may be sent, and what Enter means. A press during an answer
 * never interrupts by accident: the first one queues the message and asks, the
 * second one interrupts and sends it.
 */

/** Pixels of the field: at first, once the conversation has messages, and at most. */
export const composerHeights = { start: 50, conversation: 100, max: 300 } as const;

export const interruptQuestion = "Press Enter again to interrupt";
/** So long the question stands; after it, Enter asks again. */
export const interruptMs = 4000;

export type Composed = {
  text: string;
  files: number;
  isPending: boolean;
  /** Messages that wait for the answer to end. */ queued?: number;
};

/** Sending needs text that is more than white space; files alone say nothing. */
export function canSend({ text, isPending }: Composed): boolean {
  return !isPending && text.trim() !== "";
}

/** Interrupting needs a value or a file; a queued message is one. */
export function canInterrupt({ text, files, isPending, queued = 0 }: Composed): boolean {
  return isPending && (text.trim() !== "" || files > 0 || queued > 0);
}

type EnterKey = { key: string; shiftKey: boolean; isComposing: boolean; keyCode?: number; repeat?: boolean };

/**
 * "submit" is ours to handle, "held" is ours to swallow (the key repeats while
 * it is held down), everything else is the field's: a new line, another key,
 * or an input method that chooses a word with Enter (229 is what older ones
 * report while they do).
 */
export function enterMeans({ key, shiftKey, isComposing, keyCode, repeat }: EnterKey): "submit" | "held" | "field" {
  if (key !== "Enter" || shiftKey || isComposing || keyCode === 229) return "field";
  return repeat ? "held" : "submit";
}

type Enter = { action: "send" | "queue" | "ask" | "interrupt" | "nothing"; isAsked: boolean };

/** What a submitting Enter does, and whether the question is shown after it. */
export function pressEnter(composed: Composed, isAsked: boolean): Enter {
  if (canSend(composed)) return { action: "send", isAsked: false };
  if (!canInterrupt(composed)) return { action: "nothing", isAsked: false };
  if (isAsked) return { action: "interrupt", isAsked: false };
  return { action: composed.text.trim() === "" ? "ask" : "queue", isAsked: true };
}
