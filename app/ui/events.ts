/*
 * Stet's window events, for communication between independent parts of the page. A
 * panel in an answer asks the editor to apply a patch; an upload notifies every
 * file list.
 *
 * Anything in the window can dispatch an event, including an extension, so details
 * are validated on receipt, and invalid ones are dropped.
 */
import type { Patch } from "#core/changes/patch-json.ts";

type Guard<T> = (value: unknown) => value is T;
type Shape = Record<string, Guard<unknown>>;
type Detail<S extends Shape> = { [K in keyof S]: S[K] extends Guard<infer T> ? T : never };

const isString: Guard<string> = (value): value is string => typeof value === "string";
const isCount: Guard<number> = (value): value is number => Number.isInteger(value) && (value as number) >= 0;
const isPatch: Guard<Patch> = (value): value is Patch =>
  fits({ original: isString, replacement: isString, summary: isString }, value);

const shapes = {
  /** Open the draft panel of a message as an overlay. */
  draftExpand: {},
  createDraftFromChat: { draftText: isString },
  applyPatch: { patch: isPatch, messageId: isString },
  "writing-update": { content: isString, messageId: isString },
  "writing-complete": { content: isString, messageId: isString },
  "writing-stats": { messageId: isString, added: isCount, deleted: isCount },
  "writing-revert": { messageId: isString },
  "writing-apply": { messageId: isString },
  "files:uploaded": {},
} as const satisfies Record<string, Shape>;

export type WindowEventName = keyof typeof shapes;
export type WindowEventDetail<N extends WindowEventName> = Detail<(typeof shapes)[N]>;

/** Dispatches an event; one without a detail is just its name. */
export function emit<N extends WindowEventName>(
  name: N,
  ...[detail]: keyof (typeof shapes)[N] extends never ? [] : [WindowEventDetail<N>]
): void {
  window.dispatchEvent(new CustomEvent(name, { detail: detail ?? {} }));
}

/** Listens until the returned function is called, which fits an effect. */
export function on<N extends WindowEventName>(name: N, handler: (detail: WindowEventDetail<N>) => void): () => void {
  function receive(event: Event): void {
    const detail: unknown = event instanceof CustomEvent ? (event.detail ?? {}) : {};
    if (fits(shapes[name], detail)) handler(detail as WindowEventDetail<N>);
  }
  window.addEventListener(name, receive);
  return () => window.removeEventListener(name, receive);
}

function fits(shape: Shape, value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(shape).every(([key, guard]) => guard((value as Record<string, unknown>)[key]))
  );
}
