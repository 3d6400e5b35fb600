/** Does the task when the reader first moves or presses anything; answers the function that calls it off. */
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
