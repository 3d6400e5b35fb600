/* How an attempt at a job ends before its work is done. */

/** Thrown by a handler: trying again would end the same way. The message is a sentence for the job's owner. */
export class JobRefused extends Error {}

/** Why the signal of an attempt was aborted. `lost`: paused, cancelled, deleted or claimed by another process. */
export class JobStopped extends Error {
  readonly why: "closing" | "lost" | "too-long";

  constructor(why: JobStopped["why"]) {
    super(`The job was stopped: ${why}`);
    this.why = why;
  }
}
