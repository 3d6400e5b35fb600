/*
 * The steps of opening a draft: reading its text, making the editor's state, drawing. For a long text each takes a
 * tenth of a second, so it is a task of its own, and a frame or a click comes between.
 */
export type Steps = {
  run(step: () => void): void;
  /** What has not run does not run any more. */
  end(): void;
};

export function atOnce(): Steps {
  return { run: (step) => step(), end() {} };
}

export function tasks(): Steps {
  const waiting: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    waiting.shift()?.();
    if (waiting.length === 0) port1.close();
  };
  return {
    run(step) {
      waiting.push(step);
      port2.postMessage(null);
    },
    end() {
      waiting.length = 0;
      port1.close();
    },
  };
}
