/* At most so many requests at once to each provider, whichever reviews they are for; first come, first served. */
export type Lanes = { run<T>(provider: string, ask: () => Promise<T>): Promise<T> };

export function createLanes(atOnce: number): Lanes {
  const asking = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  async function enter(provider: string): Promise<void> {
    const count = asking.get(provider) ?? 0;
    if (count < atOnce) {
      asking.set(provider, count + 1);
      return;
    }
    // Whoever leaves hands on the place.
    await new Promise<void>((resolve) => {
      const queue = waiting.get(provider) ?? [];
      queue.push(resolve);
      waiting.set(provider, queue);
    });
  }

  function leave(provider: string): void {
    const next = waiting.get(provider)?.shift();
    if (next !== undefined) next();
    else asking.set(provider, (asking.get(provider) ?? 1) - 1);
  }

  return {
    async run(provider, ask) {
      await enter(provider);
      try {
        return await ask();
      } finally {
        leave(provider);
      }
    },
  };
}
