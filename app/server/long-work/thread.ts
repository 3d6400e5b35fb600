/* The thread that runs tasks of tasks.ts one at a time. */
import { parentPort } from "node:worker_threads";
import { runAtLowPriority } from "../process/low-priority.ts";
import { tasks, type TaskName } from "./tasks.ts";

runAtLowPriority();

export type ThreadTask = { name: TaskName; given: unknown };
export type ThreadAnswer = { made: unknown } | { refusal: { status: number; body: string } } | { error: unknown };

parentPort!.on("message", async ({ name, given }: ThreadTask) => {
  try {
    const work = (await tasks[name].load()) as (given: unknown) => unknown;
    const made = await work(given);
    const isBytes = made instanceof Uint8Array && made.buffer instanceof ArrayBuffer && made.byteLength === made.buffer.byteLength;
    parentPort!.postMessage({ made } satisfies ThreadAnswer, isBytes ? [made.buffer as ArrayBuffer] : []);
  } catch (error) {
    parentPort!.postMessage(await failureOf(error));
  }
});

/** A refusal is a Response, which cannot be posted to another thread as is. */
async function failureOf(error: unknown): Promise<ThreadAnswer> {
  if (error instanceof Response) return { refusal: { status: error.status, body: await error.text() } };
  return { error: error instanceof Error ? error : new Error(String(error)) };
}
