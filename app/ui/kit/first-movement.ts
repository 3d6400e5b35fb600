/** Runs the task when the reader first moves the pointer or presses anything; returns a function to cancel it. */
export function onFirstMovement(task: () => void): () => void {
  const listening = new AbortController();
  for (const type of ["pointermove", "pointerdown", "keydown", "wheel"]) {
    window.addEventListener(
      type,
      () => {
        listening.abort();
        task();
      },
      { signal: listening.signal, passive: true },
    );
  }
  return () => listening.abort();
}
