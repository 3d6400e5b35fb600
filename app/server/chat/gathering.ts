/*
 * Batches work on the database: what arrives while earlier work is being done shares the next statement or
 * transaction. A hundred together cost the disk little more than one.
 */
export type Gathering<Given> = {
  /** The most per batch. */
  most: number;
  /** At most one of each goes into a batch: the second has to see what the first wrote. */
  keyOf: (given: Given) => string;
  /** How long the first waits for others. Without it, the batch takes what arrives in the same turn of the event loop. */
  waitMs?: number;
};

type Waiting<Given, Made> = { given: Given; resolve(made: Made): void; reject(error: unknown): void };

/** If a batch fails, its parts are done one by one, so that only those at fault are rejected. */
export function gathering<Given, Made>(
  { most, keyOf, waitMs }: Gathering<Given>,
  work: (given: Given[]) => Promise<readonly Made[]>,
): (given: Given) => Promise<Made> {
  let waiting: Waiting<Given, Made>[] = [];
  let isWorking = false;

  async function workThrough(): Promise<void> {
    while (waiting.length > 0) await workOn(takeTogether());
    isWorking = false;
  }

  function takeTogether(): Waiting<Given, Made>[] {
    const keys = new Set<string>();
    const together: Waiting<Given, Made>[] = [];
    const later: Waiting<Given, Made>[] = [];
    for (const one of waiting) {
      const key = keyOf(one.given);
      if (together.length < most && !keys.has(key)) together.push(one);
      else later.push(one);
      keys.add(key);
    }
    waiting = later;
    return together;
  }

  async function workOn(together: readonly Waiting<Given, Made>[]): Promise<void> {
    try {
      const made = await work(together.map((one) => one.given));
      for (const [index, one] of together.entries()) one.resolve(made[index]!);
    } catch (error) {
      if (together.length === 1) return together[0]!.reject(error);
      for (const one of together) await workOn([one]);
    }
  }

  return (given) =>
    new Promise((resolve, reject) => {
      waiting.push({ given, resolve, reject });
      if (isWorking) return;
      isWorking = true;
      if (waitMs === undefined) setImmediate(() => void workThrough());
      else setTimeout(() => void workThrough(), waitMs);
    });
}
