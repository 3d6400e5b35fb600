/*
 * Our scriptable model server (bench/mock-model.mjs) as a child process, for tests whose model must answer or fail on
 * command.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./free-port.ts";

export type MockModel = {
  url: string;
  /** Settings for every later answer; see the head of bench/mock-model.mjs. */
  control(settings: Record<string, string | number>): Promise<void>;
  stats(): Promise<{ active: number; served: number; aborted: number }>;
  /** The size in characters of each request for an answer, in order. */
  sizes(): Promise<number[]>;
  /** The instructions of the last request for an answer. */
  lastInstructions(): Promise<string>;
  stop(): Promise<void>;
};

export async function startMockModel(): Promise<MockModel> {
  const port = await freePort();
  const script = new URL("../bench/mock-model.mjs", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, "--port", String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    async control(settings) {
      await fetch(`${url}/control/reset`, { method: "POST" });
      await fetch(`${url}/control`, { method: "POST", body: JSON.stringify(settings) });
    },
    stats: async () => (await fetch(`${url}/stats`)).json() as Promise<{ active: number; served: number; aborted: number }>,
    async sizes() {
      const log = (await (await fetch(`${url}/log`)).json()) as { title: boolean; size: number }[];
      return log.filter(({ title }) => !title).map(({ size }) => size);
    },
    async lastInstructions() {
      const last = (await (await fetch(`${url}/log/last`)).json()) as { system: string };
      return last.system;
    },
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}
