/*
 * When a message can be sent, and what Enter does. Enter during an answer never
 * interrupts by accident: the first press queues the message and asks, the
 * second interrupts and sends.
 */

/** Field height in pixels: initially, in a conversation, and at most. */
export const composerHeights = { start: 50, conversation: 100, max: 300 } as const;

export const interruptQuestion = "Press Enter again to interrupt";
/** How long the confirmation stays; after that, Enter asks again. */
export const interruptMs = 4000;

export type Composed = {
  text: string;
  files: number;
  isPending: boolean;
  /** Messages queued until the answer ends. */ queued?: number;
};

/** Sending requires text other than white space; files alone aren't enough. */
export function canSend({ text, isPending }: Composed): boolean {
  return !isPending && text.trim() !== "";
}

/** Interrupting requires text or a file; a queued message counts. */
export function canInterrupt({ text, files, isPending, queued = 0 }: Composed): boolean {
  return isPending && (text.trim() !== "" || files > 0 || queued > 0);
}

type EnterKey = { key: string; shiftKey: boolean; isComposing: boolean; keyCode?: number; repeat?: boolean };

/**
 * "submit" is handled, "held" is swallowed (key repeat), and anything else is
 * left to the field: a new line, another key, or an IME confirming a word with
 * Enter (older ones report key code 229).
 */
export function enterMeans({ key, shiftKey, isComposing, keyCode, repeat }: EnterKey): "submit" | "held" | "field" {
  if (key !== "Enter" || shiftKey || isComposing || keyCode === 229) return "field";
  return repeat ? "held" : "submit";
}

type Enter = { action: "send" | "queue" | "ask" | "interrupt" | "nothing"; isAsked: boolean };

/** What a submitting Enter does, and whether the confirmation is shown afterward. */
export function pressEnter(composed: Composed, isAsked: boolean): Enter {
  if (canSend(composed)) return { action: "send", isAsked: false };
  if (!canInterrupt(composed)) return { action: "nothing", isAsked: false };
  if (isAsked) return { action: "interrupt", isAsked: false };
  return { action: composed.text.trim() === "" ? "ask" : "queue", isAsked: true };
}
