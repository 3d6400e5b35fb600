import { setTimeout as sleep } from "node:timers/promises";

/** Resolves with true when the address answers 200. */
export async function untilReady(url: string): Promise<true> {
  for (let tries = 0; tries < 600; tries++) {
    const isReady = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      async (answer) => (await answer.arrayBuffer(), answer.ok),
      () => false,
    );
    if (isReady) return true;
    await sleep(200);
  }
  throw new Error(`${url} did not answer in 2 minutes`);
}
