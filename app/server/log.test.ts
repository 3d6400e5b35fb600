import { expect, test } from "vitest";
import { createLog } from "./log.ts";

test("secrets and people's words do not reach the log, and a line break in a value does not start a new line", () => {
  const lines: string[] = [];
  const log = createLog({ LOG_LEVEL: "info" }, { write: (line) => void lines.push(line) });
  log.info({ password: "hunter2", req: { headers: { cookie: "stet_s=abc" } }, userAgent: 'x\r\n{"level":60}' }, "hello");
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("hunter2");
  expect(lines[0]).not.toContain("stet_s=abc");
  expect(lines[0]!.trimEnd().split("\n")).toHaveLength(1);
});
