/* Loaded into the server before anything else; reports, on request, how long its main thread was blocked. */
import { monitorEventLoopDelay } from "node:perf_hooks";

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on("message", (asked) => {
  if (asked === "reset") delay.reset();
  else if (asked === "read") process.send!({ max: delay.max / 1e6, p99: delay.percentile(99) / 1e6 });
});
