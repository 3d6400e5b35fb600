/* What server.ts starts: one door, so that the build can join everything behind it. */
export { startServer } from "./start.ts";
export { readEnv } from "./server/env.ts";
export { giveMemoryBack } from "./server/process/idle-memory.ts";
export { surviveFaults } from "./server/process/process-faults.ts";
export { stopOnSignal } from "./server/process/stop-on-signal.ts";
