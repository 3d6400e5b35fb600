/* The scriptable model of mock-model.mjs as a child process of the bench. */
import { join } from "node:path";
import { freePort } from "../../test/free-port.ts";
import { startProgram } from "./programs.ts";
import { untilReady } from "./until-ready.ts";

/** Its address. */
export async function startModel(log: string): Promise<string> {
  const port = await freePort();
  startProgram(process.execPath, [join(import.meta.dirname, "../mock-model.mjs"), "--port", String(port)], { log });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(`${url}/stats`);
  return url;
}
