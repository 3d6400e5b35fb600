/*
 * Threads for work that would block the main thread. A person has one task at a time and people are served in turn
 * (person-turns.ts), so one person cannot fill the pool. A task that takes too long or too much memory is terminated
 * with its thread and refused.
 */
import { Worker } from "node:worker_threads";
import { problem, type ProblemCode } from "#core/workspace/problem.ts";
import { PersonTurns } from "../process/person-turns.ts";
import type { TaskName } from "./tasks.ts";
import type { ThreadAnswer, ThreadTask } from "./thread.ts";

type Options = {
  /** Concurrent tasks. */
  places: number;
  /** A thread is replaced after this many tasks. */
  tasksPerThread: number;
};
export type PoolTask = {
  person: string;
  name: TaskName;
  given: unknown;
  seconds: number;
  /** The refusal for a task that takes too long or too much memory. */
  tooMuch: ProblemCode;
  signal?: AbortSignal | undefined;
};

const memoryMb = 768;
const idleMs = 30_000;

/** Terminated for exceeding its limits. */
class TooMuch extends Error {}

export class ThreadPool {
  #tasksPerThread: number;
  #turns: PersonTurns;
  #idle: PoolThread[] = [];

  constructor({ places, tasksPerThread }: Options) {
    this.#tasksPerThread = tasksPerThread;
    this.#turns = new PersonTurns(places);
  }

  async run(task: PoolTask): Promise<unknown> {
    const { person, signal, tooMuch } = task;
    const refusal = this.#turns.refusal(person);
    if (refusal === "many-waiting") throw problem("too-many-requests", "Several of your texts are already being processed.");
    if (refusal === "pausing")
      throw problem("too-many-requests", "Several of your texts took too long to process. Wait ten minutes.");
    signal?.throwIfAborted();
    const turn = await this.#turns.take(person);
    let wasTooMuch = false;
    try {
      signal?.throwIfAborted();
      return await this.#runInThread(task);
    } catch (error) {
      wasTooMuch = error instanceof TooMuch;
      throw wasTooMuch ? problem(tooMuch) : error;
    } finally {
      turn?.end(wasTooMuch);
    }
  }

  async #runInThread(task: PoolTask): Promise<unknown> {
    this.#idle = this.#idle.filter(({ isAlive }) => isAlive);
    const thread = this.#idle.pop() ?? new PoolThread();
    try {
      return await thread.run(task);
    } finally {
      if (thread.isAlive && thread.done < this.#tasksPerThread) {
        this.#idle.push(thread);
        thread.rest(() => (this.#idle = this.#idle.filter((one) => one !== thread)));
      } else thread.end();
    }
  }
}

class PoolThread {
  done = 0;
  isAlive = true;
  #worker = new Worker(new URL("./thread.ts", import.meta.url), {
    name: "long work",
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  #resting: NodeJS.Timeout | undefined;

  constructor() {
    const ended = () => (this.isAlive = false);
    this.#worker.on("error", ended).on("exit", ended);
  }

  /** Terminates the thread if it does not answer in time or the request is aborted. */
  async run({ name, given, seconds, signal }: PoolTask): Promise<unknown> {
    clearTimeout(this.#resting);
    this.#worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    const timer = setTimeout(() => reject(new TooMuch(`${name} took longer than ${seconds} s`)), seconds * 1000);
    const abandon = () => reject(signal?.reason as Error);
    signal?.addEventListener("abort", abandon, { once: true });
    const onError = (error: NodeJS.ErrnoException) =>
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new TooMuch(`${name} took too much memory`) : error);
    const onExit = () => reject(new Error(`The thread of ${name} ended without an answer.`));
    this.#worker.once("message", resolve).once("error", onError).once("exit", onExit);
    let answer: ThreadAnswer;
    try {
      this.#worker.postMessage({ name, given } satisfies ThreadTask);
      answer = await promise;
    } catch (error) {
      // The thread is still in the middle of the task.
      this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abandon);
      this.#worker.off("message", resolve).off("error", onError).off("exit", onExit);
    }
    this.done++;
    if ("made" in answer) return answer.made;
    throw "refusal" in answer ? responseOf(answer.refusal) : answer.error;
  }

  /** Does not keep the process alive, and ends itself when idle. */
  rest(onEnd: () => void): void {
    this.#worker.unref();
    this.#resting = setTimeout(() => {
      onEnd();
      this.end();
    }, idleMs).unref();
  }

  end(): void {
    clearTimeout(this.#resting);
    this.isAlive = false;
    void this.#worker.terminate();
  }
}

function responseOf({ status, body }: { status: number; body: string }): Response {
  return new Response(body, { status, headers: { "content-type": "application/json" } });
}
