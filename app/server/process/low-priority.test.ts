/* Low-priority work yields to answers, and lowering the priority of an exited process does not fail. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { lowerPriority } from "./low-priority.ts";

test("a child gives way from its first moment on", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  lowerPriority(child.pid);
  expect(getPriority(child.pid)).toBeGreaterThan(getPriority());
  child.kill("SIGKILL");
  await once(child, "exit");
  lowerPriority(child.pid);
  lowerPriority(undefined);
});
