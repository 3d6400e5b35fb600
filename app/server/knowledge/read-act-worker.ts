/* The thread that reads one long act. */
import { parentPort, workerData } from "node:worker_threads";
import { standBehindAnswers } from "../behind-answers.ts";
import { ShapeChanged, type LawAct } from "./law-act.ts";
import { lawForms, type LawForm } from "./load-law.ts";

standBehindAnswers();

export type ReadRequest = { form: LawForm; text: string; fileName: string };
export type ReadAnswer = { acts: LawAct[] } | { message: string; isShape: boolean };

const { form, text, fileName } = workerData as ReadRequest;
let answer: ReadAnswer;
try {
  answer = { acts: lawForms[form].read(text, fileName) };
} catch (error) {
  answer = { message: error instanceof Error ? error.message : String(error), isShape: error instanceof ShapeChanged };
}
parentPort?.postMessage(answer);
