/* A long act takes seconds to read: it is read in a thread of its own, so that nobody's answer stands still meanwhile. */
import { Worker } from "node:worker_threads";
import { ShapeChanged, type LawAct } from "./law-act.ts";
import { lawForms, type LawForm } from "./load-law.ts";
import type { ReadAnswer, ReadRequest } from "./read-act-worker.ts";

const readAtOnce = 500_000;
const memoryMb = 1_024;

export async function readAct(form: LawForm, text: string, fileName = ""): Promise<LawAct[]> {
  if (text.length < readAtOnce) return lawForms[form].read(text, fileName);
  const workerData: ReadRequest = { form, text, fileName };
  const worker = new Worker(new URL("./read-act-worker.ts", import.meta.url), {
    name: "reading law",
    execArgv: [],
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  try {
    return await new Promise<LawAct[]>((resolve, reject) => {
      worker.once("message", (answer: ReadAnswer) =>
        "acts" in answer
          ? resolve(answer.acts)
          : reject(answer.isShape ? new ShapeChanged(answer.message) : new Error(answer.message)),
      );
      // A text that needs more than the thread's memory is of no form that is known.
      worker.once("error", (error: Error & { code?: string }) =>
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new ShapeChanged("the text is too large to be read") : error),
      );
      worker.once("exit", () => reject(new Error("the thread ended without having read anything")));
    });
  } finally {
    await worker.terminate();
  }
}
