/*
 * Starts work a little at a time: of what arrives together, the rest waits for the next turns of the event loop, in
 * which responses from the database and from models are handled. The first does not wait.
 */
export function createInTurn(most: number): (work: () => void) => void {
  let waiting: (() => void)[] = [];
  let started = 0;
  let isScheduled = false;

  function next(): void {
    isScheduled = false;
    started = 0;
    const now = waiting.slice(0, most);
    waiting = waiting.slice(most);
    for (const work of now) run(work);
  }

  function run(work: () => void): void {
    started++;
    schedule();
    work();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(next);
  }

  return (work) => {
    if (started < most && waiting.length === 0) return run(work);
    waiting.push(work);
    schedule();
  };
}
