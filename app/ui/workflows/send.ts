import type { Question } from "../ask.ts";

/** False after a failure, which has been shown. */
export type Send = (path: string, question: Question) => Promise<boolean>;
