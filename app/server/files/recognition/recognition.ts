/*
 * Reads the pictures of pages in a child process of its own (caged-process.ts), page by page: what a page does to the
 * process is limited to that page, and no upload waits for it. One page at a time, since a page keeps a core busy.
 */
import { fileURLToPath } from "node:url";
import type { RecognisedPage } from "#core/sources/recognised-page.ts";
import { CagedProcess } from "../caged-process.ts";
import type { PageToRecognise } from "./recognition-process.ts";

type Asked = Omit<PageToRecognise, "id">;

export type Recognition = {
  /** Null if the page could not be read; throws if the signal is aborted. */
  recognise(asked: Asked, signal: AbortSignal): Promise<RecognisedPage | null>;
  close(): Promise<void>;
};

const script = fileURLToPath(new URL("./recognition-process.ts", import.meta.url));

export function createRecognition({
  secondsPerPage = 180,
  onFault = () => {},
}: { secondsPerPage?: number; onFault?: (fault: string) => void } = {}): Recognition {
  let child: CagedProcess<Asked> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function read(asked: Asked, signal: AbortSignal): Promise<RecognisedPage | null> {
    signal.throwIfAborted();
    if (closed) throw new Error("The recognition is closed.");
    const own = child?.isUsable === true ? child : (child = new CagedProcess<Asked>(script));
    const end = () => own.end();
    signal.addEventListener("abort", end, { once: true });
    try {
      const answer = await own.ask(asked, secondsPerPage * 1000);
      signal.throwIfAborted();
      if (closed) throw new Error("The recognition is closed.");
      if (answer.ok) return answer.document as RecognisedPage;
      onFault(answer.fault ?? answer.sentence);
      return null;
    } finally {
      signal.removeEventListener("abort", end);
      if (own.isUsable) own.rest(() => (child = child === own ? null : child));
      else own.end();
    }
  }

  return {
    recognise(asked, signal) {
      const reading = last.then(() => read(asked, signal));
      last = reading.catch(() => {});
      return reading;
    },
    async close() {
      closed = true;
      child?.end();
      await last;
    },
  };
}
