import { expect, test } from "vitest";
import { whenIdle } from "./idle-memory.ts";
import { beginWithMemorySettings } from "./memory-settings.ts";

const mega = 1024 * 1024;

test("memory is given back once, when it has grown and no answer is being written", () => {
  let bytes = 300 * mega;
  let load = 0;
  let collected = 0;
  const look = whenIdle({
    residentBytes: () => bytes,
    utilization: () => load,
    collect: () => {
      collected++;
      bytes -= 150 * mega;
    },
  });
  look();
  expect(collected).toBe(0);
  [bytes, load] = [500 * mega, 0.5];
  look();
  expect(collected).toBe(0);
  load = 0;
  look();
  look();
  expect(collected).toBe(1);
  bytes += 40 * mega;
  look();
  expect(collected).toBe(1);
  bytes += 10 * mega;
  look();
  expect(collected).toBe(2);
});

type Begun = { file: string; args: readonly string[]; env: NodeJS.ProcessEnv };

function begun(over: Partial<NodeJS.Process>): Begun | null {
  let seen: Begun | null = null;
  beginWithMemorySettings({
    platform: "linux",
    env: { STET_DATA: "data" },
    execPath: "/bin/node",
    execArgv: ["--inspect"],
    argv: ["/bin/node", "/stet/server.ts", "--dev"],
    connected: false,
    execve: ((file: string, args: readonly string[], env: NodeJS.ProcessEnv) => void (seen = { file, args, env })) as never,
    ...over,
  });
  return seen;
}

test("the process restarts with its own arguments and environment", () => {
  expect(begun({})).toEqual({
    file: "/bin/node",
    args: [
      "/bin/node",
      "--max-semi-space-size=8",
      "--heap-growing-percent=50",
      "--expose-gc",
      "--inspect",
      "/stet/server.ts",
      "--dev",
    ],
    env: { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072", STET_DATA: "data" },
  });
});

test.each([
  ["it has begun so already", { env: { MALLOC_ARENA_MAX: "2" } }],
  ["its parent speaks to it", { connected: true }],
  ["the system is another", { platform: "darwin" as const }],
])("it stays as it is when %s", (_why, over) => {
  expect(begun(over)).toBeNull();
});
