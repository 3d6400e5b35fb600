/* Metrics for Prometheus: counts and durations, never personal data. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Backups } from "../backup/scheduled-backups.ts";
import type { JobCount } from "../data/upkeep/job-queue.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { longWorkDone } from "../long-work/long-work.ts";
import type { DiskSpace } from "../storage/disk-space.ts";

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(diskSpace: Pick<DiskSpace, "freeBytes">) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "stet_http_request_seconds",
      help: "Time to the response's head",
      labelNames: ["method", "area", "status"] as const,
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    runsStarted: new Counter({ name: "stet_runs_started_total", help: "Answers begun", labelNames: ["model"] as const, registers }),
    runsEnded: new Counter({ name: "stet_runs_ended_total", help: "Answers ended", labelNames: ["status"] as const, registers }),
    cspReports: new Counter({
      name: "stet_csp_reports_total",
      help: "Violations of the content security policy that browsers reported",
      labelNames: ["directive", "disposition"] as const,
      registers,
    }),
    runsActive: new Gauge({ name: "stet_runs_active", help: "Answers being written now", registers }),
    /** Without BACKUP_FOLDER the metric is not exported. */
    watchBackups(backups: Pick<Backups, "isScheduled" | "lastAt">) {
      if (!backups.isScheduled) return;
      const gauge = new Gauge({
        name: "stet_backup_last_timestamp_seconds",
        help: "When the newest whole backup was made; 0 for never",
        registers: [],
        async collect() {
          this.set(((await backups.lastAt())?.getTime() ?? 0) / 1000);
        },
      });
      registry.registerMetric(gauge);
    },
    watchJobs(jobs: Pick<Jobs, "counts">) {
      const labelNames = ["kind", "state"] as const;
      let counting: ReturnType<Jobs["counts"]> | undefined;
      // One query for both. A scrape must not fail with the database.
      const counted = () =>
        (counting ??= jobs
          .counts()
          .catch(() => [])
          .finally(() => (counting = undefined)));
      const gauge = (name: string, help: string, value: (one: JobCount) => number) =>
        new Gauge({
          name,
          help,
          labelNames,
          registers,
          async collect() {
            this.reset();
            for (const one of await counted()) this.set({ kind: one.kind, state: one.state }, value(one));
          },
        });
      gauge("stet_jobs", "Jobs that are due, running, paused or failed", ({ count }) => count);
      const oldest = "How long the oldest of them has been due, running, paused or failed";
      gauge("stet_jobs_oldest_seconds", oldest, ({ seconds }) => seconds);
    },
    diskFree: new Gauge({
      name: "stet_disk_free_bytes",
      help: "Room on the data folder's disk",
      registers,
      collect() {
        this.set(diskSpace.freeBytes);
      },
    }),
    longWork: new Counter({
      name: "stet_long_work_total",
      help: "Long texts worked through in threads",
      labelNames: ["task"] as const,
      registers,
      collect() {
        this.reset();
        for (const [task, count] of longWorkDone()) this.inc({ task }, count);
      },
    }),
    tokens: new Counter({ name: "stet_tokens_total", help: "Tokens used", labelNames: ["kind"] as const, registers }),
  };
}
