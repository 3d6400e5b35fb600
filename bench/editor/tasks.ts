/*
 * The work of a page's main thread, task by task, from Chromium's own trace: wall time and CPU time. On a busy
 * machine only CPU time is meaningful.
 */
import type { Browser, Page } from "playwright-core";

export type Task = { wall: number; cpu: number };

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
};

/** The tasks of `page` during `run`, longest first. */
export async function tasksDuring(browser: Browser, page: Page, run: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await run();
  const trace = JSON.parse((await browser.stopTracing()).toString("utf8")) as { traceEvents: TraceEvent[] };
  return tasksOf(trace.traceEvents);
}

function tasksOf(events: readonly TraceEvent[]): Task[] {
  const threads = events.filter((one) => one.name === "thread_name" && one.args.name === "CrRendererMain");
  const drawn = (thread: TraceEvent) =>
    events.filter((one) => one.name === "Layout" && one.pid === thread.pid && one.tid === thread.tid).length;
  const main = threads.toSorted((a, b) => drawn(b) - drawn(a))[0];
  if (!main) throw new Error("the trace has no page in it");
  return events
    .filter((one) => one.pid === main.pid && one.tid === main.tid && one.ph === "X" && one.name === "ThreadControllerImpl::RunTask")
    .map(({ dur = 0, tdur = dur }) => ({ wall: dur / 1000, cpu: tdur / 1000 }))
    .sort((a, b) => b.wall - a.wall);
}
