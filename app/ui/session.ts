/*
 * A session can expire while the user is typing. A request that gets a 401 asks
 * here for a sign-in and waits; the page opens a single dialog, however many are
 * waiting, and all of them learn whether it succeeded. Nothing on the page is lost
 * meanwhile.
 */
type Listener = () => void;

let asked: { promise: Promise<boolean>; answer: (signedIn: boolean) => void } | null = null;
const listeners = new Set<Listener>();

/** Resolves true once signed in again, false if the user declined or there is no page to ask on. */
export function signInInWorkspace(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (asked === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asked = { promise, answer: resolve };
    for (const listener of listeners) listener();
  }
  return asked.promise;
}

export function answerSignIn(signedIn: boolean): void {
  const waiting = asked;
  asked = null;
  waiting?.answer(signedIn);
  for (const listener of listeners) listener();
}

/** For the dialog, as an external store. */
export function isSignInAsked(): boolean {
  return asked !== null;
}

export function onSignInAsked(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
